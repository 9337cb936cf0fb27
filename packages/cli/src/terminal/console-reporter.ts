import type { RlInsightError } from '@rl-insight/core/errors';
import { type Failure, type Notice, noticeText, type ProgressEvent } from '@rl-insight/core/report';
import { type Colors, colorsFor, type Streams, terminalWidth, wrap } from './streams.js';

const STAGE_WORDS: Readonly<Record<string, string>> = {
  detect: 'found',
  check: 'checking',
  parse: 'reading',
  visualize: 'drawing',
  export: 'writing',
};
const REDRAW_MS = 80;

export interface ConsoleOptions {
  readonly quiet: boolean;
  readonly json: boolean;
  readonly debug: boolean;
  readonly env: NodeJS.ProcessEnv;
}

/** Tells a person on stderr what a run is doing and what it met. */
export class ConsoleReporter {
  readonly #stream: Streams['stderr'];
  readonly #colors: Colors;
  readonly #options: ConsoleOptions;
  #line = '';
  #drawnAt = 0;

  constructor(streams: Streams, options: ConsoleOptions) {
    this.#stream = streams.stderr;
    this.#options = options;
    this.#colors = colorsFor(streams.stderr, options.env);
  }

  /** On a terminal one line that changes; elsewhere a plain line a stage. */
  progress(event: ProgressEvent): void {
    if (this.#options.quiet) return;
    if (this.#stream.isTTY) this.#redraw(event);
    else if (event.kind === 'stage-begin') {
      const detail = event.detail === undefined ? '' : ` ${event.detail}`;
      this.#stream.write(`${STAGE_WORDS[event.stage] ?? event.stage}${detail}\n`);
    }
  }

  notices(notices: readonly Notice[]): void {
    if (this.#options.quiet) return;
    this.#clear();
    for (const notice of notices) {
      this.#tell(this.#colors.yellow('warning:'), 'warning:', noticeText(notice));
    }
  }

  failures(failures: readonly Failure[]): void {
    if (this.#options.quiet) return;
    this.#clear();
    for (const { subject, error } of failures) {
      this.#tell(this.#colors.red('not read:'), 'not read:', `${subject}: ${error.message}`);
    }
  }

  error(error: RlInsightError): void {
    this.#clear();
    this.#tell(this.#colors.red('error:'), 'error:', error.message);
    this.#stream.write(`${this.#broken(`       ${error.remedy}`, '       ')}\n`);
    if (this.#options.debug) this.#stream.write(`${this.#colors.dim(fullStack(error))}\n`);
  }

  /** What a plugin says for whoever looks for a fault. */
  debug(message: string): void {
    if (!this.#options.debug) return;
    this.#clear();
    this.#stream.write(`${this.#colors.dim(`debug: ${message}`)}\n`);
  }

  /** A fault of ours. */
  fault(error: unknown): void {
    this.#clear();
    const what = error instanceof Error ? error.message : String(error);
    this.#tell(this.#colors.red('fault:'), 'fault:', `${what}. This is a fault of rl-insight.`);
    const hint = this.#options.debug
      ? fullStack(error)
      : 'Please report it, with the output of --debug.';
    this.#stream.write(`       ${hint}\n`);
  }

  interrupted(): void {
    this.#clear();
    if (!this.#options.quiet) this.#stream.write('interrupted; nothing was written\n');
  }

  /** Ends the changing line. */
  done(): void {
    this.#clear();
  }

  #tell(label: string, plain: string, text: string): void {
    const broken = this.#broken(`${plain} ${text}`, '  ');
    this.#stream.write(`${label}${broken.slice(plain.length)}\n`);
  }

  /** In lines of the terminal's width; in a file or a pipe a message stays whole, to be searched. */
  #broken(text: string, indent: string): string {
    return this.#stream.isTTY ? wrap(text, terminalWidth(this.#stream), indent) : text;
  }

  #redraw(event: ProgressEvent): void {
    const now = Date.now();
    if (event.kind === 'progress' && now - this.#drawnAt < REDRAW_MS) return;
    if (event.kind === 'stage-end') return;
    this.#drawnAt = now;
    const word = STAGE_WORDS[event.stage] ?? event.stage;
    const share =
      event.kind === 'progress' && event.total > 0
        ? ` ${Math.floor((100 * event.done) / event.total)} %`
        : '';
    const width = Math.max(20, (this.#stream.columns ?? 80) - 1);
    this.#clear();
    this.#line = `${word}${share}`.slice(0, width);
    this.#stream.write(this.#colors.dim(this.#line));
  }

  #clear(): void {
    if (this.#line === '') return;
    this.#stream.write(`\r${' '.repeat(this.#line.length)}\r`);
    this.#line = '';
  }
}

function fullStack(error: unknown): string {
  const stacks: string[] = [];
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    stacks.push(cause.stack ?? cause.message);
  }
  return stacks.join('\ncaused by: ');
}
