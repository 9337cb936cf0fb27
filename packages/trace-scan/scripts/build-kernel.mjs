/** Compiles assembly/ into src/kernel/wasm.generated.ts, which has the module's bytes as text. */
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import asc from 'assemblyscript/asc';

const root = new URL('..', import.meta.url);
const target = new URL('src/kernel/wasm.generated.ts', root);

let binary;
const { error, stderr } = await asc.main(
  [
    'assembly/index.ts',
    ...['--outFile', 'kernel.wasm'],
    ...['-O3', '--converge', '--noAssert'],
    ...['--runtime', 'stub', '--initialMemory', '16'],
    ...['--enable', 'simd', '--enable', 'bulk-memory'],
  ],
  {
    readFile: (name, base) =>
      readFile(new URL(name, new URL(`${base}/`, root)), 'utf8').catch(() => null),
    writeFile: (name, contents) => {
      if (name === 'kernel.wasm') binary = contents;
    },
    listFiles: () => [],
  },
);
if (error !== null || binary === undefined) {
  process.stderr.write(`${stderr.toString()}\n${error}\n`);
  process.exit(1);
}
const text = `/** Made by ${fileURLToPath(import.meta.url)
  .split(/[\\/]/)
  .slice(-2)
  .join('/')} from assembly/. */
export const KERNEL_BASE64 =
  '${Buffer.from(binary).toString('base64')}';
`;
const before = await readFile(target, 'utf8').catch(() => '');
if (text !== before) await writeFile(target, text);
