/**
 * Texts by their codes, each decoded when it is first asked for: a text that nobody asks for costs
 * its bytes.
 */
export class TextDecoding {
  /** Codes of texts that turned out not to be UTF-8, or to have broken escapes. */
  readonly damaged = new Set<number>();
  readonly #decoded: (string | undefined)[] = [];
  readonly #strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  readonly #lenient = new TextDecoder('utf-8', { ignoreBOM: true });
  readonly #resolve: (text: string) => string;

  /** `resolve` replaces the escapes of a text; it throws when they are broken. */
  constructor(resolve: (text: string) => string) {
    this.#resolve = resolve;
  }

  /** The text of a code that was decoded before. */
  known(code: number): string | undefined {
    return this.#decoded[code];
  }

  /** Decodes the text of a code; bytes that are not UTF-8 become U+FFFD. */
  decode(code: number, bytes: Uint8Array, escaped: boolean): string {
    const text = this.#text(code, bytes, escaped);
    this.#decoded[code] = text;
    return text;
  }

  #text(code: number, bytes: Uint8Array, escaped: boolean): string {
    let text: string;
    try {
      text = this.#strict.decode(bytes);
    } catch {
      this.damaged.add(code);
      text = this.#lenient.decode(bytes);
    }
    if (!escaped) return text;
    try {
      return this.#resolve(text);
    } catch {
      this.damaged.add(code);
      return text;
    }
  }
}
