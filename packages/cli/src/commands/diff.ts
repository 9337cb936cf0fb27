import { EXIT, type ExitCode, RlInsightError } from '@rl-insight/core/errors';
import {
  type ComparisonReport,
  compareSelections,
  type Selection,
  UserFrames,
} from '@rl-insight/memory-model';
import { type Budget, budgetOf } from '../answers/budget.js';
import { diffText } from '../answers/diff-text.js';
import { groupTitle } from '../answers/group-title.js';
import { type LoadedGroups, loadGroups } from '../answers/load-groups.js';
import { reportOptions } from '../answers/report-options.js';
import { ALL, type AskedSelection, askedSelection, selected } from '../answers/selection.js';
import { bytesText, changeText } from '../answers/units.js';
import { usageError } from '../command-line/errors.js';
import { splitWords } from '../config/words.js';
import { terminalWidth } from '../terminal/streams.js';
import type { CommandContext } from './context.js';

/** Options of `diff`, as they were given. */
export interface DiffOptions {
  readonly left?: string | undefined;
  readonly right?: string | undefined;
  readonly failAbove?: string | undefined;
}

interface Sides {
  readonly left: readonly Selection[];
  readonly right: readonly Selection[];
  readonly loaded: readonly LoadedGroups[];
  /** What each side is asked to be. */
  readonly asked: readonly [AskedSelection, AskedSelection];
}

async function loadSides(
  words: readonly string[],
  { left, right }: DiffOptions,
  context: CommandContext,
): Promise<Sides> {
  const { paths, overrides } = splitWords(words);
  const askedLeft = left === undefined ? ALL : askedSelection('--left', left);
  const askedRight = right === undefined ? ALL : askedSelection('--right', right);
  const asked = [askedLeft, askedRight] as const;
  if (paths.length === 2) {
    const [a, b] = [
      await loadGroups([paths[0], ...overrides], context),
      await loadGroups([paths[1], ...overrides], context),
    ];
    return {
      left: selected(a.groups, askedLeft),
      right: selected(b.groups, askedRight),
      loaded: [a, b],
      asked,
    };
  }
  if (paths.length > 2 || left === undefined || right === undefined) {
    throw usageError('diff compares two paths, or one path’s --left and --right');
  }
  const one = await loadGroups(words, context);
  return {
    left: selected(one.groups, askedLeft),
    right: selected(one.groups, askedRight),
    loaded: [one],
    asked,
  };
}

/**
 * Selections that belong together: one with one, or those of the same role, rank and device, as far as
 * the two sides were not asked to be of one each.
 */
function pairUp({ left, right, asked }: Sides): [Selection, Selection][] {
  if (left.length === 1 && right.length === 1) return [[left[0], right[0]]];
  const isAsked = (key: keyof AskedSelection) => asked.every((side) => side[key] !== null);
  return left.flatMap((own): [Selection, Selection][] => {
    const { role, rank_id, device_type } = own.group.info;
    const same = right.filter(
      ({ group: { info } }) =>
        (isAsked('role') || info.role === role) && (isAsked('rank') || info.rank_id === rank_id),
    );
    const partner = same.find(({ group }) => group.info.device_type === device_type) ?? same[0];
    return partner === undefined ? [] : [[own, partner]];
  });
}

/** What is told when a pair holds more than it may. */
function overBudget(pairs: readonly ComparisonReport[], budget: Budget): string[] {
  return pairs
    .filter(({ left, peak_delta_bytes }) => peak_delta_bytes > budget(left.peak_live_bytes))
    .map(
      ({ right, left, peak_delta_bytes }) =>
        `${groupTitle(right)}: the peak grew by ${changeText(peak_delta_bytes)}, and may by ${bytesText(budget(left.peak_live_bytes))}`,
    );
}

/** Says what grew and what shrank between two runs, or two selections of one. */
export async function diffCommand(
  words: readonly string[],
  options: DiffOptions,
  context: CommandContext,
): Promise<ExitCode> {
  const { streams, flags } = context;
  const budget = options.failAbove === undefined ? undefined : budgetOf(options.failAbove);
  const sides = await loadSides(words, options, context);
  const { loaded } = sides;
  const frames = new UserFrames(reportOptions(loaded[0].config).internalFrames);
  const pairs = pairUp(sides).flatMap(([a, b]) => compareSelections(a, b, frames) ?? []);
  if (pairs.length === 0) {
    throw new RlInsightError({
      code: 'nothing-to-compare',
      exitCode: EXIT.empty,
      message: 'The two sides have no role, rank and step in common.',
      remedy: 'Choose one of each with --left and --right, e.g. --left rank=0 --right rank=3.',
    });
  }
  for (const { report, terminal } of loaded) {
    terminal.notices(report.notices);
    terminal.failures(report.failures);
  }
  const over = budget === undefined ? [] : overBudget(pairs, budget);
  streams.stdout.write(
    flags.json
      ? `${JSON.stringify({ report: 'memory_diff', version: 1, pairs, over_budget: over }, null, 2)}\n`
      : diffText(pairs, { width: terminalWidth(streams.stdout), stacks: flags.stacks }),
  );
  if (over.length > 0) {
    for (const line of over) streams.stderr.write(`over the budget: ${line}\n`);
    return EXIT.budget;
  }
  return loaded.some(({ report }) => report.failures.length > 0) ? EXIT.partial : EXIT.done;
}
