import { programCommand } from '../../measure/commands.js';
import { type Contender, runContenders } from '../../measure/contenders.js';
import type { Case } from '../suite.js';
import { parseCommand } from './commands.js';

/** What a second worker thread brings. */
export const ranks: Case = {
  id: 'ranks',
  async measure(bench) {
    const { what, folder } = await bench.inputs.input('eight-ranks');
    const byWorkers = [2, 1].map(
      (workers): Contender => ({
        name: `\`parse\`, \`runtime.workers=${workers}\``,
        command: (output) => parseCommand(folder, output, `runtime.workers=${workers}`),
      }),
    );
    const sideBySide: Contender = {
      name: 'two processes, four ranks each',
      command: (output) => programCommand('side-by-side', folder, output),
    };
    const measured = await runContenders([...byWorkers, sideBySide], bench);
    const [two, one, processes] = measured;
    const most = one.wallSeconds.median / processes.wallSeconds.median;
    return {
      question: 'What does a second worker bring?',
      input: what,
      measured,
      notes: [
        `Two processes with nothing in common are ${most.toFixed(2)} times as fast as one worker: more the processors of this machine do not give`,
      ],
      targets: [
        {
          what: '8 ranks, 2 workers against 1',
          bound: 'at least',
          limit: 1.7,
          unit: 'times',
          value: one.wallSeconds.median / two.wallSeconds.median,
        },
      ],
    };
  },
};
