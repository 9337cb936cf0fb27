/** Which user ranges are scopes, and inside which ones allocations count for none. */
export class RangeFilter {
  readonly #include: ((name: string, domain: string) => boolean) | undefined;
  readonly #exclude: (name: string, domain: string) => boolean;

  /**
   * Each is a name, `domain/name`, or a regular expression between slashes.
   *
   * @param include all ranges when undefined.
   * @throws SyntaxError when an expression is none.
   */
  constructor(include?: readonly string[], exclude: readonly string[] = []) {
    this.#include = include && anyOf(include);
    this.#exclude = anyOf(exclude);
  }

  includes(name: string, domain: string): boolean {
    return this.#include?.(name, domain) ?? true;
  }

  excludes(name: string, domain: string): boolean {
    return this.#exclude(name, domain);
  }
}

function anyOf(patterns: readonly string[]): (name: string, domain: string) => boolean {
  const tests = patterns.map((pattern) => {
    const expression = /^\/(.*)\/([a-z]*)$/s.exec(pattern);
    if (expression === null) {
      return (name: string, domain: string) => pattern === name || pattern === `${domain}/${name}`;
    }
    const test = new RegExp(expression[1], expression[2]);
    return (name: string, domain: string) => test.test(name) || test.test(`${domain}/${name}`);
  });
  return (name, domain) => tests.some((test) => test(name, domain));
}
