import {
  Dictionary,
  Field,
  Float64,
  Int32,
  Int64,
  makeData,
  Schema,
  Utf8,
  type Vector,
  vectorFromArray,
} from 'apache-arrow';

/** What the texts of the table are: as many as a training job has, give or take. */
const OPERATORS = 60;
const STACKS = 2000;
const FRAMES = 12;
const MATCHES = ['recorded', 'forward', 'queue-recorded', 'queue-forward', 'nearest', 'none'];
export const DEVICE = 'NPU:0';
export const ALLOCATOR = 'PTA';

const times = <T>(count: number, make: (i: number) => T): T[] =>
  Array.from({ length: count }, (_, i) => make(i));

/** A frame of the user's code at the outer end, of a library at the inner one. */
function frame(stack: number, depth: number): string {
  const line = 1 + ((stack * 31 + depth * 7) % 900);
  return depth < FRAMES / 2
    ? `/opt/env/lib/python3.10/site-packages/torch/nn/modules/part_${depth}.py(${line}): forward_${depth}`
    : `/workspace/train/module_${depth % 5}.py(${line}): step_${stack % 97}`;
}

const STACK_TEXTS = times(STACKS, (stack) =>
  times(FRAMES, (depth) => frame(stack, depth)).join(';\r\n'),
);

/** The texts of each text column. */
const TEXTS: Readonly<Record<string, readonly string[]>> = {
  name: times(OPERATORS, (i) => `aten::operator_${i}`),
  role: ['actor_update'],
  call_stack: STACK_TEXTS,
  call_stack_top: STACK_TEXTS.map((stack) => stack.split(';', 1)[0]),
  device_type: [DEVICE],
  allocator: [ALLOCATOR],
  stack_match: MATCHES,
};

type Kind = 'text' | 'int32' | 'float64' | 'int64';

/** The columns that a parser of captures writes, in the order of `memory_summary`. */
export const COLUMNS: readonly (readonly [name: string, kind: Kind])[] = [
  ['name', 'text'],
  ['role', 'text'],
  ['rank_id', 'int32'],
  ['call_stack', 'text'],
  ['call_stack_top', 'text'],
  ['size_kb', 'float64'],
  ['start_time_ms', 'float64'],
  ['duration_ms', 'float64'],
  ['total_allocated_mb', 'float64'],
  ['total_reserved_mb', 'float64'],
  ['total_active_mb', 'float64'],
  ['device_type', 'text'],
  ['start_time_ns', 'int64'],
  ['duration_ns', 'int64'],
  ['size_bytes', 'int64'],
  ['capture_id', 'int32'],
  ['alloc_seq', 'int64'],
  ['release_seq', 'int64'],
  ['allocator', 'text'],
  ['stack_match', 'text'],
  ['thread_id', 'int64'],
];

/** Each text column has one dictionary, which all batches share. */
const DICTIONARIES = new Map(
  Object.entries(TEXTS).map(([name, texts]) => [name, vectorFromArray(texts, new Utf8())]),
);

function typeOf(kind: Kind, place: number) {
  switch (kind) {
    case 'text':
      return new Dictionary(new Utf8(), new Int32(), place);
    case 'int32':
      return new Int32();
    case 'float64':
      return new Float64();
    case 'int64':
      return new Int64();
  }
}

export function tableSchema(metadata: ReadonlyMap<string, string>): Schema {
  const fields = COLUMNS.map(([name, kind], place) => new Field(name, typeOf(kind, place), true));
  return new Schema(fields, new Map(metadata));
}

/** Values of a batch by column; `valid` where some are null, as bits. */
export interface BatchColumn {
  readonly values: Int32Array | Float64Array | BigInt64Array;
  readonly valid?: Uint8Array;
}

export function columnData(place: number, { values, valid }: BatchColumn, nulls: number) {
  const [name, kind] = COLUMNS[place];
  const dictionary = DICTIONARIES.get(name) as Vector<Utf8> | undefined;
  return makeData({
    type: typeOf(kind, place),
    length: values.length,
    nullCount: valid === undefined ? 0 : nulls,
    nullBitmap: valid,
    data: values,
    ...(dictionary === undefined ? {} : { dictionary }),
  } as never);
}

/** How many texts a column has. */
export function textCount(name: string): number {
  return TEXTS[name].length;
}
