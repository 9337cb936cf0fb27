import { EXIT, type ExitCode } from '@rl-insight/core/errors';
import type { MemoryGroup } from '@rl-insight/memory-contract';
import { type CaptureLive, liveBytes, memoryReport, StreamedGroup } from '@rl-insight/memory-model';
import { loadAnyGroups } from '../answers/load-groups.js';
import { reportOptions } from '../answers/report-options.js';
import { summaryText } from '../answers/summary-text.js';
import { terminalWidth } from '../terminal/streams.js';
import type { CommandContext } from './context.js';

const BARS = 60;

/** Live bytes of a capture in so many equal parts of its time; a part has its highest level. */
function barsOf({ window, levels }: CaptureLive, bars: number): number[] {
  const found = new Array<number>(bars).fill(0);
  const walk = levels();
  let level: number | undefined;
  let bar = 0;
  for (let count = walk.read(); count > 0; count = walk.read()) {
    for (let i = 0; i < count; i++) {
      const part = (walk.timeNs[i] - window.startNs) / (window.endNs - window.startNs);
      const own = Math.min(bars - 1, Math.floor(part * bars));
      // A part begins with the level that the one before it ended with.
      if (level === undefined) found[bar] = walk.bytes[i];
      else while (bar < own) found[++bar] = level;
      level = walk.bytes[i];
      if (level > found[bar]) found[bar] = level;
    }
  }
  return found.fill(level ?? 0, bar + 1);
}

/** Live bytes of a group in equal parts of its captures' time. */
function levelsOf(group: MemoryGroup | StreamedGroup): number[] {
  if (group instanceof StreamedGroup) return group.levels(BARS);
  const captures = liveBytes(group).filter(({ window }) => window.endNs > window.startNs);
  const length = captures.reduce((sum, { window }) => sum + window.endNs - window.startNs, 0);
  return captures.flatMap((capture) => {
    const own = capture.window.endNs - capture.window.startNs;
    return barsOf(capture, Math.max(1, Math.round((BARS * own) / length)));
  });
}

/** Reports peak, holders, leaks, threads and scopes of captures or tables. */
export async function summaryCommand(
  words: readonly string[],
  context: CommandContext,
): Promise<ExitCode> {
  const { streams, flags } = context;
  const { groups, config, report: reporter, terminal } = await loadAnyGroups(words, context);
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
