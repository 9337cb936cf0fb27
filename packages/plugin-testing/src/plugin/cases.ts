import { runChild } from '../process/run-child.js';
import type { ChildRequest, ImportOutcome } from '../process/tasks.js';
import { CASE_TIMEOUT_MS, type CaseMaker, type ConformanceCase } from '../suite/cases.js';
import { Nonconformity } from '../suite/nonconformity.js';
import { importPlugin, moduleUrl, type PluginSubject } from '../suite/subject.js';
import { checkDescriptor } from './descriptor.js';

/** How long importing may take, ms: `--help` imports every plugin. Loading a large library takes longer. */
const IMPORT_LIMIT_MS = 2000;
/** Of the time that a case may take, the part that a process of its own may. */
const PROCESS_SHARE = 0.7;

/** How long a process of its own may take, ms. */
export function processLimitMs({ timeoutMs = CASE_TIMEOUT_MS }: PluginSubject): number {
  return timeoutMs * PROCESS_SHARE;
}

/** What a process of its own needs to know of a plugin. */
export function requestOf(
  subject: PluginSubject,
  task: ChildRequest['task'],
): Pick<ChildRequest, 'task' | 'module' | 'type' | 'domain' | 'config'> {
  const { type, domain = 'memory', config = {} } = subject;
  return { task, module: moduleUrl(subject), type, domain, config };
}

/** The cases of any plugin. */
export function pluginCases(
  subject: PluginSubject,
  stage: string,
  make: CaseMaker,
): ConformanceCase[] {
  const { domain = 'memory', type } = subject;
  return [
    make('descriptor: it is sound and everything in it is registered', async () => {
      await checkDescriptor(await importPlugin(moduleUrl(subject)), `${domain}.${stage}.${type}`);
    }),
    make('import: it does nothing, and is quick', () => checkImport(subject)),
  ];
}

/** Times that importing is tried: a machine that is busy makes anything slow once. */
const IMPORT_TRIES = 3;

async function checkImport(subject: PluginSubject): Promise<void> {
  const limit = processLimitMs(subject);
  let tookMs = Number.POSITIVE_INFINITY;
  for (let i = 0; i < IMPORT_TRIES && tookMs > IMPORT_LIMIT_MS; i++) {
    tookMs = Math.min(tookMs, await timeImport(subject, limit / IMPORT_TRIES));
  }
  if (tookMs <= IMPORT_LIMIT_MS) return;
  throw new Nonconformity({
    problem: 'Importing the module is slow',
    where: { file: moduleUrl(subject) },
    found: Number.isFinite(tookMs) ? `${Math.round(tookMs)} ms` : `no end in ${limit / 1000} s`,
    expected: `${IMPORT_LIMIT_MS} ms at most`,
    remedy: 'Import what is heavy with import() inside the stage.',
  });
}

/**
 * How long importing takes in a process of its own, ms, which has to do nothing else and to end;
 * infinite where it did not come to that in time.
 */
async function timeImport(subject: PluginSubject, limit: number): Promise<number> {
  const child = await runChild<ImportOutcome>(requestOf(subject, 'import'), limit);
  const { result, stdout, stderr, ended, left } = child;
  const where = { file: moduleUrl(subject) };
  const fail = (problem: string, found: unknown, expected: string, remedy: string): never => {
    throw new Nonconformity({ problem, where, found, expected, remedy });
  };
  const later = 'Do it inside the stage, when it runs.';
  if (result === undefined && !ended) return Number.POSITIVE_INFINITY;
  if (result === undefined) {
    fail('The module cannot be imported', stderr, 'no error', 'Build it, and run it with Node.');
  }
  if (stdout !== '' || stderr !== '') {
    fail('Importing the module writes to the terminal', stdout + stderr, 'nothing', later);
  }
  if (!ended) {
    const found = `a process that goes on for ${limit / 1000} s`;
    fail('Importing the module starts something that keeps Node running', found, 'its end', later);
  }
  if (left.length > 0) fail('Importing the module writes files', left, 'no file', later);
  return result?.tookMs ?? 0;
}
