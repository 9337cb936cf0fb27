#!/usr/bin/env node
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const main = new URL('../dist/main.js', import.meta.url);
if (existsSync(fileURLToPath(main))) {
  await import(main.href);
} else {
  console.error(
    'error: create-rl-insight-plugin is not built. Run `npm run build` in its repository.',
  );
  process.exitCode = 1;
}
