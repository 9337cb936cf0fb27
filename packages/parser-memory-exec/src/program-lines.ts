import { stripVTControlCharacters } from 'node:util';

/** Characters of a line that are kept. A program may write without end and without a line's end. */
const LONGEST_LINE = 500;
/** Lines that are told when a program fails. */
const LAST_LINES = 20;

/** What a program writes must not move the cursor of a terminal, colour it or turn its text around. */
export function printable(text: string): string {
  return stripVTControlCharacters(text)
    .replaceAll('\t', ' ')
    .replaceAll(/[\p{Cc}\p{Bidi_Control}\u2028\u2029]/gu, '\u{FFFD}');
}

/** Takes pieces of text, and tells of each line of them that is not blank, as text that can be shown. */
export class LineReader {
  readonly #tell: (line: string) => void;
  #begun = '';

  constructor(tell: (line: string) => void) {
    this.#tell = tell;
  }

  add(piece: string): void {
    // Progress bars begin their line anew by a carriage return alone.
    const [first, ...others] = piece.split(/[\r\n]/);
    this.#append(first);
    for (const begin of others) {
      this.end();
      this.#append(begin);
    }
  }

  /** What was begun is a line, too. */
  end(): void {
    const isCut = this.#begun.length > LONGEST_LINE;
    const line = printable(this.#begun.slice(0, LONGEST_LINE)).trimEnd();
    this.#begun = '';
    if (line !== '') this.#tell(isCut ? `${line}…` : line);
  }

  #append(text: string): void {
    // One character more tells that there were more.
    const room = LONGEST_LINE + 1 - this.#begun.length;
    if (room > 0) this.#begun += text.slice(0, room);
  }
}

/** The last lines that were told. */
export class LastLines {
  readonly lines: string[] = [];

  add(line: string): void {
    this.lines.push(line);
    if (this.lines.length > LAST_LINES) this.lines.shift();
  }
}
