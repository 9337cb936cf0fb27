/** In the words of the command, what stands for the input and for the folder to write to. */
const INPUT = '{input}';
const OUTPUT = '{output}';

/** Where a program reads and where it writes, absolute. */
export interface ProgramPlaces {
  readonly input: string;
  readonly output: string;
}

/**
 * The words of the command with the input and the folder in their places, or behind them where they
 * have none.
 */
export function commandOf(words: readonly string[], { input, output }: ProgramPlaces): string[] {
  const hasPlaces = words.some((word) => word.includes(INPUT) || word.includes(OUTPUT));
  const all = hasPlaces ? words : [...words, INPUT, OUTPUT];
  // At once, so that a path with braces in its name stays as it is.
  return all.map((word) =>
    word.replaceAll(/\{(?:input|output)\}/g, (place) => (place === INPUT ? input : output)),
  );
}

/** The words as they are typed in a shell. */
export function shellText(words: readonly string[]): string {
  return words
    .map((word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`))
    .join(' ');
}
