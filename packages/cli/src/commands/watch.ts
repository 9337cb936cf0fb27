import { AUTO } from '@rl-insight/core/config';
import { EXIT, type ExitCode } from '@rl-insight/core/errors';
import { followLog } from '@rl-insight/parser-memory-rmm/follow';
import { watchLine, watchLines } from '../answers/watch-text.js';
import { usageError } from '../command-line/errors.js';
import { setUp } from '../config/setup.js';
import { asOverrides } from '../config/words.js';
import { ConsoleReporter } from '../terminal/console-reporter.js';
import { type Streams, terminalWidth } from '../terminal/streams.js';
import type { CommandContext } from './context.js';
import { FailureFile } from './failure-file.js';
import { holdingReport, LogWatch } from './log-watch.js';
import { pluginNotice } from './pipeline.js';

const PARSER = 'rmm_log';

/** Shows what is outstanding: a table in place of the one before, or a line where it changed. */
class Display {
  readonly #stdout: Streams['stdout'];
  #lines = 0;
  #line = '';

  constructor(stdout: Streams['stdout']) {
    this.#stdout = stdout;
  }

  show(watch: LogWatch): void {
    if (this.#stdout.isTTY === true) {
      const lines = watchLines(watch, terminalWidth(this.#stdout));
      const back = this.#lines === 0 ? '' : `\u001b[${this.#lines}A\u001b[J`;
      this.#stdout.write(`${back}${lines.join('\n')}\n`);
      this.#lines = lines.length;
      return;
    }
    const line = watchLine(watch);
    if (line !== this.#line) this.#stdout.write(`${line}\n`);
    this.#line = line;
  }

  /** The last of it, in full. */
  end(watch: LogWatch): void {
    if (this.#stdout.isTTY === true) this.show(watch);
    else this.#stdout.write(`${watchLines(watch, terminalWidth(this.#stdout)).join('\n')}\n`);
  }
}

/** Follows a log of RMM that grows, until it is interrupted, which is its usual end. */
export async function watchCommand(
  words: readonly string[],
  { streams, flags, signal }: CommandContext,
): Promise<ExitCode> {
  const terminal = new ConsoleReporter(streams, { ...flags, env: process.env });
  const { config } = await setUp(asOverrides(words), {
    required: async () => ['input.path'],
    onPluginFailure: (error) => terminal.notices([{ ...pluginNotice(error), count: 1 }]),
  });
  const parser = config.get<string | null>('memory.parser.type') ?? AUTO;
  if (parser !== PARSER && parser !== AUTO) {
    throw usageError(`watch follows logs of RMM (${PARSER}), not what ${parser} reads`);
  }
  const path = config.get<string>('input.path');
  const file = new FailureFile(config.get<string>('output.path'));
  const display = new Display(streams.stdout);
  let watch = new LogWatch();
  let rows = 0;
  let isFollowing = false;
  try {
    for await (const growth of followLog(path, signal)) {
      if (growth.kind === 'anew') {
        watch.end();
        await file.add(watch.take());
        watch = new LogWatch();
      } else if (growth.kind === 'events') {
        const before = watch.failures;
        watch.add(growth);
        await file.add(watch.take());
        const failed = watch.failures - before;
        if (failed > 0 && !flags.quiet) {
          streams.stderr.write(`${failed} allocations failed: ${file.path}\n`);
        }
      } else {
        rows = growth.rows;
        if (!isFollowing && !flags.quiet) {
          streams.stderr.write(`following ${path}; Ctrl-C ends it\n`);
        }
        isFollowing = true;
        if (!flags.json) display.show(watch);
      }
    }
    watch.end();
    await file.add(watch.take());
  } finally {
    await file.close();
  }
  if (flags.json) {
    const { totals, failures } = watch;
    const answer = {
      report: 'memory_watch',
      version: 1,
      log: path,
      rows,
      outstanding_bytes: totals.liveBytes,
      failures,
      failures_file: failures === 0 ? null : file.path,
      threads: totals.holdings().map(holdingReport),
    };
    streams.stdout.write(`${JSON.stringify(answer, null, 2)}\n`);
  } else display.end(watch);
  return EXIT.done;
}
