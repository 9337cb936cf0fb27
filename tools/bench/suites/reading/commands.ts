import { type Command, cliCommand } from '../../measure/commands.js';

/** `rl-insight parse`, as users have it. */
export function parseCommand(
  capture: string,
  output: string,
  ...words: readonly string[]
): Command {
  return cliCommand(
    'parse',
    capture,
    'memory.parser.type=memory',
    `output.path=${output}`,
    ...words,
  );
}

/** `rl-insight`, from a capture to its pages. */
export function runCommand(capture: string, output: string): Command {
  return cliCommand(
    capture,
    'memory.parser.type=memory',
    'memory.visualizer.type=memory_html',
    `output.path=${output}`,
  );
}
