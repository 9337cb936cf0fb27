import { CreationError } from './creation-error.js';
import { run } from './run.js';

const USAGE = 2;

try {
  await run(process.argv.slice(2), process);
} catch (error) {
  if (!(error instanceof CreationError)) throw error;
  process.stderr.write(`error: ${error.message}\n       ${error.remedy}\n`);
  process.exitCode = USAGE;
}
