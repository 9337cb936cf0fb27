import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { type Arguments, helpText, readArguments, UsageError } from './arguments.js';
import { InputStore } from './inputs/store.js';
import { findPython, NO_PYTHON } from './measure/python.js';
import { DOCUMENT } from './paths.js';
import { withSection } from './report/document.js';
import { describeMachine } from './report/machine.js';
import { sectionText } from './report/section.js';
import { SUITES } from './suites/index.js';
import { runSuite } from './suites/run.js';

/** Wrong usage, and interrupted, as the other commands of the project tell it. */
const USAGE_EXIT_CODE = 2;
const INTERRUPT_EXIT_CODE = 130;

function log(line: string): void {
  process.stderr.write(`${line}\n`);
}

/** Where inputs and outputs go. What is not to be kept is removed when the process ends. */
function prepare({ data, keep, scale }: Arguments): { inputs: InputStore; workFolder: string } {
  const folder = data === undefined ? join(tmpdir(), 'rl-insight-bench') : resolve(data);
  mkdirSync(folder, { recursive: true });
  // Beside the inputs, so that a folder with room for them is one for the outputs.
  const workFolder = mkdtempSync(join(folder, 'work-'));
  const inputs = new InputStore({ folder, scale, log });
  process.once('exit', () => {
    rmSync(workFolder, { recursive: true, force: true });
    if (!keep) inputs.removeMade();
  });
  process.once('SIGINT', () => process.exit(INTERRUPT_EXIT_CODE));
  return { inputs, workFolder };
}

async function run(args: Arguments): Promise<void> {
  const python = await findPython();
  if (python === undefined) log(NO_PYTHON);
  const bench = { ...prepare(args), runs: args.runs, python, log };
  const circumstances = {
    machine: await describeMachine(python),
    runs: args.runs,
    date: new Date().toISOString().slice(0, 10),
    scale: args.scale,
  };
  for (const suite of SUITES) {
    if (!args.suites.includes(suite.id)) continue;
    const report = await runSuite(suite, bench, args.only);
    const section = sectionText(report, circumstances);
    process.stdout.write(`${section}\n`);
    if (report.failures.length > 0) process.exitCode = 1;
    if (!args.write) continue;
    if (report.failures.length > 0) log(`${suite.id} is not written, since not all of it worked`);
    else writeFileSync(DOCUMENT, withSection(readFileSync(DOCUMENT, 'utf8'), suite.id, section));
  }
}

try {
  const args = readArguments(
    process.argv.slice(2),
    SUITES.map(({ id }) => id),
  );
  if (args.help) {
    process.stdout.write(
      helpText(SUITES.map(({ id, cases }) => [id, cases.map((each) => each.id)])),
    );
  } else await run(args);
} catch (error) {
  if (!(error instanceof UsageError)) throw error;
  process.stderr.write(`bench: ${error.message}; see --help\n`);
  process.exitCode = USAGE_EXIT_CODE;
}
