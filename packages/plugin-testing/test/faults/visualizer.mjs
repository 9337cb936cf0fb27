import { writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { loadTables } from '@rl-insight/core/tables';
import {
  MEMORY_CONTRACTS,
  MEMORY_SUMMARY,
  memoryGroups,
  safeFileName,
} from '@rl-insight/memory-contract';

/** A visualizer of a page a set that conforms, but for one fault by its name; see `visualizer-faults.ts`. */
export function faultyVisualizer(fault) {
  const has = (name) => name === fault;
  const id = 'memory.visualizer.list';
  return {
    descriptor: {
      name: 'faulty-plugin',
      version: '1.0.0',
      apiVersion: 1,
      provides: [{ id, title: 'lists of blocks' }],
      contracts: MEMORY_CONTRACTS,
    },
    register(container) {
      container.register(id, { useValue: { visualize: visualizer(has) } });
    },
  };
}

function escaper(has) {
  if (has('no-escape')) return (text) => text;
  return (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}

const LOADS = {
  'loads-script': '<script src="https://example.org/chart.js"></script>',
  'loads-style': '<style>@import "//example.org/a.css";</style>',
  'loads-font': '<style>a { background: url(https://example.org/a.woff) }</style>',
  fetches: "<script>fetch('https://example.org/count')</script>",
};

function visualizer(has) {
  const escaped = escaper(has);
  return async (sets, output, { signal }) => {
    if (has('prints')) console.log('drawing');
    if (has('writes-outside')) writeFileSync('stray.txt', '');
    if (has('keeps-running')) setInterval(() => {}, 1000);
    if (has('one-set') && sets.length > 1) throw new Error('one set only');
    const entries = [];
    for (const { set, folder } of sets) {
      if (!has('ignores-abort') && !(has('late') && entries.length > 0)) {
        if (has('abort-error') && signal.aborted) throw new Error('aborted');
        signal.throwIfAborted();
      }
      if (has('hangs') && signal.aborted) await sleep(6000);
      const tables = await loadTables(set);
      const table = tables.memory_summary;
      if (has('needs-exact')) table.getChild('start_time_ns').get(0);
      const known = MEMORY_SUMMARY.columns.map(({ name }) => name);
      const strange = table.schema.fields.find(({ name }) => !known.includes(name));
      if (has('strange-column') && strange) throw new Error(`what is ${strange.name}`);
      const [group, second] = memoryGroups(tables);
      const { codes, values } = group.allocations.text('name');
      const role = group.info.role;
      const titled = `<table title="${has('no-attribute-escape') ? second?.info.role : escaped(role)}">`;
      const rows = [...codes].map((code) => `<tr><td>${escaped(values[code])}</td></tr>`);
      const load = Object.entries(LOADS).find(([name]) => has(name))?.[1] ?? '';
      const time = has('clock') ? process.hrtime.bigint() : '';
      const name = has('raw-name') ? role : `${safeFileName(role)}list`;
      const path = `${folder === '' ? '' : `${folder}/`}${name}.html`;
      const content = `<!doctype html>${titled}${rows.join('')}</table>${load}${time}`;
      await output.write(has('absolute') ? `/${path}` : path, content);
      entries.push(path);
    }
    if (has('random-file')) await output.write(`${process.hrtime.bigint()}.txt`, '');
    if (has('twins')) await output.write(entries[0].toUpperCase(), '');
    return has('no-entry') ? 'index.html' : entries[0];
  };
}
