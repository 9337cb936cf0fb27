import { existsSync } from 'node:fs';
import { inputMissing } from '../errors/input.js';
import type { PluginRegistry, StageFactory } from '../plugin/registry.js';
import type { Detection } from '../plugin/stages.js';
import { contentOf } from './content.js';
import { runErrors } from './errors.js';

/** What a parser sees in an input. */
export interface Candidate extends Detection {
  /** As `<domain>.parser.type` names it. */
  readonly type: string;
}

/**
 * Which parser reads what is at `path`: the one that is certain of its content, else the only one that
 * may. What files are called decides nothing.
 *
 * @throws RlInsightError when none does, or several; it lists what each has seen.
 */
export async function detectParser(
  registry: PluginRegistry,
  factory: StageFactory,
  domain: string,
  path: string,
  signal: AbortSignal,
): Promise<Candidate> {
  if (!existsSync(path)) throw inputMissing(path);
  const key = `${domain}.parser.type`;
  const types = registry.types(domain, 'parser');
  const candidates: Candidate[] = [];
  for (const type of types) {
    signal.throwIfAborted();
    const detection = await factory.resolve(domain, 'parser', type).detect?.(path, signal);
    if (detection !== undefined) candidates.push({ type, ...detection });
  }
  const certain = candidates.filter(({ certainty }) => certainty === 'certain');
  const possible = candidates.filter(({ certainty }) => certainty === 'maybe');
  const chosen = certain.length > 0 ? certain : possible;
  if (chosen.length > 1) throw runErrors.ambiguous(path, key, chosen);
  if (chosen.length === 0) {
    throw runErrors.notRecognised(path, key, await contentOf(path), candidates, types);
  }
  return chosen[0];
}
