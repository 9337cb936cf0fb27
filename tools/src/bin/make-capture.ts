import { join } from 'node:path';
import { eachCapture } from '../ascend/captures.js';
import { type Arguments, readArguments, UsageError } from './arguments.js';
import { helpText } from './flags.js';

/** Wrong usage, as the other commands of the project tell it. */
const USAGE_EXIT_CODE = 2;

async function write({ root, request }: Arguments): Promise<void> {
  let total = 0;
  for await (const { dir, files } of eachCapture(root, request)) {
    for (const { path, bytes } of files) {
      process.stdout.write(`${String(bytes).padStart(12)}  ${join(dir, path)}\n`);
      total += bytes;
    }
  }
  process.stdout.write(`${String(total).padStart(12)}  bytes in all\n`);
}

try {
  const args = readArguments(process.argv.slice(2));
  if (args.help) process.stdout.write(helpText());
  else await write(args);
} catch (error) {
  // Options that cannot be simulated are found as RangeErrors.
  if (!(error instanceof UsageError || error instanceof RangeError)) throw error;
  process.stderr.write(`make-capture: ${error.message}; see --help\n`);
  process.exitCode = USAGE_EXIT_CODE;
}
