/** Entry of a thread that reads a log, so that what it tells can be added up at the same time. */
import { parentPort, workerData } from 'node:worker_threads';
import { fileBytes } from '@rl-insight/trace-scan/node';
import { LogScanner } from '../log/log-scanner.js';
import { LogRows } from '../log/rows.js';
import type { ScanMessage, ScanTask } from './messages.js';

/** Pieces that stay in the cache while they are read. */
const PIECE_BYTES = 1 << 18;

const task = workerData as ScanTask;
const taken = new Int32Array(task.taken);
const batches = task.batches.map((memory) => new LogRows(task.batchRows, memory));
let turn = -1;

/** The next batch, once its rows have been taken. */
function nextRows(): LogRows {
  turn = (turn + 1) % batches.length;
  Atomics.wait(taken, turn, 1);
  return batches[turn];
}

const tell = (message: ScanMessage) => parentPort?.postMessage(message);
let bytes = 0;

function hand(rows: LogRows): void {
  Atomics.store(taken, turn, 1);
  tell({ kind: 'rows', count: rows.count, bytes });
  bytes = 0;
}

try {
  const scanner = new LogScanner({ nextRows });
  for await (const piece of fileBytes(task.path, { pieceBytes: PIECE_BYTES })) {
    bytes += piece.length;
    for (const rows of scanner.push(piece)) hand(rows);
  }
  for (const rows of scanner.finish()) hand(rows);
  tell({ kind: 'end', findings: scanner.findings, bytes });
} catch (error) {
  tell({ kind: 'unreadable', why: (error as Error).message });
}
