// Pages that are only read.
import { furnish } from "./settings.js";

furnish();
