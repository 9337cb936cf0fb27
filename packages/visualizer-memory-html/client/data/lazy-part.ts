/** Something that is loaded once, when somebody asks for it. */
export class LazyPart<Value> {
  readonly #make: () => Promise<Value>;
  readonly #listeners: (() => void)[] = [];
  #loading: Promise<Value | undefined> | undefined;
  #value: Value | undefined;

  /** @param make may fail, having said so on the page */
  constructor(make: () => Promise<Value>) {
    this.#make = make;
  }

  /** Undefined until it is there. */
  get value(): Value | undefined {
    return this.#value;
  }

  onLoaded(listener: () => void): void {
    this.#listeners.push(listener);
  }

  /** Resolves with undefined where it cannot be loaded. */
  load(): Promise<Value | undefined> {
    this.#loading ??= this.#load();
    return this.#loading;
  }

  async #load(): Promise<Value | undefined> {
    try {
      this.#value = await this.#make();
    } catch {
      return undefined;
    }
    for (const listener of this.#listeners) listener();
    return this.#value;
  }
}
