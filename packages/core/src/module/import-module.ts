import { fileURLToPath } from 'node:url';

const TYPESCRIPT = /\.[cm]?ts$/;

/**
 * Imports a module of somebody else by its URL. TypeScript is imported as it stands: by Node itself
 * where it can, else by jiti, which takes the types away. Neither checks them.
 */
export async function importModule(url: string): Promise<Record<string, unknown>> {
  const isTypescript = TYPESCRIPT.test(new URL(url).pathname);
  const stripsTypes = Boolean((process.features as { typescript?: unknown }).typescript);
  if (!isTypescript || stripsTypes) return import(url);
  const { createJiti } = await import('jiti');
  // Nothing of it is left in a folder of whoever runs this.
  return createJiti(url, { fsCache: false }).import(fileURLToPath(url));
}
