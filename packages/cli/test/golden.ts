import { fileURLToPath } from 'node:url';

/** Reports as they must be. */
export const GOLDEN = fileURLToPath(new URL('../golden/', import.meta.url));

export function goldenPath(name: string): string {
  return `${GOLDEN}${name}.json`;
}

const KEPT = 10;

/** A document whose lists are cut after ten, the largest of most, with the number of the others. */
export function shortened(value: unknown): unknown {
  if (Array.isArray(value)) {
    const kept = value.slice(0, KEPT).map(shortened);
    return value.length > KEPT ? [...kept, `and ${value.length - KEPT} more`] : kept;
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, own]) => [key, shortened(own)]));
}
