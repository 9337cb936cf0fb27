import { pluginCases, processLimitMs, requestOf } from '../plugin/cases.js';
import { runChild } from '../process/run-child.js';
import { type CaseMaker, type ConformanceCase, caseMaker } from '../suite/cases.js';
import { Nonconformity } from '../suite/nonconformity.js';
import type { PluginSubject } from '../suite/subject.js';
import { checkAbort } from './cancellation.js';
import { Drawing, type Drawn } from './drawing.js';
import { checkNoNetwork, checkTextsStayTexts } from './pages.js';
import { checkPaths } from './paths.js';
import { bareSet, hostileSet, severalSets, singleSet, widerSet } from './samples.js';

/** What a visualizer of memory tables has to do, as cases for a test runner; the suite brings the tables. */
export async function visualizerConformance(subject: PluginSubject): Promise<ConformanceCase[]> {
  const make = caseMaker(subject.timeoutMs);
  const drawing = new Drawing(subject);
  return [
    ...pluginCases(subject, 'visualizer', make),
    ...fileCases(subject, drawing, make),
    ...tableCases(drawing, make),
    make('abort before it begins: it stops with the signal’s reason', () =>
      checkAbort(drawing, 'before'),
    ),
    make('abort while it writes: it stops, and writes nothing more', () =>
      checkAbort(drawing, 'midway'),
    ),
  ];
}

function fileCases(subject: PluginSubject, drawing: Drawing, make: CaseMaker): ConformanceCase[] {
  return [
    make('files: paths are safe, and the file to open first is one of them', async () => {
      checkPaths(await drawing.of(singleSet()));
    }),
    make('files: nothing is written but to the output', () => checkNothingElse(subject)),
    make('files: a second time they are the same', async () => {
      compare(await drawing.of(severalSets()), await drawing.of(severalSets()));
    }),
    make('pages: they ask the network for nothing', async () => {
      checkNoNetwork(await drawing.of(severalSets()));
    }),
  ];
}

function tableCases(drawing: Drawing, make: CaseMaker): ConformanceCase[] {
  return [
    make('tables: several sets are drawn', async () => checkPaths(await drawing.of(severalSets()))),
    make('tables: the required columns are enough', async () => {
      checkPaths(await accepted(drawing.of(bareSet()), 'a table with the required columns alone'));
    }),
    make('tables: a column that no contract knows is passed over', async () => {
      checkPaths(await accepted(drawing.of(widerSet()), 'a column that it does not know'));
    }),
    make('tables: names that mean something to files or pages stay names', async () => {
      const drawn = await accepted(drawing.of(hostileSet()), 'hostile names');
      checkPaths(drawn);
      checkTextsStayTexts(drawn);
    }),
  ];
}

async function accepted(drawn: Promise<Drawn>, what: string): Promise<Drawn> {
  return drawn.catch((cause: unknown) => {
    throw new Nonconformity({
      problem: `It fails on ${what}`,
      found: cause,
      expected: 'files',
      remedy:
        'Read tables with memoryGroups of @rl-insight/memory-contract, which works out what is missing.',
      cause,
    });
  });
}

function compare(one: Drawn, other: Drawn): void {
  const remedy = 'Take nothing from the clock or from chance; go through things in a fixed order.';
  const paths = one.output.paths.join('\n');
  if (paths !== other.output.paths.join('\n')) {
    throw new Nonconformity({
      problem: 'A second time there are other files',
      found: other.output.paths,
      expected: one.output.paths,
      remedy,
    });
  }
  for (const [path, bytes] of one.output.files) {
    const again = other.output.files.get(path) as Uint8Array;
    if (Buffer.compare(bytes, again) === 0) continue;
    const at = bytes.findIndex((byte, i) => byte !== again[i]);
    const part = (of: Uint8Array) =>
      new TextDecoder().decode(of.subarray(Math.max(0, at - 20), at + 60));
    throw new Nonconformity({
      problem: 'A second time a file has another content',
      where: { file: path, byte: at },
      found: part(again),
      expected: part(bytes),
      remedy,
    });
  }
}

async function checkNothingElse(subject: PluginSubject): Promise<void> {
  const limit = processLimitMs(subject);
  const request = requestOf(subject, 'visualize');
  const { ended, left, stdout, stderr, exitCode } = await runChild(request, limit);
  if (!ended || exitCode !== 0) {
    throw new Nonconformity({
      problem: ended
        ? 'Drawing fails in a process of its own'
        : 'Something still runs after drawing',
      found: ended ? stderr : `a process that did not end within ${limit / 1000} s`,
      expected: 'its end with exit code 0',
      remedy: 'Close what was opened, and need nothing but what is given.',
    });
  }
  if (left.length > 0) {
    throw new Nonconformity({
      problem: 'It writes files past the output that it is given',
      found: left,
      expected: 'none in the working folder or among temporary files',
      remedy: 'Write with output.write and output.copy alone.',
    });
  }
  if (stdout === '' && stderr === '') return;
  throw new Nonconformity({
    problem: 'It writes to the terminal',
    found: stdout + stderr,
    expected: 'nothing',
    remedy: 'Tell context.report; stdout belongs to the answers of the command.',
  });
}
