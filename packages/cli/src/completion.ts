import { completeWord } from '@rl-insight/core/config';
import { knownDescriptors } from './config/descriptors.js';
import { configSchema } from './config/schema.js';

/** What the word that is being typed can become: commands, keys, ids after a key; else paths. */
export async function complete(current: string, commands: readonly string[]): Promise<string[]> {
  const schema = configSchema(await knownDescriptors());
  const words = completeWord(schema, current);
  return [...commands.filter((command) => command.startsWith(current)), ...words];
}
