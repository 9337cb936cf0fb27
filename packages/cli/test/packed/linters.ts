import { readFile } from 'node:fs/promises';
import { checkPackage, createPackageFromTarballData, type Problem } from '@arethetypeswrong/core';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import type { PackedPackage } from './pack.js';

/** What publint finds in a tarball, in its words. */
export async function publintFindings({ manifest, tarball }: PackedPackage): Promise<string[]> {
  const bytes = await readFile(tarball);
  const { messages } = await publint({
    pack: { tarball: new Uint8Array(bytes).buffer },
    level: 'suggestion',
  });
  return messages.map(
    (message) => `${message.code}: ${formatMessage(message, manifest, { color: false })}`,
  );
}

/**
 * Whether it says something of a package that is used by modules alone: TypeScript that knows no
 * `exports` finds no subpath, and every Node that we support can `require` a module.
 */
function concerns(problem: Problem): boolean {
  if ('resolutionKind' in problem && problem.resolutionKind === 'node10') return false;
  return problem.kind !== 'CJSResolvesToESM';
}

/** What “Are The Types Wrong?” finds in a tarball. */
export async function typeFindings({ tarball }: PackedPackage): Promise<string[]> {
  const analysis = await checkPackage(createPackageFromTarballData(await readFile(tarball)));
  if (!analysis.types) return ['it has no types'];
  return analysis.problems.filter(concerns).map((problem) => JSON.stringify(problem));
}
