import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/**
 * Publishes the package of the folder that it is started in; Nx Release does so for each, what others
 * need first. A version that is there already is passed over, so that a release can be taken up again.
 */
const isRehearsal = process.env.NX_DRY_RUN === 'true';
// Where they run, npm can have it attested what a package was built from, and by what.
const hasProvenance =
  process.env.ACTIONS_ID_TOKEN_REQUEST_URL !== undefined ||
  process.env.SIGSTORE_ID_TOKEN !== undefined;

const { name, version, repository } = JSON.parse(readFileSync('package.json', 'utf8'));

function npm(words, stdio) {
  return spawnSync('npm', words, { stdio, shell: process.platform === 'win32', encoding: 'utf8' });
}

/** Words that Nx hands on: the registry, a tag, a one-time password. */
function handedOn() {
  return process.argv.slice(2).filter((word) => /^--(?:registry|tag|otp|access)=/.test(word));
}

function isThere() {
  const registry = handedOn().filter((word) => word.startsWith('--registry='));
  const { stdout } = npm(['view', `${name}@${version}`, 'version', ...registry], 'pipe');
  return stdout?.trim() === version;
}

if (hasProvenance && repository === undefined) {
  console.error(
    `${name} cannot be published with its provenance: package.json names no repository. Name it with npm pkg set repository.type=git repository.url=git+https://… --workspaces.`,
  );
  process.exitCode = 1;
} else if (!isRehearsal && isThere()) {
  console.log(`${name}@${version} is published already`);
} else {
  const provenance = hasProvenance && !isRehearsal ? ['--provenance'] : [];
  const rehearsal = isRehearsal ? ['--dry-run'] : [];
  const words = ['publish', '--access=public', ...provenance, ...rehearsal, ...handedOn()];
  process.exitCode = npm(words, 'inherit').status ?? 1;
}
