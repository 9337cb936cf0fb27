import type { CheckContext, Finding, RuleSet, StageFactory } from '@rl-insight/core';
import { isRlInsightError } from '@rl-insight/core/errors';
import { Host } from '../host/host.js';
import { pluginCases } from '../plugin/cases.js';
import { type ConformanceCase, caseMaker } from '../suite/cases.js';
import { Nonconformity } from '../suite/nonconformity.js';
import { importPlugin, moduleUrl, type PluginSubject } from '../suite/subject.js';

const KIND = 'conformance_data';
const FIRST = 'the first thing that is wrong';
const SECOND = 'the second thing that is wrong';
const WARNING: Finding = {
  severity: 'warning',
  message: 'a thing worth telling',
  code: 'conformance',
};

/** Rules of the suite, one for each list of findings. */
function ruleSet(...findings: readonly (readonly Finding[])[]): RuleSet {
  return {
    kind: KIND,
    prepare: async (data) => ({ subject: data }),
    rules: () =>
      findings.map((found, i) => ({
        name: `rule-${i + 1}`,
        meaning: 'the suite finds what it likes',
        check: () => found,
      })),
  };
}

/** What a checker has to do with rules, as cases for a test runner; the suite brings the rules. */
export async function checkerConformance(subject: PluginSubject): Promise<ConformanceCase[]> {
  const make = caseMaker(subject.timeoutMs);
  return [
    ...pluginCases(subject, 'checker', make),
    make('rules that find nothing: it returns no warning', () => checkGood(subject)),
    make('warnings: it returns them as they are', () => checkWarnings(subject)),
    make('errors: it throws one RlInsightError that lists them all', () => checkErrors(subject)),
    make('data that cannot be looked at: it throws what prepare found', () =>
      checkUnprepared(subject),
    ),
    make('abort: it stops with the signal’s reason', () => checkAbort(subject)),
  ];
}

async function check(subject: PluginSubject, rules: RuleSet, signal?: AbortSignal) {
  const { type, domain = 'memory', config } = subject;
  const host = new Host(await importPlugin(moduleUrl(subject)), domain, config);
  const run = (context: CheckContext, stages: StageFactory) =>
    stages.resolve(domain, 'checker', type).check(rules, 'data', context);
  return host.run(run, signal === undefined ? {} : { signal });
}

async function thrownBy(checked: Promise<unknown>): Promise<unknown> {
  return checked.then(
    () => undefined,
    (error: unknown) => error,
  );
}

async function checkGood(subject: PluginSubject): Promise<void> {
  const found = await check(subject, ruleSet([], []));
  if (found.length === 0) return;
  throw new Nonconformity({
    problem: 'It finds something in data that no rule has anything against',
    found,
    expected: [],
    remedy: 'Return the warnings of the rules alone.',
  });
}

async function checkWarnings(subject: PluginSubject): Promise<void> {
  const found = await check(subject, ruleSet([], [WARNING]));
  if (
    found.length === 1 &&
    found[0].message === WARNING.message &&
    found[0].code === WARNING.code
  ) {
    return;
  }
  throw new Nonconformity({
    problem: 'It does not return the warnings of the rules',
    found,
    expected: [WARNING],
    remedy: 'Return every finding whose severity is warning, and throw for none of them.',
  });
}

async function checkErrors(subject: PluginSubject): Promise<void> {
  const rules = ruleSet([{ message: FIRST }], [WARNING], [{ message: SECOND, severity: 'error' }]);
  assertRefusal(await thrownBy(check(subject, rules)), [FIRST, SECOND]);
}

async function checkUnprepared(subject: PluginSubject): Promise<void> {
  const rules: RuleSet = {
    ...ruleSet([{ message: SECOND }]),
    prepare: async () => ({ findings: [{ message: FIRST }] }),
  };
  assertRefusal(await thrownBy(check(subject, rules)), [FIRST]);
}

function assertRefusal(error: unknown, reasons: readonly string[]): void {
  const isRefusal =
    isRlInsightError(error) &&
    error.exitCode === 3 &&
    error.remedy.trim() !== '' &&
    reasons.every((reason) => error.message.includes(reason));
  if (isRefusal) return;
  throw new Nonconformity({
    problem: 'It does not refuse data that rules find errors in',
    found: error ?? 'nothing was thrown',
    expected: `a RlInsightError with exit code 3, a remedy and the reasons: ${reasons.join('; ')}`,
    remedy:
      'Run all rules, a finding without severity being an error, and throw one error with every reason.',
    cause: error,
  });
}

async function checkAbort(subject: PluginSubject): Promise<void> {
  const reason = new Error('stopped by the conformance suite');
  const error = await thrownBy(
    check(subject, ruleSet([{ message: FIRST }]), AbortSignal.abort(reason)),
  );
  if (error === reason) return;
  throw new Nonconformity({
    problem: 'It ignores the signal',
    found: error ?? 'nothing was thrown',
    expected: 'the reason of the signal',
    remedy: 'Call context.signal.throwIfAborted() before each rule.',
  });
}
