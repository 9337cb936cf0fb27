import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { CLI } from '../paths.js';
import { answer, pathArgument } from './answer.js';

/** Two commands at once, with nothing in common: what the machine's cores give at best. */
const capture = pathArgument();
const output = process.argv[3] ?? '';
const HALVES = ['0-3', '4-7'];

function parse(ranks: string, number: number): Promise<void> {
  const words = [
    'memory.parser.type=memory',
    'runtime.workers=1',
    `input.rank_list=${ranks}`,
    `output.path=${join(output, String(number))}`,
  ];
  const child = spawn(process.execPath, [CLI, 'parse', capture, ...words], { stdio: 'ignore' });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('exit', (code) => (code === 0 ? resolve() : reject(new Error(`exit code ${code}`))));
  });
}

await answer(async () => {
  await Promise.all(HALVES.map(parse));
  return {};
});
