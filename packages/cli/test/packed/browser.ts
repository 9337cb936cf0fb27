import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { CHROMIUM_ARGUMENTS, findChromium, NO_CHROMIUM } from '@rl-insight/tools/chromium';
import { chromium } from 'playwright-core';
import { rolldown } from 'rolldown';

/** What an example logs, as data: consoles of Node and of browsers show the same values differently. */
const COLLECT = `
const told = [];
const console = { log: (...values) => told.push(JSON.stringify(values, (_, value) =>
  ArrayBuffer.isView(value) ? Array.from(value) : value)) };
`;
const TELL = '\nglobalThis.tell(told.join("\\n"));\n';

/** The example of a README as a module that tells once what it has logged. */
function collecting(example: string): string {
  return `${example.replace(/^(?:import [^;]+;\n+)+/, (imports) => `${imports}${COLLECT}`)}${TELL}`;
}

/** What a program logs when it is run by Node in `folder`, where its packages are installed. */
export async function toldByNode(folder: string, example: string): Promise<string> {
  const file = join(folder, 'in-node.mjs');
  await writeFile(
    file,
    `globalThis.tell = (text) => process.stdout.write(text);\n${collecting(example)}`,
  );
  const { stdout } = await promisify(execFile)(process.execPath, [file], { cwd: folder });
  return stdout;
}

/** The same in a browser, of one file as a bundler makes it for browsers, opened from the disk. */
export async function toldByBrowser(folder: string, example: string): Promise<string> {
  const input = join(folder, 'in-browser.mjs');
  await writeFile(input, collecting(example));
  const bundle = await rolldown({ input, cwd: folder, platform: 'browser' });
  const { output } = await bundle.generate({ format: 'es', codeSplitting: false });
  await bundle.close();
  const [{ code, imports }] = output;
  if (imports.length > 0) throw new Error(`a browser has no ${imports.join(', ')}`);
  const page = join(folder, 'in-browser.html');
  const script = code.replaceAll('</script', '<\\/script');
  await writeFile(
    page,
    `<!doctype html><meta charset="utf-8"><script type="module">${script}</script>`,
  );
  return openPage(page);
}

async function openPage(path: string): Promise<string> {
  const executablePath = findChromium();
  if (executablePath === undefined) throw new Error(NO_CHROMIUM);
  const browser = await chromium.launch({ executablePath, args: CHROMIUM_ARGUMENTS });
  try {
    const page = await browser.newPage();
    let tell: (text: string) => void = () => {};
    const told = new Promise<string>((resolve, reject) => {
      tell = resolve;
      page.on('pageerror', reject);
    });
    await page.exposeFunction('tell', tell);
    // The page tells before it counts as loaded; closing it meanwhile would break off the loading.
    const [text] = await Promise.all([told, page.goto(pathToFileURL(path).href)]);
    return text;
  } finally {
    await browser.close();
  }
}

/** The programs of a README, in its order. */
export async function examplesOf(readme: string): Promise<string[]> {
  const text = await readFile(readme, 'utf8');
  return [...text.matchAll(/^```js\n(?<code>.*?)^```$/gms)].map(({ groups }) => groups?.code ?? '');
}
