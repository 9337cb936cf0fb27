/** Chains of calls, each kept once: a chain is its innermost call and the chain around that. */
export class CallChains {
  readonly #around: number[] = [];
  readonly #names: number[] = [];
  readonly #known = new Map<number, Map<number, number>>();

  get count(): number {
    return this.#names.length;
  }

  /** The chain of a call inside of another chain; −1 is the chain of none. */
  inside(chain: number, name: number): number {
    let calls = this.#known.get(chain);
    if (calls === undefined) {
      calls = new Map();
      this.#known.set(chain, calls);
    }
    let own = calls.get(name);
    if (own === undefined) {
      this.#around.push(chain);
      own = this.#names.push(name) - 1;
      calls.set(name, own);
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
