import { packageName } from '@rl-insight/core/package-name';

/** This package, as its manifest names it. */
export const PACKAGE = packageName(new URL('../package.json', import.meta.url));
