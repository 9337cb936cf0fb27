import 'reflect-metadata';
import { type DependencyContainer, container as rootContainer } from 'tsyringe';
import { closestTo, composeSchema } from '../config/index.js';
import { isRlInsightError } from '../errors/error.js';
import type { ContractDescription } from '../tables/contract.js';
import { PLUGIN_API_VERSION, type Plugin, type PluginDescriptor } from './descriptor.js';
import { descriptorProblem } from './descriptor-problem.js';
import { pluginErrors } from './errors.js';
import { offer, type Services } from './services.js';
import type { Checker, Parser, RuleSet, Stage, Visualizer } from './stages.js';

interface StageTypes {
  parser: Parser;
  rules: RuleSet;
  checker: Checker;
  visualizer: Visualizer;
}

/** What each stage must have, since plugins may be plain JavaScript. */
const METHODS: Readonly<Record<Stage, readonly string[]>> = {
  parser: ['parse'],
  rules: ['prepare', 'rules'],
  checker: ['check'],
  visualizer: ['visualize'],
};

/** Makes stages by what the configuration calls them. */
export interface StageFactory {
  /**
   * What `<domain>.<stage>.type=<type>` names.
   *
   * @throws RlInsightError that lists the known types and the closest one, or tells why the plugin
   * cannot make it.
   */
  resolve<S extends Stage>(domain: string, stage: S, type: string): StageTypes[S];
}

/** Knows what plugins provide and makes it. */
export class PluginRegistry implements StageFactory {
  readonly container: DependencyContainer;
  readonly #plugins: Plugin[] = [];
  readonly #providers = new Map<string, Plugin>();
  #outsideRuns: StageFactory | undefined;

  /** @param container what it has registered under {@link SERVICES} is used in every run. */
  constructor(container: DependencyContainer = rootContainer.createChildContainer()) {
    this.container = container;
  }

  /**
   * Adds a plugin, or nothing of it.
   *
   * @throws RlInsightError when it is not one, is of another API version, provides what another one
   * provides, or has configuration keys that do not fit those of another one.
   */
  add(plugin: Plugin): void {
    const { descriptor } = plugin;
    if (descriptor === undefined || typeof plugin.register !== 'function') {
      throw pluginErrors.notAPlugin(
        descriptor?.name ?? 'A module',
        'it has no descriptor or register function',
      );
    }
    const name = String(descriptor.name ?? 'A module');
    // Of another version it may well look different.
    if (descriptor.apiVersion !== PLUGIN_API_VERSION) {
      throw pluginErrors.wrongApi(name, descriptor.apiVersion, PLUGIN_API_VERSION);
    }
    const problem = descriptorProblem(descriptor);
    if (problem !== undefined) throw pluginErrors.notAPlugin(name, problem);
    this.#requireFreeIds(descriptor);
    this.#requireFittingKeys(descriptor);
    requireRegistration(plugin, this.container);
    for (const { id } of descriptor.provides) this.#providers.set(id, plugin);
    this.#plugins.push(plugin);
    this.#outsideRuns = undefined;
  }

  get plugins(): readonly PluginDescriptor[] {
    return this.#plugins.map(({ descriptor }) => descriptor);
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
    const marked = this.plugins.flatMap(({ provides }) =>
      provides.filter(({ exports }) => exports).map(({ id }) => id),
    );
    return this.types(domain, 'visualizer').filter((type) =>
      marked.includes(`${domain}.visualizer.${type}`),
    );
  }

  /** Contracts of the tables of a domain; every set of tables has the first. */
  contracts(domain: string): readonly ContractDescription[] {
    const contracts = new Map<string, ContractDescription>();
    for (const descriptor of this.plugins) {
      if (!descriptor.provides.some(({ id }) => id.startsWith(`${domain}.`))) continue;
      for (const contract of descriptor.contracts ?? []) {
        if (!contracts.has(contract.name)) contracts.set(contract.name, contract);
      }
    }
    return [...contracts.values()];
  }

  /** Makes the stages of one run, which find what it offers in their container by {@link SERVICES}. */
  forRun(services: Partial<Services>): StageFactory {
    const run = this.container.createChildContainer();
    offer(run, services);
    const own = new Map<Plugin, DependencyContainer>();
    const containerOf = (plugin: Plugin) => {
      let container = own.get(plugin);
      if (container === undefined) {
        // Of its own, so that no plugin can take what another one provides.
        container = run.createChildContainer();
        plugin.register(container);
        own.set(plugin, container);
      }
      return container;
    };
    return {
      resolve: <S extends Stage>(domain: string, stage: S, type: string): StageTypes[S] => {
        const id = `${domain}.${stage}.${type}`;
        const plugin = this.#providers.get(id);
        if (plugin === undefined) throw this.#unknownType(domain, stage, type);
        const made = make<StageTypes[S]>(plugin, id, containerOf);
        const lacking = METHODS[stage].find((method) => !hasMethod(made, method));
        if (lacking === undefined) return made;
        const problem = new TypeError(`what it makes has no method ${lacking}`);
        throw pluginErrors.notMade(plugin.descriptor.name, id, problem);
      },
    };
  }

  /** The same outside of any run, where stages find only what somebody registered for all runs. */
  resolve<S extends Stage>(domain: string, stage: S, type: string): StageTypes[S] {
    this.#outsideRuns ??= this.forRun({});
    return this.#outsideRuns.resolve(domain, stage, type);
  }

  /** `package@version` of the plugin that provides an id. */
  producerOf(domain: string, stage: Stage, type: string): string {
    const provider = this.#providers.get(`${domain}.${stage}.${type}`)?.descriptor;
    return provider === undefined ? '' : `${provider.name}@${provider.version}`;
  }

  #requireFreeIds({ name, provides }: PluginDescriptor): void {
    const ids = new Set<string>();
    for (const { id } of provides) {
      const other = ids.has(id) ? name : this.#providers.get(id)?.descriptor.name;
      if (other !== undefined) throw pluginErrors.duplicate(id, other, name);
      ids.add(id);
    }
  }

  #requireFittingKeys(descriptor: PluginDescriptor): void {
    if ((descriptor.config ?? []).length === 0) return;
    const fragments = [...this.plugins, descriptor].flatMap(({ name, config }) =>
      (config ?? []).map((fragment) => ({ ...fragment, owner: name })),
    );
    try {
      composeSchema(fragments);
    } catch (error) {
      throw pluginErrors.keyClash(descriptor.name, (error as Error).message);
    }
  }

  #unknownType(domain: string, stage: Stage, type: string) {
    const known = this.types(domain, stage);
    const key = `${domain}.${stage}.type`;
    return pluginErrors.unknownType(key, type, known, closestTo(type, known));
  }
}

function make<T>(plugin: Plugin, id: string, containerOf: (plugin: Plugin) => DependencyContainer) {
  try {
    return containerOf(plugin).resolve<T>(id);
  } catch (error) {
    if (isRlInsightError(error)) throw error;
    throw pluginErrors.notMade(plugin.descriptor.name, id, error);
  }
}

function hasMethod(value: unknown, name: string): boolean {
  return typeof (value as Record<string, unknown> | null | undefined)?.[name] === 'function';
}

/** Lets a plugin register in a container that is then left alone, to see whether it does. */
function requireRegistration(plugin: Plugin, parent: DependencyContainer): void {
  const { name, provides } = plugin.descriptor;
  const trial = parent.createChildContainer();
  try {
    plugin.register(trial);
  } catch (error) {
    const problem = isRlInsightError(error) ? `${error.message} ${error.remedy}` : String(error);
    throw pluginErrors.notAPlugin(
      name,
      `its register function fails: ${problem.replace(/\.$/, '')}`,
      error,
    );
  }
  for (const { id } of provides) {
    if (!trial.isRegistered(id)) {
      throw pluginErrors.notAPlugin(name, `its register function registers nothing for “${id}”`);
    }
  }
}
