import { spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fail } from './setup.mjs';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Path of a Chromium; undefined where there is none. */
export function findChromium() {
  const given = process.env.RL_INSIGHT_CHROMIUM;
  if (given !== undefined) return isExecutable(given) ? given : undefined;
  const folders = (process.env.PATH ?? '').split(delimiter);
  return folders.flatMap((folder) => NAMES.map((name) => join(folder, name))).find(isExecutable);
}

function attempt(args) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const stdio = ['ignore', process.stderr, process.stderr];
  return spawnSync('apt-get', args, { stdio, env }).status === 0;
}

/** Makes sure that there is a Chromium for the browser tests: Debian's, where it may be installed. */
export function ensureChromium() {
  if (findChromium() !== undefined) return;
  if (
    process.platform === 'linux' &&
    process.getuid?.() === 0 &&
    isExecutable('/usr/bin/apt-get')
  ) {
    console.error('installing Chromium for the browser tests (apt-get)');
    attempt(['update', '-qq']);
    attempt(['install', '-y', '-qq', '--no-install-recommends', 'chromium', 'fonts-dejavu-core']);
    if (findChromium() !== undefined) return;
  }
  fail(
    'The browser tests need Chromium, and none was found: install it, or give its path in RL_INSIGHT_CHROMIUM.',
  );
}
