import { type AllFlags, FLAGS, isCommand, type Request } from './request.js';

const SPELLED = new Map<string, keyof AllFlags>(
  (Object.keys(FLAGS) as (keyof AllFlags)[]).flatMap((name) => {
    const { alias } = FLAGS[name];
    return [[`--${name}`, name] as const, ...(alias ? [[`-${alias}`, name] as const] : [])];
  }),
);

/** Words that mean more than themselves to yargs: it takes quotes off, and values of flags. */
const SPECIAL = /^(?:|completion|true|false|["'].*)$/s;

/**
 * What a command line of words and known flags asks for, as yargs would understand it; undefined
 * when there is anything else. Most are such, and loading yargs takes a tenth of a small run.
 */
export function plainRequest(args: readonly string[]): Request | undefined {
  const flags = { json: false, quiet: false, cfg: false, stacks: false, debug: false };
  const words: string[] = [];
  for (const arg of args) {
    const flag = SPELLED.get(arg);
    if (flag !== undefined) flags[flag] = true;
    else if (arg.startsWith('-') || SPECIAL.test(arg)) return undefined;
    else words.push(arg);
  }
  const [first, ...rest] = words;
  if (first === undefined) return undefined;
  return isCommand(first)
    ? { command: first, words: rest, flags, options: {} }
    : { command: 'run', words, flags, options: {} };
}
