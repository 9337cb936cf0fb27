import { loadRmmLog, loadTraceScan } from '../ours.js';
import { answer, pathArgument } from './answer.js';

const path = pathArgument();
const { fileBytes } = await loadTraceScan();
const scanner = await loadRmmLog();

/** Reads the rows of a log into typed arrays, which are used again for the next ones. */
await answer(async () => {
  let rows = 0;
  for await (const piece of fileBytes(path)) {
    for (const { count } of scanner.push(piece)) rows += count;
  }
  for (const { count } of scanner.finish()) rows += count;
  return { rows };
});
