/** A block of memory, as a test draws it. Times in ns, sizes in bytes. */
export interface DrawnBlock {
  /** Name of the operator. */
  readonly who: string;
  readonly start: number;
  /** Null: not released in its capture. */
  readonly end: number | null;
  readonly size: number;
  /** Frames, innermost first, joined by `;\r\n`. */
  readonly stack?: string;
  readonly role?: string;
  readonly rank?: number;
  readonly device?: string;
  readonly thread?: number;
  readonly threadName?: string;
}

const LINE = /^\s*(?<who>.*\S)\s+(?<start>\d+)\s+(?<end>\d+|-)\s+(?<size>\d+)\s*$/;

/**
 * Blocks out of lines of (who, start, end, size); an end of `-` is a block that is not released. Blank
 * lines are passed over, and a first line of those four words.
 *
 * ```text
 * who        start  end   size
 * aten::mm      10   30   4096
 * aten::add     20    -   8192
 * ```
 *
 * @throws SyntaxError with the line that is none of this.
 */
export function drawnBlocks(text: string): DrawnBlock[] {
  return text.split('\n').flatMap((line, i) => {
    if (line.trim() === '' || /^\s*who\s+start\s+end\s+size\s*$/.test(line)) return [];
    const { who, start, end, size } = LINE.exec(line)?.groups ?? {};
    if (who === undefined) {
      throw new SyntaxError(`line ${i + 1} is not “who start end size”: ${line}`);
    }
    return [
      { who, start: Number(start), end: end === '-' ? null : Number(end), size: Number(size) },
    ];
  });
}
