// Cases start processes of what is built, so what is built is tested.
import { checkerConformance, rulesConformance } from '@rl-insight/plugin-testing';
import { expect, test } from 'vitest';
import { failuresOf, faultyModule } from '../../test/faulty.js';

type Fault = readonly [fault: string, name: string, says: RegExp];

const CHECKER_FAULTS: readonly Fault[] = [
  ['finds-always', 'rules that find nothing', /finds something in data[\s\S]*hm/],
  ['drops-warnings', 'warnings', /does not return the warnings[\s\S]*found: {4}\[\]/],
  ['first-only', 'errors', /does not refuse[\s\S]*the second thing/],
  ['plain-error', 'errors', /does not refuse[\s\S]*found: {4}Error: the first thing/],
  ['ignores-prepare', 'data that cannot be looked at', /does not refuse/],
  ['ignores-abort', 'abort', /ignores the signal/],
];

const RULES_FAULTS: readonly Fault[] = [
  ['other-kind', 'rules: they have', /kind is not that of the id[\s\S]*letters/],
  ['no-meaning', 'rules: they have', /no meaning[\s\S]*not-blank/],
  ['rule-name', 'rules: they have', /not kebab-case[\s\S]*Not Blank/],
  ['twin-rules', 'rules: they have', /Two rules have one name/],
  ['finds-in-good', 'rules: they find nothing', /something in good data[\s\S]*a word is blank/],
  ['finds-nothing', 'rules: a blank word', /nothing against bad data[\s\S]*case a blank word/],
  ['plain-throw', 'rules: a number', /tells a user nothing[\s\S]*TypeError/],
  ['abort-error', 'rules: an aborted check', /another error[\s\S]*aborted/],
];

const casesOf = {
  checker: async (fault: string) =>
    checkerConformance({ module: await faultyModule('checker', fault), type: 'plain' }),
  rules: async (fault: string) =>
    rulesConformance({
      module: await faultyModule('checker', fault),
      type: 'words',
      good: ['a', 'b'],
      bad: { 'a blank word': ['a', ' '], 'a number': 3 },
    }),
};

test.each(['checker', 'rules'] as const)('a plugin that conforms passes as %s', async (stage) => {
  const cases = await casesOf[stage]('none');
  expect(cases.map(({ name }) => name)).toMatchSnapshot();
  expect(await failuresOf(cases)).toEqual({});
});

test.each([
  ...CHECKER_FAULTS.map((fault) => ['checker', ...fault] as const),
  ...RULES_FAULTS.map((fault) => ['rules', ...fault] as const),
])('%s: %s is named by “%s”', async (stage, fault, name, says) => {
  const chosen = (await casesOf[stage](fault)).filter((one) => one.name.startsWith(name));
  expect(chosen.length).toBeGreaterThan(0);
  expect(Object.values(await failuresOf(chosen)).join('\n')).toMatch(says);
});
