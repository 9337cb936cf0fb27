import { type Table, tableFromArrays } from 'apache-arrow';
import { RlInsightError } from '../src/errors/index.js';
import type {
  Checker,
  Parser,
  Plugin,
  PluginDescriptor,
  RuleSet,
  Visualizer,
} from '../src/plugin/index.js';
import { tableSet } from '../src/tables/index.js';

/** A domain of its own, as a third party brings one: the core knows nothing of it. */
export const SPANS = {
  name: 'spans',
  version: '1',
  meaning: 'spans of time',
  columns: [],
} as const;

const spans = (lengths: readonly number[]) =>
  tableFromArrays({ length: Float64Array.from(lengths) }) as unknown as Table;

/** What the parser makes of a word in the path's name. */
export const parser: Parser = {
  inputKind: 'span_folder',
  async *parse(path, { report, signal }) {
    for (const name of ['a', 'b', 'c'].slice(0, path.endsWith('one') ? 1 : 3)) {
      signal.throwIfAborted();
      if (name === 'b' && path.endsWith('broken')) {
        report.failure({
          subject: 'b',
          error: new RlInsightError({
            code: 'broken',
            exitCode: 3,
            message: 'b is broken.',
            remedy: 'Mend it.',
          }),
        });
        continue;
      }
      const bad = path.endsWith('bad') || (name === 'c' && path.endsWith('half'));
      yield tableSet(name, { spans: spans(bad ? [-1] : [1, 2]) });
    }
  },
};

const rules: RuleSet = {
  kind: 'spans',
  prepare: async (data) => ({ subject: data }),
  rules: () => [
    {
      name: 'positive',
      meaning: 'lengths are positive',
      *check(table) {
        if ([...((table as Table).getChild('length') ?? [])].some((length) => length < 0)) {
          yield { message: 'a span has a negative length' };
        }
      },
    },
  ],
};

const folderRules: RuleSet = {
  kind: 'span_folder',
  prepare: async (data) => ({ subject: data }),
  rules: () => [
    {
      name: 'odd',
      meaning: 'is told',
      *check() {
        yield { severity: 'warning', code: 'odd-folder', message: 'this folder is odd' };
      },
    },
  ],
};

const checker: Checker = {
  async check(ruleSet, data, context) {
    const prepared = await ruleSet.prepare(data, context);
    const found = [];
    if ('subject' in prepared) {
      for (const rule of await ruleSet.rules()) {
        for await (const finding of await rule.check(prepared.subject, context))
          found.push(finding);
      }
    }
    const error = found.find(({ severity }) => severity !== 'warning');
    if (error) {
      throw new RlInsightError({
        code: 'invalid',
        exitCode: 3,
        message: `${error.message}.`,
        remedy: 'Mend it.',
      });
    }
    return found;
  },
};

const visualizer: Visualizer = {
  async visualize(sets, output, { signal }) {
    for (const { set, folder } of sets) {
      signal.throwIfAborted();
      const table = await set.table('spans');
      const place = folder === '' ? '' : `${folder}/`;
      await output.write(`${place}page_${table.numRows}.html`, `${set.name} ${table.numRows}`);
    }
    await output.write('assets/shared.txt', 'once');
    return sets.length === 1 ? 'page_2.html' : 'a/page_2.html';
  },
};

export const descriptor: PluginDescriptor = {
  name: 'timeline-plugin',
  version: '1.2.3',
  apiVersion: 1,
  provides: [
    { id: 'timeline.parser.folder', title: 'folders of spans' },
    { id: 'timeline.rules.spans', title: 'what spans must be' },
    { id: 'timeline.rules.span_folder', title: 'what a folder of spans must be' },
    { id: 'timeline.checker.plain', title: 'runs rules' },
    { id: 'timeline.visualizer.pages', title: 'pages of spans' },
  ],
  contracts: [SPANS],
};

export const timelinePlugin: Plugin = {
  descriptor,
  register(container) {
    container.register('timeline.parser.folder', { useValue: parser });
    container.register('timeline.rules.spans', { useValue: rules });
    container.register('timeline.rules.span_folder', { useValue: folderRules });
    container.register('timeline.checker.plain', { useValue: checker });
    container.register('timeline.visualizer.pages', { useValue: visualizer });
  },
};
