import type { Detection } from '@rl-insight/core';
import { isRlInsightError } from '@rl-insight/core/errors';
import { NsysExportError, openExport } from '@rl-insight/nsys-export';
import { type FoundExport, findExports } from './find-exports.js';

/** Whether an export can be opened and has tables that tell it from other databases. */
function isOfNsys({ path }: FoundExport): boolean {
  try {
    openExport(path).close();
    return true;
  } catch (error) {
    if (error instanceof NsysExportError) return false;
    throw error;
  }
}

/** Whether there are exports of Nsight Systems, or reports of it, at a path. */
export async function detectExports(path: string, signal: AbortSignal): Promise<Detection> {
  let found: readonly FoundExport[];
  try {
    ({ exports: found } = await findExports(path, signal));
  } catch (error) {
    if (!isRlInsightError(error)) throw error;
    return { certainty: 'none', found: 'no SQLite database, which exports of Nsight Systems are' };
  }
  const exports = found.filter(({ isReport }) => !isReport).filter(isOfNsys).length;
  if (exports > 0) {
    const what = exports === 1 ? 'an export' : `${exports} exports`;
    return { certainty: 'certain', found: `${what} of Nsight Systems` };
  }
  if (found.some(({ isReport }) => isReport)) {
    return { certainty: 'maybe', found: 'a report of Nsight Systems, by its name' };
  }
  return { certainty: 'none', found: 'a SQLite database without the tables of Nsight Systems' };
}
