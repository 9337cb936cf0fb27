import { completeWord } from '@rl-insight/core/config';
import { builtinPlugins } from './config/builtins.js';
import { configSchema } from './config/schema.js';

/** What the word that is being typed can become: commands, keys, ids after a key; else paths. */
export async function complete(current: string, commands: readonly string[]): Promise<string[]> {
  const plugins = await builtinPlugins();
  const schema = configSchema(plugins.map(({ descriptor }) => descriptor));
  const words = completeWord(schema, current);
  return [...commands.filter((command) => command.startsWith(current)), ...words];
}
