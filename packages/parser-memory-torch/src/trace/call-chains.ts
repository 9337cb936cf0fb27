/** Names are numbered below this, and chains up to 2^53 by it. */
const MOST_NAMES = 2 ** 26;

/** Chains of calls, each kept once: a chain is its innermost call and the chain around that. */
export class CallChains {
  readonly #around: number[] = [];
  readonly #names: number[] = [];
  /** By the chain around and the name, as one number. */
  readonly #known = new Map<number, number>();

  get count(): number {
    return this.#names.length;
  }

  /** The chain of a call inside of another chain; −1 is the chain of none. */
  inside(chain: number, name: number): number {
    const key = (chain + 1) * MOST_NAMES + name;
    let own = this.#known.get(key);
    if (own === undefined) {
      this.#around.push(chain);
      own = this.#names.push(name) - 1;
      this.#known.set(key, own);
    }
    return own;
  }

  /** Names of the calls, innermost first. */
  names(chain: number): number[] {
    const names: number[] = [];
    for (let at = chain; at >= 0; at = this.#around[at]) names.push(this.#names[at]);
    return names;
  }
}
