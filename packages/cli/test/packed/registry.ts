import { spawn } from 'node:child_process';
import { createReadStream, existsSync, readFileSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { basename, dirname, join } from 'node:path';
import type { PackedPackage } from './pack.js';
import { type Manifest, ROOT, readManifest } from './packages.js';

interface Release {
  readonly manifest: Manifest;
  send(response: ServerResponse): void;
}

/**
 * Packs an installed package of others as it lies there, but for maps, which nothing needs and are
 * a third of the files to install. npm leaves out the first folder of paths.
 */
function sendFolder(folder: string, response: ServerResponse): void {
  const program = process.platform === 'win32' ? 'tar.exe' : 'tar';
  const without = ['--exclude=node_modules', '--exclude=*.map'];
  const args = ['-cf', '-', ...without, '-C', dirname(folder), basename(folder)];
  const tar = spawn(program, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  tar.on('error', (error) => response.destroy(error));
  tar.stdout.pipe(response);
}

/** What the lock file has installed here. */
function installedReleases(): Release[] {
  const lock = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8'));
  return Object.entries<{ link?: boolean }>(lock.packages)
    .filter(([place, { link }]) => /(?:^|\/)node_modules\//.test(place) && link !== true)
    .map(([place]) => join(ROOT, place))
    .filter((folder) => existsSync(join(folder, 'package.json')))
    .map((folder) => ({
      manifest: readManifest(folder),
      send: (response) => sendFolder(folder, response),
    }));
}

function packedReleases(packages: readonly PackedPackage[]): Release[] {
  return packages.map(({ manifest, tarball }) => ({
    manifest,
    send: (response) => createReadStream(tarball).pipe(response),
  }));
}

/** What a registry tells of a package: all versions and where their tarballs are. */
function describe(name: string, releases: readonly Release[], url: string): object {
  const versions = releases.map(({ manifest }) => [
    manifest.version,
    { ...manifest, dist: { tarball: `${url}tarball/${name}/${manifest.version}` } },
  ]);
  const latest = releases.at(-1)?.manifest.version;
  return { name, 'dist-tags': { latest }, versions: Object.fromEntries(versions) };
}

export interface Registry {
  readonly url: string;
  close(): void;
}

/**
 * Serves the packed packages, and what they need of others, on this machine: the one thing of a
 * registry that npm cannot do without, and its own cache may lack what `npm ci` did not download.
 */
export async function startRegistry(packages: readonly PackedPackage[]): Promise<Registry> {
  const releases = [...installedReleases(), ...packedReleases(packages)];
  const server = createServer((request, response) => {
    const path = decodeURIComponent(request.url ?? '').slice(1);
    const [, name, version] = /^tarball\/(.+)\/([^/]+)$/.exec(path) ?? [];
    const found = releases.filter(({ manifest }) => manifest.name === (name ?? path));
    const release = found.find(({ manifest }) => manifest.version === version);
    if (release !== undefined) release.send(response);
    else if (found.length > 0 && name === undefined) {
      response.end(JSON.stringify(describe(path, found, url)));
    } else response.writeHead(404).end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  return {
    url,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
