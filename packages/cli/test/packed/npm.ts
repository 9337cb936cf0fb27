import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Settings of whoever runs the tests, which would decide what is installed, and from where. */
const SETTINGS = /^(?:npm_|https?_proxy$|no_proxy$|node_options$|node_path$|init_cwd$)/i;

export interface NpmOptions {
  readonly cwd: string;
  /** Holds npm's cache and is where npm looks for settings of a user. */
  readonly home: string;
  readonly registry?: string;
}

/** The environment of somebody who has npm as it comes. */
function environment({ home, registry }: NpmOptions): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(([name]) => !SETTINGS.test(name));
  return {
    ...Object.fromEntries(kept),
    npm_config_cache: join(home, 'cache'),
    npm_config_userconfig: join(home, 'npmrc'),
    npm_config_globalconfig: join(home, 'global-npmrc'),
    npm_config_audit: 'false',
    npm_config_fund: 'false',
    npm_config_update_notifier: 'false',
    ...(registry === undefined ? {} : { npm_config_registry: registry }),
  };
}

/** Runs `npm` or `npx` and gives what it wrote to stdout. */
export async function npm(
  program: 'npm' | 'npx',
  args: readonly string[],
  options: NpmOptions,
): Promise<string> {
  const windows = process.platform === 'win32';
  const { stdout } = await run(windows ? `${program}.cmd` : program, args, {
    cwd: options.cwd,
    env: environment(options),
    shell: windows,
    maxBuffer: 2 ** 26,
  });
  return stdout;
}
