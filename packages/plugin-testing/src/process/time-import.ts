import type { ChildRequest, ImportOutcome } from './tasks.js';

/** Imports the plugin's module and does nothing with it. */
export async function timeImport({ module }: ChildRequest): Promise<ImportOutcome> {
  const begin = performance.now();
  await import(module);
  return { tookMs: performance.now() - begin };
}
