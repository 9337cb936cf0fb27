import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'rolldown';
import { isOurs, packageOf, type SourcePackage } from './packages.js';

const LEGAL = /^(?:licen[cs]e|copying|notice|copyright)/i;
const RULE = '-'.repeat(80);

/** Writes the licences and notices of all packages of others that have code in the bundle. */
export function licences(fileName: string): Plugin {
  return {
    name: 'licences',
    generateBundle(_, output) {
      const packages = new Map<string, SourcePackage>();
      for (const chunk of Object.values(output)) {
        if (chunk.type !== 'chunk') continue;
        for (const module of chunk.moduleIds) {
          const source = packageOf(module);
          if (source === undefined || isOurs(source)) continue;
          packages.set(`${source.name} ${source.version}`, source);
        }
      }
      const parts = [...packages.keys()].sort().map((title) => {
        const source = packages.get(title) as SourcePackage;
        const texts = legalTexts(source.folder);
        if (texts.length === 0) this.error(`${title} has no licence text that could be passed on`);
        return [`${title} (${source.license})`, ...texts].join('\n\n');
      });
      const head = 'Code of these packages is part of the files beside this one.';
      this.emitFile({
        type: 'asset',
        fileName,
        source: `${[head, ...parts].join(`\n\n${RULE}\n`)}\n`,
      });
    },
  };
}

function legalTexts(folder: string): string[] {
  return readdirSync(folder)
    .filter((name) => LEGAL.test(name))
    .sort()
    .map((name) => readFileSync(join(folder, name), 'utf8').replaceAll('\r\n', '\n').trim());
}
