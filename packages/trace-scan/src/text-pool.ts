/** Equal byte ranges have equal codes, which count up from 0. */
export interface TextPool {
  /** How many different texts there are; codes are below it. */
  readonly size: number;
  /** Codes of texts that turned out not to be UTF-8, or to have broken escapes, when decoded. */
  readonly damaged: ReadonlySet<number>;
  /**
   * The code of `bytes[start, end)`; `words` is a view of the same bytes. Bytes with `escaped` set
   * hold escapes, and are never equal to bytes without.
   */
  code(bytes: Uint8Array, words: DataView, start: number, end: number, escaped: boolean): number;
  /** The text of a code. Bytes that are not UTF-8 become U+FFFD. */
  text(code: number): string;
  /** The bytes of a code, which may be replaced when more texts come, and whether they hold escapes. */
  bytes(code: number): { readonly bytes: Uint8Array; readonly escaped: boolean };
}
