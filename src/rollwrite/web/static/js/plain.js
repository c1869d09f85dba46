// Pages that are only read.
import { init } from "./settings.js";

init();
