import { EXIT, type ExitCode } from '@rl-insight/core/errors';
import type { MemoryGroup } from '@rl-insight/memory-contract';
import { levelAt, liveBytes, memoryReport } from '@rl-insight/memory-model';
import { loadGroups } from '../answers/load-groups.js';
import { reportOptions } from '../answers/report-options.js';
import { summaryText } from '../answers/summary-text.js';
import { terminalWidth } from '../terminal/streams.js';
import type { CommandContext } from './context.js';

const BARS = 60;

/** Live bytes of a group in equal steps of its captures' time; a step has the highest of its parts. */
function levelsOf(group: MemoryGroup): number[] {
  const captures = liveBytes(group).filter(({ window }) => window.endNs > window.startNs);
  const length = captures.reduce((sum, { window }) => sum + window.endNs - window.startNs, 0);
  return captures.flatMap(({ window, curve }) => {
    const own = window.endNs - window.startNs;
    const bars = Math.max(1, Math.round((BARS * own) / length));
    const levels = new Array<number>(bars).fill(0);
    for (let bar = 0; bar < bars; bar++) {
      const level = levelAt(curve, window.startNs + (own * bar) / bars);
      levels[bar] = Number.isNaN(level) ? 0 : level;
    }
    for (let i = 0; i < curve.timeNs.length; i++) {
      const bar = Math.min(bars - 1, Math.floor(((curve.timeNs[i] - window.startNs) / own) * bars));
      if (curve.bytes[i] > levels[bar]) levels[bar] = curve.bytes[i];
    }
    return levels;
  });
}

/** Reports peak, holders, leaks, threads and scopes of captures or tables. */
export async function summaryCommand(
  words: readonly string[],
  context: CommandContext,
): Promise<ExitCode> {
  const { streams, flags } = context;
  const { groups, config, report: reporter, terminal } = await loadGroups(words, context);
  const report = memoryReport(groups, reportOptions(config));
  terminal.notices(reporter.notices);
  terminal.failures(reporter.failures);
  streams.stdout.write(
    flags.json
      ? `${JSON.stringify(report, null, 2)}\n`
      : summaryText(report, {
          width: terminalWidth(streams.stdout),
          stacks: flags.stacks,
          levels: groups.map(levelsOf),
        }),
  );
  return reporter.failures.length > 0 ? EXIT.partial : EXIT.done;
}
