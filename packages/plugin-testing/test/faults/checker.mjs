import { inputUnreadable, RlInsightError } from '@rl-insight/core/errors';

/** A checker and rules that conform, but for one fault by its name; see `checker-faults.ts`. */
export function faultyChecker(fault) {
  const has = (name) => name === fault;
  const ids = ['memory.checker.plain', 'memory.rules.words'];
  const checker = { check: (rules, data, context) => check(rules, data, context, has) };
  return {
    descriptor: {
      name: 'faulty-plugin',
      version: '1.0.0',
      apiVersion: 1,
      provides: ids.map((id) => ({ id, title: 'for tests' })),
      contracts: [],
    },
    register(container) {
      container.register(ids[0], { useValue: checker });
      container.register(ids[1], { useValue: rulesOf(has) });
    },
  };
}

async function check(rules, data, context, has) {
  if (has('finds-always')) return [{ severity: 'warning', message: 'hm' }];
  const prepared = await rules.prepare(data, context);
  const found = has('ignores-prepare') ? [] : [...(prepared.findings ?? [])];
  for (const rule of prepared.findings ? [] : await rules.rules()) {
    if (!has('ignores-abort')) context.signal.throwIfAborted();
    for await (const finding of rule.check(prepared.subject, context)) found.push(finding);
    if (has('first-only') && found.length > 0) break;
  }
  const errors = found.filter(({ severity }) => severity !== 'warning');
  if (has('drops-warnings')) found.length = 0;
  if (errors.length === 0) return found;
  if (has('plain-error')) throw new Error(errors.map(({ message }) => message).join(' '));
  throw new RlInsightError({
    code: 'words-invalid',
    exitCode: 3,
    message: errors.map(({ message }) => message).join('\n'),
    remedy: 'Mend it.',
  });
}

/** Rules about a list of words. */
function rulesOf(has) {
  const rule = (name, check) => ({
    name,
    meaning: has('no-meaning') ? '' : 'words are words',
    check,
  });
  return {
    kind: has('other-kind') ? 'letters' : 'words',
    prepare: async (data, { signal }) => {
      if (has('abort-error') && signal.aborted) throw new Error('aborted');
      if (!Array.isArray(data)) {
        if (has('plain-throw')) return { subject: data };
        throw inputUnreadable('words', 'is no list');
      }
      return { subject: data };
    },
    rules: () => [
      rule(has('rule-name') ? 'Not Blank' : 'not-blank', function* (words) {
        const blank = words.map((word) => word.trim()).includes('');
        if ((blank && !has('finds-nothing')) || has('finds-in-good')) {
          yield { message: has('no-message') ? '' : 'a word is blank' };
        }
      }),
      rule(has('twin-rules') ? 'not-blank' : 'second', () => []),
    ],
  };
}
