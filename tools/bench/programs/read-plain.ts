import { closeSync, openSync, readSync } from 'node:fs';
import { answer, pathArgument } from './answer.js';

const PIECE_BYTES = 1 << 20;
const path = pathArgument();

await answer(async () => {
  const file = openSync(path, 'r');
  const buffer = new Uint8Array(PIECE_BYTES);
  let bytes = 0;
  for (;;) {
    const read = readSync(file, buffer);
    if (read === 0) break;
    bytes += read;
  }
  closeSync(file);
  return { bytes };
});
