import { runRules } from '@rl-insight/checker';
import type { RuleSet } from '@rl-insight/core';
import { isRlInsightError } from '@rl-insight/core/errors';
import { Host } from '../host/host.js';
import { pluginCases } from '../plugin/cases.js';
import { type ConformanceCase, caseMaker } from '../suite/cases.js';
import { Nonconformity } from '../suite/nonconformity.js';
import { importPlugin, moduleUrl, type PluginSubject } from '../suite/subject.js';

export interface RulesSubject extends PluginSubject {
  /** Data that the rules have nothing against: a table, or the path of an input. */
  readonly good: unknown;
  /** Data that they have to refuse, by what is wrong with it. */
  readonly bad: Readonly<Record<string, unknown>>;
}

/** What the rules of a kind of data have to do, as cases for a test runner. `type` is the kind. */
export async function rulesConformance(subject: RulesSubject): Promise<ConformanceCase[]> {
  const make = caseMaker(subject.timeoutMs);
  return [
    ...pluginCases(subject, 'rules', make),
    make('rules: they have names and meanings, and are of their kind', () => checkRules(subject)),
    make('rules: they find nothing in good data', () => checkGood(subject)),
    ...Object.entries(subject.bad).map(([name, data]) =>
      make(`rules: ${name} is refused, in words`, () => checkBad(subject, name, data)),
    ),
    make('rules: an aborted check stops with the signal’s reason', () => checkAbort(subject)),
  ];
}

async function hostOf(subject: RulesSubject): Promise<{ host: Host; rules: RuleSet }> {
  const { domain = 'memory', config, type } = subject;
  const host = new Host(await importPlugin(moduleUrl(subject)), domain, config);
  return {
    host,
    rules: await host.run(async (_, stages) => stages.resolve(domain, 'rules', type)),
  };
}

async function checkRules(subject: RulesSubject): Promise<void> {
  const { rules } = await hostOf(subject);
  const fail = (problem: string, found: unknown, remedy: string): never => {
    throw new Nonconformity({ problem, found, remedy });
  };
  if (rules.kind !== subject.type)
    fail('The kind is not that of the id', rules.kind, 'Use one name.');
  const names: string[] = [];
  for (const { name, meaning } of await rules.rules()) {
    if (!/^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/.test(name)) {
      fail('The name of a rule is not kebab-case', name, 'Name it such as sizes-real.');
    }
    if (!meaning?.trim())
      fail('A rule has no meaning', name, 'Say what it demands in one sentence.');
    if (names.includes(name)) fail('Two rules have one name', name, 'Give each a name of its own.');
    names.push(name);
  }
}

async function checkGood(subject: RulesSubject): Promise<void> {
  const { host, rules } = await hostOf(subject);
  const found = await host
    .run((context) => runRules(rules, subject.good, context))
    .catch((error: unknown) => [error]);
  if (found.length === 0) return;
  throw new Nonconformity({
    problem: 'The rules find something in good data',
    found: found[0],
    expected: 'nothing',
    remedy: 'Loosen the rule that says so, or give data that is good.',
  });
}

async function checkBad(subject: RulesSubject, name: string, data: unknown): Promise<void> {
  const { host, rules } = await hostOf(subject);
  const outcome: unknown = await host
    .run((context) => runRules(rules, data, context))
    .catch((error: unknown) => error);
  const isTold = Array.isArray(outcome)
    ? outcome.length > 0 && outcome.every(({ message }) => String(message ?? '').trim() !== '')
    : isRlInsightError(outcome) && outcome.message.trim() !== '' && outcome.remedy.trim() !== '';
  if (isTold) return;
  throw new Nonconformity({
    problem: Array.isArray(outcome)
      ? 'The rules have nothing against bad data, or do not say what'
      : 'Bad data makes a rule throw an error that tells a user nothing',
    where: { case: name },
    found: outcome,
    expected: 'findings with messages, or a RlInsightError',
    remedy:
      'Yield a finding with one sentence that has the place; never throw what a user cannot read.',
    ...(outcome instanceof Error ? { cause: outcome } : {}),
  });
}

async function checkAbort(subject: RulesSubject): Promise<void> {
  const { host, rules } = await hostOf(subject);
  const reason = new Error('stopped by the conformance suite');
  const signal = AbortSignal.abort(reason);
  const error = await host
    .run((context) => runRules(rules, subject.good, context), { signal })
    .then(
      () => undefined,
      (thrown: unknown) => thrown,
    );
  // Rules that are none and data that needs no look: there was nothing to stop.
  const isNothing = error === undefined && (await rules.rules()).length === 0;
  if (error === reason || isNothing) return;
  throw new Nonconformity({
    problem: 'An aborted check throws another error than the reason of the signal',
    found: error,
    expected: 'the reason of the signal',
    remedy: 'Look at context.signal, and throw its reason when a call that took it fails.',
  });
}
