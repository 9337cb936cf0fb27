import { defineConfig } from 'vite';

/** The overview is a script of its own: one library file is built at a time, after that of the pages. */
export default defineConfig({
  publicDir: false,
  build: {
    target: 'es2022',
    outDir: 'dist/assets',
    emptyOutDir: false,
    lib: {
      entry: 'client/overview.ts',
      name: 'rlInsightOverviewPage',
      formats: ['iife'],
      fileName: () => 'overview.js',
      cssFileName: 'overview',
    },
  },
});
