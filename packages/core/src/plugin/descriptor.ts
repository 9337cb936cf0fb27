import type { DependencyContainer } from 'tsyringe';
import type { JsonSchema } from '../config/index.js';
import type { ContractDescription } from '../tables/contract.js';

/** Version of the interface between this package and plugins. */
export const PLUGIN_API_VERSION = 1;

/** One thing that a plugin provides. */
export interface Provision {
  /** `<domain>.<stage>.<type>`, e.g. `timeline.parser.nvtx`. */
  readonly id: string;
  /** One line for lists and help. */
  readonly title: string;
  /** Of a visualizer: its files are for other tools, and the command `export` takes it. */
  readonly exports?: boolean;
}

/** A part of the configuration that a plugin brings. */
export interface ConfigFragment {
  /** Dotted key of the part, e.g. `timeline.parser`. */
  readonly key: string;
  readonly schema: JsonSchema;
}

/** What a plugin says of itself; plain data. */
export interface PluginDescriptor {
  /** Package name. */
  readonly name: string;
  readonly version: string;
  /** {@link PLUGIN_API_VERSION} that it was written for. */
  readonly apiVersion: number;
  readonly provides: readonly Provision[];
  readonly config?: readonly ConfigFragment[];
  /** Contracts of the tables that it writes or reads, the one that no set lacks first. */
  readonly contracts?: readonly ContractDescription[];
}

/**
 * What a plugin exports. Importing it does nothing; `register` gives the container a factory for
 * each id that the descriptor names. What is heavy is imported when a stage runs.
 */
export interface Plugin {
  readonly descriptor: PluginDescriptor;
  register(container: DependencyContainer): void;
}
