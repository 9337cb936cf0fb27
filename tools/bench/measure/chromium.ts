import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Names that Chromium and its kin are installed under. */
const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];

/** Nothing of the browser's own may reach for the network, and it has to run in containers. */
export const CHROMIUM_ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

export const NO_CHROMIUM =
  'No Chromium or Chrome is on the path: install one, or name it in RL_INSIGHT_CHROMIUM';

/** The browser of RL_INSIGHT_CHROMIUM, or the first on the path; undefined where there is none. */
export function findChromium(): string | undefined {
  const named = process.env.RL_INSIGHT_CHROMIUM;
  if (named !== undefined && named !== '') return named;
  const folders = ['/usr/bin', ...(process.env.PATH ?? '').split(delimiter)];
  return NAMES.flatMap((name) => folders.map((folder) => join(folder, name))).find(isExecutable);
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
