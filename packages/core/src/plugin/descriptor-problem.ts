import type { PluginDescriptor } from './descriptor.js';
import { STAGES } from './stages.js';

const ID = /^([a-z][a-z0-9_-]*)\.([a-z]+)\.([A-Za-z0-9_-]+)$/;
const KEY = /^[a-z][\w-]*(?:\.[A-Za-z_][\w-]*)*$/;
const VERSION = /^\d+(?:\.\d+){0,2}$/;

/**
 * What is wrong with a descriptor, as words that follow "it is not a plugin:"; undefined when nothing
 * is. Plugins may be plain JavaScript, so nothing is taken for granted.
 */
export function descriptorProblem(descriptor: PluginDescriptor): string | undefined {
  const { name, version, provides, config = [], contracts = [] } = descriptor;
  if (typeof name !== 'string' || name === '') return 'its descriptor has no name';
  if (typeof version !== 'string') return 'its descriptor has no version (a text such as "1.2.0")';
  if (!Array.isArray(provides)) return 'its descriptor does not say what it provides (a list)';
  return (
    firstOf(provides, provisionProblem) ??
    (Array.isArray(config)
      ? firstOf(config, configProblem)
      : 'config of its descriptor is not a list') ??
    (Array.isArray(contracts)
      ? firstOf(contracts, contractProblem)
      : 'contracts of its descriptor is not a list')
  );
}

function firstOf<T>(
  items: readonly T[],
  problem: (item: Partial<T>) => string | undefined,
): string | undefined {
  for (const item of items) {
    const found = problem(item ?? {});
    if (found !== undefined) return found;
  }
  return undefined;
}

function provisionProblem({
  id,
  title,
}: Partial<PluginDescriptor['provides'][number]>): string | undefined {
  const stage = ID.exec(String(id))?.[2];
  if (!STAGES.some((known) => known === stage)) {
    return `it provides “${id}”, which is not <domain>.<stage>.<type> with one of the stages ${STAGES.join(', ')}`;
  }
  return typeof title === 'string' ? undefined : `it has no title for ${id}`;
}

function configProblem({
  key,
  schema,
}: Partial<NonNullable<PluginDescriptor['config']>[number]>): string | undefined {
  if (typeof key !== 'string' || !KEY.test(key)) {
    return `it has configuration for “${key}”, which is no dotted key`;
  }
  const isSchema = typeof schema === 'object' && schema !== null;
  return isSchema ? undefined : `it has no JSON Schema for its configuration of ${key}`;
}

function contractProblem({
  name,
  version,
  columns,
}: Partial<NonNullable<PluginDescriptor['contracts']>[number]>): string | undefined {
  if (typeof name !== 'string') return 'one of its contracts has no name';
  if (typeof version !== 'string' || !VERSION.test(version)) {
    return `its contract ${name} has no version (such as "1.0")`;
  }
  return Array.isArray(columns) ? undefined : `its contract ${name} has no list of columns`;
}
