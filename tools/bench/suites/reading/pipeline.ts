import { runContenders } from '../../measure/contenders.js';
import type { Case } from '../suite.js';
import { parseCommand, runCommand } from './commands.js';

/** What drawing adds to reading. */
export const pipelineOfRank: Case = {
  id: 'pipeline',
  async measure(bench) {
    const { what, folder } = await bench.inputs.input('one-rank');
    const measured = await runContenders(
      [
        { name: '`parse`', command: (output) => parseCommand(folder, output) },
        { name: 'capture to page', command: (output) => runCommand(folder, output) },
      ],
      bench,
    );
    const [reading, all] = measured;
    return {
      question: 'What does drawing add to reading?',
      input: what,
      measured,
      notes: [],
      targets: [
        {
          what: 'whole pipeline, capture to page, 100,000 allocations, against `parse`',
          bound: 'at most',
          limit: 2.5,
          unit: 'times',
          value: all.wallSeconds.median / reading.wallSeconds.median,
        },
      ],
    };
  },
};

export const pipelineOfMillion: Case = {
  id: 'pipeline-million',
  async measure(bench) {
    const { what, folder } = await bench.inputs.input('million');
    const measured = await runContenders(
      [{ name: 'capture to page', command: (output) => runCommand(folder, output) }],
      bench,
    );
    const { peakBytes } = measured[0];
    return {
      question: 'What does a million allocations take?',
      input: what,
      measured,
      notes: [],
      targets: [
        {
          what: 'whole pipeline, 1,000,000 allocations and a trace of 1.2 GB, peak memory',
          bound: 'at most',
          limit: 700,
          unit: 'MB',
          value: peakBytes && peakBytes.median / 1e6,
        },
      ],
    };
  },
};
