import { copyFile, mkdir } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { defineConfig, type Plugin } from 'vite';

const ASSETS = 'dist/assets';

/** Plotly as its authors publish it, with its licence: a script of its own, not a part of ours. */
function copyPlotly(): Plugin {
  return {
    name: 'copy-plotly',
    async writeBundle() {
      const script = createRequire(import.meta.url).resolve('plotly.js-basic-dist-min');
      await mkdir(ASSETS, { recursive: true });
      await copyFile(script, join(ASSETS, 'plotly.min.js'));
      await copyFile(join(dirname(script), 'LICENSE'), join(ASSETS, 'plotly.LICENSE.txt'));
    },
  };
}

/** A classic script: from `file://` a browser starts no modules. */
export default defineConfig({
  publicDir: false,
  build: {
    target: 'es2022',
    outDir: ASSETS,
    lib: {
      entry: 'client/page.ts',
      name: 'rlInsightPage',
      formats: ['iife'],
      fileName: () => 'page.js',
      cssFileName: 'page',
    },
  },
  plugins: [copyPlotly()],
});
