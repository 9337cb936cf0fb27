import { join } from 'node:path';
import { cliCommand, nodeCommand } from '../../measure/commands.js';
import { runContenders } from '../../measure/contenders.js';
import { ROOT } from '../../paths.js';
import type { Case } from '../suite.js';
import { parseCommand } from './commands.js';

const SAMPLE = join('samples', 'ascend-verl');

/** What a user waits for when there is next to nothing to do. */
export const startUp: Case = {
  id: 'start-up',
  async measure(bench) {
    const measured = await runContenders(
      [
        { name: '`node -e 0`', command: () => nodeCommand(['-e', '0']) },
        { name: '`rl-insight --help`', command: () => cliCommand('--help') },
        {
          name: `\`rl-insight parse ${SAMPLE}\``,
          command: (output) => parseCommand(join(ROOT, SAMPLE), output),
        },
      ],
      bench,
    );
    return {
      question: 'How long does start-up take?',
      measured,
      notes: [],
      targets: [],
    };
  },
};
