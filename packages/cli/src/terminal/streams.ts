import pc from 'picocolors';

/** What the command writes to; tests give their own. */
export interface Streams {
  readonly stdout: NodeJS.WritableStream & { readonly isTTY?: boolean; readonly columns?: number };
  readonly stderr: NodeJS.WritableStream & { readonly isTTY?: boolean; readonly columns?: number };
}

export type Colors = ReturnType<typeof pc.createColors>;

/** Colours where the stream is a terminal; `NO_COLOR` and `FORCE_COLOR` have the last word. */
export function colorsFor(stream: Streams['stderr'], env: NodeJS.ProcessEnv): Colors {
  if (env.NO_COLOR) return pc.createColors(false);
  if (env.FORCE_COLOR !== undefined) return pc.createColors(env.FORCE_COLOR !== '0');
  return pc.createColors(stream.isTTY === true && env.TERM !== 'dumb');
}

/** Breaks long lines of prose at blanks; the lines after the first are indented. */
export function wrap(text: string, width: number, indent: string): string {
  return text
    .split('\n')
    .map((line) => {
      const lines: string[] = [];
      let rest = line;
      while (rest.length > width) {
        const blank = rest.lastIndexOf(' ', width);
        // A path is longer than a line more often than not, and must be copied whole.
        const cut = blank > indent.length ? blank : rest.indexOf(' ', width);
        if (cut < 0) break;
        lines.push(rest.slice(0, cut));
        rest = indent + rest.slice(cut + 1);
      }
      return [...lines, rest].join('\n');
    })
    .join('\n');
}

const WIDTH = 100;

/** Columns that an answer may take: those of the terminal, or a usual width where there is none. */
export function terminalWidth({ isTTY, columns }: Streams['stdout']): number {
  return isTTY === true && columns !== undefined ? Math.max(60, columns) : WIDTH;
}
