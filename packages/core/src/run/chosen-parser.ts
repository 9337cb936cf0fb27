import { AUTO } from '../config/auto.js';
import type { StageFactory } from '../plugin/registry.js';
import type { Parser } from '../plugin/stages.js';
import { detectParser } from './detect.js';
import type { PipelineRequest } from './pipeline.js';

/** What inputs were found to be: one request may ask for streams first, and then for tables. */
const FOUND = new WeakMap<PipelineRequest, string>();

/** The parser of a run: the one that its configuration names, or the one that knows the input. */
export class ChosenParser {
  readonly #request: PipelineRequest;
  readonly #factory: StageFactory;
  #type: string;
  #parser: Parser | undefined;

  /** @throws RlInsightError where the configuration names a parser that is not there. */
  constructor(request: PipelineRequest, factory: StageFactory) {
    this.#request = request;
    this.#factory = factory;
    this.#type = request.config.get<string>(`${request.domain}.parser.type`) ?? '';
    if (this.#type !== '' && this.#type !== AUTO) this.#parser = this.#resolved();
  }

  /** What the configuration says; in place of `auto`, what the input was found to be. */
  get type(): string {
    return this.#type;
  }

  /**
   * The parser of an input; undefined where the configuration names none.
   *
   * @throws RlInsightError where it is not clear what the input is.
   */
  async of(path: string): Promise<Parser | undefined> {
    if (this.#type !== AUTO || this.#parser !== undefined) return this.#parser;
    // It draws what was read before, unless somebody names a parser.
    if (this.#request.command === 'visualize') return undefined;
    this.#type = FOUND.get(this.#request) ?? (await this.#detect(path));
    FOUND.set(this.#request, this.#type);
    this.#parser = this.#resolved();
    return this.#parser;
  }

  #resolved(): Parser {
    return this.#factory.resolve(this.#request.domain, 'parser', this.#type);
  }

  async #detect(path: string): Promise<string> {
    const { registry, domain, report, signal } = this.#request;
    const { type, found } = await detectParser(registry, this.#factory, domain, path, signal);
    const detail = `${path}: ${found} (${domain}.parser.type=${type})`;
    report.progress({ kind: 'stage-begin', stage: 'detect', detail });
    report.progress({ kind: 'stage-end', stage: 'detect' });
    return type;
  }
}
