import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/**
 * A folder of real captures that may lie beside the repository; they are nobody's to ship. Tests
 * that use it do nothing where it is absent.
 *
 * @returns the path of a capture in it, or undefined.
 */
export function realCapture(name: string): string | undefined {
  const beside = fileURLToPath(new URL('../../../../shared/captures/', import.meta.url));
  const path = `${process.env.RL_INSIGHT_CAPTURES ?? beside}/${name}`;
  return existsSync(path) ? path : undefined;
}
