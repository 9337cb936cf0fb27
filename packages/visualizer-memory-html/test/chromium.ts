import { CHROMIUM_ARGUMENTS, findChromium, NO_CHROMIUM } from '@rl-insight/tools/chromium';
import { type Browser, chromium } from 'playwright-core';

/** The browser that the tests drive; without one they fail. */
export function launch(): Promise<Browser> {
  const executablePath = findChromium();
  if (executablePath === undefined) throw new Error(NO_CHROMIUM);
  return chromium.launch({ executablePath, headless: true, args: CHROMIUM_ARGUMENTS });
}
