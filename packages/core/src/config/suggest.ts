import { distance } from 'fastest-levenshtein';
import type { JsonSchema } from './json-schema.js';
import { isGroup, schemaAt } from './json-schema.js';

/** The dotted keys that a person sets, in the order of the schema. An open map counts as one. */
export function leafKeys(schema: JsonSchema, prefix = ''): readonly string[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, child]) =>
    isGroup(child) ? leafKeys(child, `${prefix}${name}.`) : [`${prefix}${name}`],
  );
}

/** The known key that was most likely meant; undefined when none is near. */
export function closestKey(key: string, schema: JsonSchema): string | undefined {
  const leaves = leafKeys(schema);
  const groups = new Set(leaves.flatMap(ancestors));
  const tails = leaves.filter((leaf) => leaf.endsWith(`.${key}`));
  if (tails.length === 1) return tails[0];
  // Those beside it are leaves and groups too, unless the key is in an item of a list.
  const beside = neighbours(key, schema).map((known) => known.replace(/\.\*$/, ''));
  const near = [...new Set([...leaves, ...groups, ...beside])].filter((known) =>
    isNearKey(key, known),
  );
  return closest(key, near);
}

/** The closest of the candidates by edit distance, within a share of the length; undefined when none is. */
export function closestTo(word: string, candidates: readonly string[]): string | undefined {
  const near = candidates.filter((known) => isNearName(word, known));
  return closest(word, near);
}

/** The keys that stand beside a known key, or at the deepest known place of an unknown one; groups end in `.*`. */
export function neighbours(key: string, schema: JsonSchema): readonly string[] {
  let path = key.split('.').slice(0, -1);
  let place = schemaAt(schema, path);
  while (path.length > 0 && (place === undefined || !isGroup(place))) {
    path = path.slice(0, -1);
    place = schemaAt(schema, path);
  }
  return Object.entries(place?.properties ?? {})
    .map(([name, child]) => [...path, name].join('.') + (isGroup(child) ? '.*' : ''))
    .filter((known) => known !== key);
}

function ancestors(key: string): string[] {
  const names = key.split('.');
  return names.slice(1).map((_, index) => names.slice(0, index + 1).join('.'));
}

// Segment by segment: a long common prefix must not make every sibling look near.
function isNearKey(key: string, known: string): boolean {
  const [names, others] = [key.split('.'), known.split('.')];
  if (names.length !== others.length) return distance(folded(key), folded(known)) <= 2;
  return names.every((name, index) => isNearName(name, others[index] ?? ''));
}

function isNearName(name: string, known: string): boolean {
  const [a, b] = [folded(name), folded(known)];
  if ((a.length >= 3 && b.startsWith(a)) || isSwap(a, b)) return true;
  return distance(a, b) <= Math.max(1, Math.floor(Math.max(a.length, b.length) * 0.4));
}

/** Two neighbouring letters the wrong way round count as two edits, which is too much for a short name. */
function isSwap(a: string, b: string): boolean {
  const at = [...a].findIndex((char, index) => char !== b[index]);
  const swapped = a.slice(0, at) + a.charAt(at + 1) + a.charAt(at) + a.slice(at + 2);
  return at >= 0 && swapped === b;
}

function closest(word: string, candidates: readonly string[]): string | undefined {
  const ranked = candidates
    .map((known) => ({ known, steps: distance(folded(word), folded(known)) }))
    .sort((a, b) => a.steps - b.steps);
  return ranked[0]?.known;
}

function folded(name: string): string {
  return name.toLowerCase().replaceAll('-', '_');
}
