import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { DOCS } from './markdown.js';

const VITEPRESS = fileURLToPath(
  new URL('./bin/vitepress.js', import.meta.resolve('vitepress/package.json')),
);
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
};

/** The site, built for a folder below the root of a host, and a server of files for it. */
export class BuiltSite {
  readonly files: string;
  readonly #server: Server;

  private constructor(files: string, server: Server) {
    this.files = files;
    this.#server = server;
  }

  /** @throws when a link of a page leads nowhere: VitePress then builds nothing. */
  static async build(base: string): Promise<BuiltSite> {
    const files = await mkdtemp(join(tmpdir(), 'rl-insight-site-'));
    const env = { ...process.env, DOCS_BASE: base, NODE_ENV: 'production' };
    await promisify(execFile)(process.execPath, [VITEPRESS, 'build', DOCS, '--outDir', files], {
      env,
      maxBuffer: 1 << 26,
    });
    const server = createServer(async ({ url = '/' }, response) => {
      const path = normalize(decodeURIComponent(new URL(url, 'http://host').pathname));
      const name = path.startsWith(base) ? path.slice(base.length) : undefined;
      const file = name === '' || name?.endsWith('/') ? `${name}index.html` : name;
      const content = file && (await readFile(join(files, file)).catch(() => undefined));
      response.statusCode = content ? 200 : 404;
      response.setHeader('content-type', TYPES[extname(file ?? '')] ?? 'text/plain');
      response.setHeader('cache-control', 'max-age=3600');
      response.end(content || 'nothing here');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return new BuiltSite(files, server);
  }

  /** Scheme, host and port. */
  get origin(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async remove(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
    await rm(this.files, { recursive: true, force: true });
  }
}
