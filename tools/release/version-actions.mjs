import { spawnSync } from 'node:child_process';
import nxRelease from 'nx/release';

const COLLECTIONS = ['dependencies', 'devDependencies', 'optionalDependencies', 'peerDependencies'];

/** Versions in `package.json`; what depends on another package of ours needs exactly its version. */
export default class PackageJsonVersions extends nxRelease.VersionActions {
  validManifestFilenames = ['package.json'];

  async readCurrentVersionFromSourceManifest(tree) {
    const { path, manifest } = this.#read(tree);
    return { currentVersion: manifest.version, manifestPath: path };
  }

  async readCurrentVersionFromRegistry() {
    return null;
  }

  async readCurrentVersionOfDependency(tree, projectGraph, dependency) {
    const name = nameOf(projectGraph, dependency);
    const { manifest } = this.#read(tree);
    const collection = COLLECTIONS.find((one) => manifest[one]?.[name] !== undefined);
    if (collection === undefined) return { currentVersion: null, dependencyCollection: null };
    return { currentVersion: manifest[collection][name], dependencyCollection: collection };
  }

  async updateProjectVersion(tree, version) {
    return this.#write(tree, (manifest) => {
      manifest.version = version;
      return `version ${version}`;
    });
  }

  async updateProjectDependencies(tree, projectGraph, dependencies) {
    const wanted = Object.entries(dependencies).map(([project, version]) => [
      nameOf(projectGraph, project),
      version.replace(/^[~^=]/, ''),
    ]);
    if (wanted.length === 0) return [];
    return this.#write(tree, (manifest) => {
      for (const collection of COLLECTIONS) {
        for (const [name, version] of wanted) {
          if (manifest[collection]?.[name] !== undefined) manifest[collection][name] = version;
        }
      }
      return wanted.map(([name, version]) => `${name} ${version}`).join(', ');
    });
  }

  #read(tree) {
    const [{ manifestPath: path }] = this.manifestsToUpdate;
    return { path, manifest: JSON.parse(tree.read(path, 'utf-8')) };
  }

  #write(tree, change) {
    const { path, manifest } = this.#read(tree);
    const told = change(manifest);
    tree.write(path, `${JSON.stringify(manifest, null, 2)}\n`);
    return [`${path}: ${told}`];
  }
}

function nameOf({ nodes }, project) {
  return nodes[project]?.data.metadata?.js?.packageName ?? project;
}

/** The lock file has the versions of our packages, too; nothing is asked of the network for that. */
export async function afterAllProjectsVersioned(cwd, { dryRun }) {
  if (dryRun) return { changedFiles: [], deletedFiles: [] };
  const words = ['install', '--package-lock-only', '--ignore-scripts', '--prefer-offline'];
  const { status } = spawnSync('npm', words, {
    cwd,
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: process.platform === 'win32',
  });
  if (status !== 0) throw new Error('package-lock.json could not be brought up to date');
  return { changedFiles: ['package-lock.json'], deletedFiles: [] };
}
