import { closeSync, openSync, writeSync } from 'node:fs';
import { headerText, logRow, RMM_FORMATS, simulateRmm } from '../index.js';

/** Writes the log of RMM of a run of 64 threads, with about as many rows as the second argument says. */

const PIECE_ROWS = 1 << 14;
const [, , path, count] = process.argv;
const events = Number(count);
if (path === undefined || !Number.isInteger(events) || events < 1) {
  throw new Error('usage: make-rmm-log <file> <rows>');
}

const format = RMM_FORMATS['25.02'];
const file = openSync(path, 'w');
let lines = [headerText(format)];
const flush = () => {
  writeSync(file, `${lines.join('\n')}\n`);
  lines = [];
};
// As much is given back as is asked for, so that few requests fail.
const options = { threads: 64, events, capacityBytes: 2 ** 32, sizeBits: 22, requestShare: 0.42 };
simulateRmm(options, (event) => {
  const row = logRow(event, format);
  if (row === undefined) return;
  lines.push(row);
  if (lines.length === PIECE_ROWS) flush();
});
if (lines.length > 0) flush();
closeSync(file);
