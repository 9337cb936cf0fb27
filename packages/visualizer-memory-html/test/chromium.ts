import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { type Browser, chromium } from 'playwright-core';

/** Names that Chromium and its kin are installed under. */
const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];

/** Nothing of the browser's own may reach for the network, and it has to run in containers. */
const ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** The browser that the tests drive: the one of RL_INSIGHT_CHROMIUM, or the first on the path. */
export function chromiumPath(): string {
  const named = process.env.RL_INSIGHT_CHROMIUM;
  if (named !== undefined && named !== '') return named;
  const folders = ['/usr/bin', ...(process.env.PATH ?? '').split(delimiter)];
  for (const name of NAMES) {
    const found = folders.map((folder) => join(folder, name)).find(isExecutable);
    if (found !== undefined) return found;
  }
  throw new Error(
    'The tests of the pages need Chromium or Chrome, and none is on the path. Install one, or name it in RL_INSIGHT_CHROMIUM.',
  );
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

export function launch(): Promise<Browser> {
  return chromium.launch({ executablePath: chromiumPath(), headless: true, args: ARGUMENTS });
}
