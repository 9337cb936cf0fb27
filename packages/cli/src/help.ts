import { type KeyReference, referenceOf } from '@rl-insight/core/config';
import { knownDescriptors } from './config/descriptors.js';
import { configSchema } from './config/schema.js';

const WIDTH = 100;
const KEY_WIDTH = 24;

/** Real command lines, for the help of each command. */
export const EXAMPLES: Readonly<Record<string, readonly (readonly [string, string])[]>> = {
  run: [
    ['$0 ./prof', 'find out what ./prof holds, read it and draw pages into ./output'],
    ['$0 ./prof input.rank_list=0,8-15 output.path=pages', 'only ranks 0 and 8 to 15'],
    [
      '$0 run ./prof memory.parser.type=torch_trace',
      'say what reads it, where it could be read in several ways',
    ],
    ['$0 run ./pages output.path=again', 'draw the tables of an earlier run'],
  ],
  parse: [
    ['$0 parse ./prof output.path=tables', 'write Arrow tables, draw nothing'],
    [
      '$0 parse ./prof memory.parser.role=actor_update memory.parser.step=3',
      'one role, one training step',
    ],
  ],
  check: [
    ['$0 check ./prof', 'can it be read, and are its tables sound?'],
    [
      '$0 check ./tables/memory_summary.arrow',
      'is a table that another program wrote what it must be?',
    ],
  ],
  visualize: [['$0 visualize ./tables output.path=pages', 'draw tables that were written before']],
  export: [
    ['$0 export ./output', 'the tables of an earlier run as CSV, into ./export'],
    [
      '$0 export ./prof memory.visualizer.type=parquet',
      'read captures and write their tables as Parquet',
    ],
    [
      '$0 export ./output memory.visualizer.type=speedscope',
      'who held memory at the peak, for speedscope.app; chrome_trace is for Perfetto',
    ],
  ],
  summary: [
    ['$0 summary ./prof', 'what was the peak, and what was in it?'],
    ['$0 summary ./output --json', 'the whole report of tables that were written before'],
  ],
  at: [
    ['$0 at peak ./output', 'who holds memory when it is highest?'],
    ['$0 at peak ./output --by scope', 'and in which user ranges was it allocated?'],
    [
      '$0 at oom ./output',
      'who held what when an allocation failed, and what followed? (oom:3: the third)',
    ],
    ['$0 at 1.5s ./output input.rank_list=3', 'and one and a half seconds after the begin?'],
  ],
  diff: [
    ['$0 diff ./before ./after --fail-above 5%', 'did any peak grow by more than 5 %?'],
    ['$0 diff ./output --left step=2 --right step=7', 'what did five steps leave behind?'],
  ],
  watch: [
    ['$0 watch rmm.dev0.log', 'what does each thread hold now? Failed allocations go to a file'],
  ],
  config: [
    ['$0 config config_path=job.yaml output.path=pages', 'what would a run use, and where from?'],
  ],
  plugins: [['$0 plugins plugins=[./my-parser.js]', 'is my own parser found?']],
};

function line({ key, type, default: value, description, enum: known }: KeyReference): string {
  const choices = known?.filter((choice) => choice !== null && choice !== 'null').join(', ');
  const standard = value === undefined || value === null ? '' : ` [${JSON.stringify(value)}]`;
  const text = `${description ?? type}${choices ? ` (${choices})` : ''}${standard}`;
  const indent = ' '.repeat(KEY_WIDTH + 4);
  const words = text.split(' ');
  const lines: string[] = [];
  let current = '';
  for (const word of words) {
    if (current !== '' && current.length + word.length + 1 > WIDTH - indent.length) {
      lines.push(current);
      current = word;
    } else current = current === '' ? word : `${current} ${word}`;
  }
  lines.push(current);
  const head = key.length > KEY_WIDTH ? `  ${key}\n${indent}` : `  ${key.padEnd(KEY_WIDTH)}  `;
  return `${head}${lines.join(`\n${indent}`)}`;
}

/** The configuration keys, from the same schemas that check them. */
export async function keysHelp(): Promise<string> {
  const schema = configSchema(await knownDescriptors());
  return `Keys, as key=value:\n${referenceOf(schema).map(line).join('\n')}`;
}
