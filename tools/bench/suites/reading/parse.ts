import { join } from 'node:path';
import { baselineCommand, programCommand } from '../../measure/commands.js';
import { type Contender, runContenders } from '../../measure/contenders.js';
import { NO_PYTHON } from '../../measure/python.js';
import { countStacks } from '../../ours.js';
import type { Case } from '../suite.js';
import { parseCommand } from './commands.js';

/** `parse` against the least that a program in Python can do for the same call stacks. */
export const parse: Case = {
  id: 'parse',
  async measure(bench) {
    const { what, folder } = await bench.inputs.input('one-rank');
    const { python } = bench;
    const contenders: Contender[] = [
      {
        name: '`rl-insight parse`',
        command: (output) => parseCommand(folder, output),
        inspect: (output) => countStacks(join(output, 'memory_summary.arrow')),
      },
    ];
    contenders.push({
      name: '`MemoryParser` in a program',
      command: () => programCommand('parse-library', folder),
    });
    if (python !== undefined) {
      contenders.push({
        name: 'Python: `ijson` + `csv`',
        command: () => baselineCommand(python.program, 'parse', folder),
      });
    }
    const measured = await runContenders(contenders, bench);
    const [ours, library, baseline] = measured;
    const notes = [
      `${ours.facts.stacks} of ${ours.facts.rows} allocations get a call stack that is no guess`,
    ];
    if (baseline === undefined) notes.push(NO_PYTHON);
    else {
      if (ours.facts.stacks < baseline.facts.stacks) {
        throw new Error(
          `parse found ${ours.facts.stacks} call stacks, the baseline ${baseline.facts.stacks}`,
        );
      }
      notes[0] += `; the baseline finds ${baseline.facts.stacks}, and writes nothing`;
    }
    return {
      question: 'How fast is one rank read?',
      input: what,
      measured,
      notes,
      targets: [
        {
          what: '`parse` against the Python baseline (`ijson` + `csv`), one rank',
          bound: 'at least',
          limit: 6,
          aim: 10,
          unit: 'times',
          value: baseline && baseline.wallSeconds.median / ours.wallSeconds.median,
        },
        {
          what: 'the same without starting Node and the command: `MemoryParser`',
          bound: 'at least',
          limit: 6,
          aim: 10,
          unit: 'times',
          value:
            baseline?.insideSeconds &&
            library.insideSeconds &&
            baseline.insideSeconds.median / library.insideSeconds.median,
        },
        {
          what: 'peak memory of `parse`, 100,000 allocations',
          bound: 'at most',
          limit: 200,
          unit: 'MB',
          value: ours.peakBytes && ours.peakBytes.median / 1e6,
        },
      ],
    };
  },
};
