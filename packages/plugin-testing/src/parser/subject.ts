import { resolve } from 'node:path';
import type { Parser, StageContext } from '@rl-insight/core';
import { adoptTableSet, loadTables, type Tables } from '@rl-insight/core/tables';
import { Host, type RunOptions } from '../host/host.js';
import { importPlugin, moduleUrl, type PluginSubject } from '../suite/subject.js';

/** Something that no parser can read whole: content for a file of the name of the sample, or what lies at a path. */
export type BadInput = string | Uint8Array | { readonly path: string };

export interface ParserSubject extends PluginSubject {
  /** Path of a good sample, small and with all that the source can say: a file or a folder. */
  readonly input: string;
  /** Inputs that the parser has to refuse, by a name for messages, besides those that the suite makes. */
  readonly badInputs?: Readonly<Record<string, BadInput>>;
}

/** The tables of a subject of the input. */
export interface ParsedSet {
  readonly name: string;
  readonly tables: Tables;
}

/** The parser, and what it makes of the sample: parsed once for all cases that only look. */
export class TestedParser {
  readonly input: string;
  readonly #subject: ParserSubject;
  #host: Promise<Host> | undefined;
  #sets: Promise<readonly ParsedSet[]> | undefined;

  constructor(subject: ParserSubject) {
    this.#subject = subject;
    this.input = resolve(subject.input);
  }

  get domain(): string {
    return this.#subject.domain ?? 'memory';
  }

  get type(): string {
    return this.#subject.type;
  }

  host(): Promise<Host> {
    const { config } = this.#subject;
    this.#host ??= importPlugin(moduleUrl(this.#subject)).then(
      (plugin) => new Host(plugin, this.domain, config),
    );
    return this.#host;
  }

  /** Gives work the parser of a run of its own. */
  async withParser<T>(
    work: (parser: Parser, context: StageContext) => Promise<T>,
    options: RunOptions = {},
  ): Promise<T> {
    const host = await this.host();
    return host.run(
      (context, stages) => work(stages.resolve(this.domain, 'parser', this.type), context),
      options,
    );
  }

  /** The sets of the sample, as one run gives them to all cases. */
  sets(): Promise<readonly ParsedSet[]> {
    this.#sets ??= this.parse();
    return this.#sets;
  }

  /** Parses the sample. */
  async parse(options: RunOptions = {}): Promise<ParsedSet[]> {
    return this.withParser(async (parser, context) => {
      const sets: ParsedSet[] = [];
      for await (const set of parser.parse(this.input, context)) {
        // A plugin may bring a copy of Arrow of its own.
        sets.push({ name: set.name, tables: await loadTables(adoptTableSet(set)) });
      }
      return sets;
    }, options);
  }
}
