import { MODEL } from './model/index.js';
import { NSYS } from './nsys/index.js';
import { PAGE } from './page/index.js';
import { READING } from './reading/index.js';
import { RMM } from './rmm/index.js';
import type { Suite } from './suite.js';
import { TORCH } from './torch/index.js';

/** Every suite, in the order of the document. A new one needs a line here and no other. */
export const SUITES: readonly Suite[] = [READING, MODEL, PAGE, RMM, NSYS, TORCH];
