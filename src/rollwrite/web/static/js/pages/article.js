// Pages that are only read.
import { init } from "../shared/settings.js";

init();
