import { defineConfig } from 'rolldown';
import { licences } from './licences.js';
import { ownFiles } from './own-files.js';

/** Names are kept for stack traces, and there is nothing else to read a trace by. */
const keepNames = { function: true, class: true };

/** The command with all it uses: some forty files to load, of which a run needs half, not 600. */
export default defineConfig({
  input: { main: 'dist/main.js' },
  platform: 'node',
  // It starts a file of its own in worker threads.
  // The next finds its WebAssembly beside itself, the last what it needs by `require`.
  external: ['piscina', 'node-sqlite3-wasm', 'jiti'],
  output: {
    dir: 'dist/bundle',
    cleanDir: true,
    entryFileNames: '[name].js',
    chunkFileNames: '[name]-[hash].js',
    minify: { compress: { keepNames }, mangle: { keepNames }, codegen: true },
    // The texts of the licences are in a file.
    comments: false,
  },
  // What is not found would only be missed when it runs.
  onLog: (level, log, handle) => handle(level === 'warn' ? 'error' : level, log),
  plugins: [ownFiles(), licences('THIRD-PARTY-LICENSES.txt')],
});
