import { KINETO_DEFAULTS, writeKinetoFile } from '../index.js';

/** Writes a trace of PyTorch's profiler with Python functions, of about as many bytes as the second argument says. */

/** An operator takes so much, with its functions, what it calls and launches, and its memory. */
const OPERATOR_BYTES = 2750;
const [, , path, size] = process.argv;
const bytes = Number(size);
if (path === undefined || !Number.isInteger(bytes) || bytes < 1) {
  throw new Error('usage: make-kineto-trace <file> <bytes>');
}

const operators = Math.max(20, Math.round(bytes / OPERATOR_BYTES));
writeKinetoFile(path, {
  ...KINETO_DEFAULTS,
  ...{ operators, steps: 20, withKernels: true, keepsPlaces: false },
});
