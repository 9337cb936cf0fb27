import {
  PLUGIN_API_VERSION,
  type Plugin,
  PluginRegistry,
  Reporter,
  STAGES,
  type Stage,
} from '@rl-insight/core';
import type { JsonSchema } from '@rl-insight/core/config';
import { parseContractVersion } from '@rl-insight/core/tables';
import { WorkerPool } from '@rl-insight/core/workers';
import { configOf } from '../host/config.js';
import { Nonconformity } from '../suite/nonconformity.js';

const ID = /^([a-z][a-z0-9_-]*)\.([a-z]+)\.([A-Za-z0-9_-]+)$/;
const VERSION = /^\d+\.\d+\.\d+/;

/**
 * Looks at what a plugin says of itself, and whether its `register` does what that promises.
 *
 * @throws Nonconformity with the first thing that is wrong.
 */
export async function checkDescriptor(plugin: Plugin, id: string): Promise<void> {
  const { name, version, apiVersion, provides, contracts } = plugin.descriptor;
  const fail = (field: string, found: unknown, expected: string): never => {
    throw new Nonconformity({
      problem: `The descriptor's ${field} is wrong`,
      found,
      expected,
      remedy: `Mend ${field} of the descriptor.`,
    });
  };
  if (typeof name !== 'string' || name.trim() === '') fail('name', name, 'the name of the package');
  if (!VERSION.test(String(version))) fail('version', version, 'a version such as 1.2.3');
  if (apiVersion !== PLUGIN_API_VERSION) {
    fail('apiVersion', apiVersion, `${PLUGIN_API_VERSION}, which this suite is for`);
  }
  if (!Array.isArray(provides) || provides.length === 0) fail('provides', provides, 'a list');
  for (const { id: one, title } of provides) {
    const stage = ID.exec(one)?.[2];
    if (!STAGES.some((known) => known === stage)) {
      fail('provides', one, `<domain>.<stage>.<type> with a stage of ${STAGES.join(', ')}`);
    }
    if (!title?.trim() || title.includes('\n')) fail(`title of ${one}`, title, 'one line of text');
  }
  const ids = provides.map((provision) => provision.id);
  if (new Set(ids).size < ids.length) fail('provides', ids, 'each id once');
  if (!ids.includes(id)) fail('provides', ids, `${id}, which is what is tested`);
  for (const contract of contracts ?? []) {
    if (parseContractVersion(contract.version) === undefined) {
      fail(`version of the contract ${contract.name}`, contract.version, 'major or major.minor');
    }
  }
  await checkKeys(plugin);
  checkRegistration(plugin);
}

/** Every key has a description and a default that its own schema takes. */
async function checkKeys({ descriptor }: Plugin): Promise<void> {
  for (const { key, schema } of descriptor.config ?? []) {
    for (const [path, leaf] of leaves(key, schema)) {
      const missing = !leaf.description?.trim()
        ? 'description'
        : leaf.default === undefined
          ? 'default'
          : undefined;
      if (missing === undefined) continue;
      throw new Nonconformity({
        problem: `The configuration key ${path} has no ${missing}`,
        expected: `a ${missing}`,
        remedy: `Give it one in the schema: \`--help\` is printed from it, and a stage finds the default (null where there is none).`,
      });
    }
  }
  try {
    await configOf([descriptor], 'conformance', {});
  } catch (cause) {
    throw new Nonconformity({
      problem: 'The configuration keys cannot be resolved',
      found: cause,
      remedy: 'Give each key a schema that takes its default.',
      cause,
    });
  }
}

function* leaves(key: string, schema: JsonSchema): Generator<[string, JsonSchema]> {
  if (schema.properties === undefined) yield [key, schema];
  else
    for (const [name, child] of Object.entries(schema.properties))
      yield* leaves(`${key}.${name}`, child);
}

function checkRegistration(plugin: Plugin): void {
  const registry = new PluginRegistry();
  try {
    registry.add(plugin);
    const report = new Reporter();
    const stages = registry.forRun({
      config: { get: () => undefined },
      logger: report,
      progress: report.progress.bind(report),
      signal: new AbortController().signal,
      workers: new WorkerPool(1),
      memoryLimitMb: 1024,
      runId: 'conformance',
    });
    for (const { id } of plugin.descriptor.provides) {
      const [domain, stage, type] = id.split('.');
      stages.resolve(domain, stage as Stage, type);
    }
  } catch (cause) {
    throw new Nonconformity({
      problem: 'The plugin cannot be registered',
      found: cause,
      remedy:
        'Have register(container) register a factory or a value for each id of the descriptor.',
      cause,
    });
  }
}
