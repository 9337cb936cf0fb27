import 'reflect-metadata';
import { type DependencyContainer, container as rootContainer } from 'tsyringe';
import { closestTo } from '../config/index.js';
import type { ContractDescription } from '../tables/contract.js';
import { PLUGIN_API_VERSION, type Plugin, type PluginDescriptor } from './descriptor.js';
import { pluginErrors } from './errors.js';
import {
  type Checker,
  type Parser,
  type RuleSet,
  STAGES,
  type Stage,
  type Visualizer,
} from './stages.js';

interface StageTypes {
  parser: Parser;
  rules: RuleSet;
  checker: Checker;
  visualizer: Visualizer;
}

const ID = /^([a-z][a-z0-9_-]*)\.([a-z]+)\.([A-Za-z0-9_-]+)$/;

/** Knows what plugins provide and makes it. */
export class PluginRegistry {
  readonly container: DependencyContainer;
  readonly #descriptors: PluginDescriptor[] = [];
  readonly #providers = new Map<string, PluginDescriptor>();

  constructor(container: DependencyContainer = rootContainer.createChildContainer()) {
    this.container = container;
  }

  /**
   * Adds a plugin.
   *
   * @throws RlInsightError when it is not one, is of another API version, or provides an id twice.
   */
  add(plugin: Plugin): void {
    const { descriptor } = plugin;
    if (typeof descriptor?.name !== 'string' || typeof plugin.register !== 'function') {
      throw pluginErrors.notAPlugin(
        descriptor?.name ?? 'A module',
        'it has no descriptor or register function',
      );
    }
    if (descriptor.apiVersion !== PLUGIN_API_VERSION) {
      throw pluginErrors.wrongApi(descriptor.name, descriptor.apiVersion, PLUGIN_API_VERSION);
    }
    for (const { id } of descriptor.provides) {
      const stage = ID.exec(id)?.[2];
      if (!STAGES.some((known) => known === stage)) {
        throw pluginErrors.notAPlugin(
          descriptor.name,
          `it provides “${id}”, which is not <domain>.<stage>.<type> with one of the stages ${STAGES.join(', ')}`,
        );
      }
      const other = this.#providers.get(id);
      if (other !== undefined) throw pluginErrors.duplicate(id, other.name, descriptor.name);
    }
    plugin.register(this.container);
    for (const { id } of descriptor.provides) {
      if (!this.container.isRegistered(id, true)) {
        throw pluginErrors.notAPlugin(
          descriptor.name,
          `its register function registers nothing for “${id}”`,
        );
      }
      this.#providers.set(id, descriptor);
    }
    this.#descriptors.push(descriptor);
  }

  get plugins(): readonly PluginDescriptor[] {
    return this.#descriptors;
  }

  /** Domains that something is provided for, sorted. */
  get domains(): readonly string[] {
    return [...new Set([...this.#providers.keys()].map((id) => id.split('.')[0]))].sort();
  }

  /** Types that are provided for a stage of a domain, sorted. */
  types(domain: string, stage: Stage): readonly string[] {
    const prefix = `${domain}.${stage}.`;
    return [...this.#providers.keys()]
      .filter((id) => id.startsWith(prefix))
      .map((id) => id.slice(prefix.length))
      .sort();
  }

  /** Types of visualizers whose files are for other tools, sorted. */
  exportTypes(domain: string): readonly string[] {
    const marked = this.#descriptors.flatMap(({ provides }) =>
      provides.filter(({ exports }) => exports).map(({ id }) => id),
    );
    return this.types(domain, 'visualizer').filter((type) =>
      marked.includes(`${domain}.visualizer.${type}`),
    );
  }

  /** Contracts of the tables of a domain; every set of tables has the first. */
  contracts(domain: string): readonly ContractDescription[] {
    const contracts = new Map<string, ContractDescription>();
    for (const descriptor of this.#descriptors) {
      if (!descriptor.provides.some(({ id }) => id.startsWith(`${domain}.`))) continue;
      for (const contract of descriptor.contracts ?? []) {
        if (!contracts.has(contract.name)) contracts.set(contract.name, contract);
      }
    }
    return [...contracts.values()];
  }

  /**
   * What `<domain>.<stage>.type=<type>` names.
   *
   * @throws RlInsightError that lists the known types and the closest one.
   */
  resolve<S extends Stage>(domain: string, stage: S, type: string): StageTypes[S] {
    const id = `${domain}.${stage}.${type}`;
    if (!this.#providers.has(id)) {
      const known = this.types(domain, stage);
      throw pluginErrors.unknownType(
        `${domain}.${stage}.type`,
        type,
        known,
        closestTo(type, known),
      );
    }
    return this.container.resolve<StageTypes[S]>(id);
  }

  /** `package@version` of the plugin that provides an id. */
  producerOf(domain: string, stage: Stage, type: string): string {
    const provider = this.#providers.get(`${domain}.${stage}.${type}`);
    return provider === undefined ? '' : `${provider.name}@${provider.version}`;
  }
}
