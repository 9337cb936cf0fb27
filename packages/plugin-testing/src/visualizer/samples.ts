import type { PlacedTableSet } from '@rl-insight/core';
import { type TableSet, tableSet } from '@rl-insight/core/tables';
import { Data, Field, Float64, RecordBatch, Schema, Struct, Table } from 'apache-arrow';
import type { DrawnBlock } from '../tables/drawn-blocks.js';
import { drawnSet, drawnTable } from '../tables/drawn-set.js';

const DRAWING = `
  who          start     end     size
  aten::mm      1000    9000    65536
  aten::add     2000    4000     8192
  aten::cat     3000       -   131072
  aten::empty   5000    6000      512
`;

/** Begins an element of its own where a text ends one that it stands in. */
export const HOSTILE_ELEMENT = '</script></style></title><img src=x onerror=rlInsightHostile()>';
/** Ends an attribute's value and begins another attribute. */
export const HOSTILE_ATTRIBUTE = ' onrlinsighthostile=';

/** Texts that a capture may hold and that must stay texts. */
const HOSTILE_TEXTS = [
  HOSTILE_ELEMENT,
  `"${HOSTILE_ATTRIBUTE}"x`,
  `'${HOSTILE_ATTRIBUTE}'x`,
  '../../../escaped',
  '..\\..\\escaped',
  '/escaped',
  'nul\u0000bell\u0007escape\u001b[31m',
  'bidi\u202eltr\u2066',
  '<%= 1 %>{{1}}`',
  '\u2028line\u2029',
  '=cmd|"/c calc"!A0',
  '<!--',
  'CON',
];

/** One subject, in the output folder itself. */
export function singleSet(): PlacedTableSet[] {
  return [{ set: drawnSet(DRAWING, { name: 'rank0' }), folder: '' }];
}

/** Three subjects, each with a folder of its own: two roles, one of them with two ranks. */
export function severalSets(): PlacedTableSet[] {
  const who = { size: 4096, start: 1000, end: 2000 };
  const make = (role: string, rank: number): PlacedTableSet => {
    const blocks = [1, 2, 3].map((i) => ({
      ...who,
      who: `aten::op${i}`,
      size: 4096 * i,
      role,
      rank,
    }));
    const name = `${role}_rank${rank}`;
    return { set: drawnSet(blocks, { name }), folder: name };
  };
  return [make('actor', 0), make('actor', 1), make('critic', 0)];
}

/** With the columns that every table has and no more, and without metadata. */
export function bareSet(): PlacedTableSet[] {
  return [{ set: drawnSet(DRAWING, { columns: 'required' }), folder: '' }];
}

/** With a column that no contract knows, as a newer minor version may bring. */
export function widerSet(): PlacedTableSet[] {
  const table = drawnTable([{ who: 'aten::mm', start: 1, end: 2, size: 512 }]);
  const [batch] = table.batches;
  const type = new Float64();
  const field = new Field('column_of_the_future', type, true);
  const schema = new Schema([...table.schema.fields, field], table.schema.metadata);
  const extra = new Data(type, 0, 1, 0, [
    undefined,
    Float64Array.of(1),
    undefined,
    undefined,
  ] as never);
  const struct = new Struct(schema.fields);
  const children = [...batch.data.children, extra];
  const data = new Data(struct, 0, 1, 0, undefined, children);
  const wider = new Table(schema, [new RecordBatch(schema, data)]);
  return [{ set: tableSet('wider', { memory_summary: wider }), folder: '' }];
}

/** Every text is one that must not be taken for anything else. */
export function hostileSet(): PlacedTableSet[] {
  const blocks = HOSTILE_TEXTS.map((text, i): DrawnBlock => {
    const times = { start: 1000 + i, end: 5000 + i, size: 1024 * (i + 1) };
    return {
      who: text,
      stack: `${text};\r\n${text}`,
      role: text,
      device: text,
      threadName: text,
      ...times,
    };
  });
  const set: TableSet = drawnSet(blocks, { name: 'hostile' });
  return [{ set, folder: '' }];
}
