export interface Flag {
  name: string;
  type: 'string' | 'boolean';
  /** What stands for the value in the help. */
  value?: string;
  help: string;
}

export const FLAGS = [
  { name: 'help', type: 'boolean', help: 'print this' },
  { name: 'seed', type: 'string', value: 'text', help: 'same seed, same bytes (1)' },
  { name: 'ranks', type: 'string', value: '0,1', help: 'ranks (0)' },
  { name: 'roles', type: 'string', value: 'a,b', help: 'RL roles' },
  { name: 'steps', type: 'string', value: '1,2', help: 'training steps, a folder each' },
  { name: 'role-in', type: 'string', value: 'both', help: 'role in folder, metadata, both' },
  { name: 'worker', type: 'string', value: 'node0', help: 'start of the captures’ names' },
  { name: 'allocations', type: 'string', value: 'n', help: 'rows of PyTorch (1000)' },
  { name: 'ge-allocations', type: 'string', value: 'n', help: 'rows of the graph engine (100)' },
  { name: 'devices', type: 'string', value: '1|2', help: 'devices in one capture (1)' },
  { name: 'stacks', type: 'string', value: 'n', help: 'distinct call stacks (64)' },
  { name: 'stack-depth', type: 'string', value: 'n', help: 'frames of a stack (12)' },
  { name: 'unreleased', type: 'string', value: 'share', help: 'allocations not released (0.1)' },
  { name: 'before', type: 'string', value: 'n', help: 'blocks alive at the start (40)' },
  { name: 'before-released', type: 'string', value: 'n', help: 'of those, released inside (6)' },
  { name: 'empty-names', type: 'string', value: 'share', help: 'rows with a blank name (0)' },
  { name: 'odd-names', type: 'boolean', help: 'names with commas, quotes, newlines, markup' },
  { name: 'ties', type: 'boolean', help: 'some events share a time' },
  { name: 'variant', type: 'string', value: 'V15', help: 'table: V15, V14, V10, M9, MS9' },
  { name: 'eol', type: 'string', value: 'crlf|lf', help: 'ends of lines' },
  { name: 'bom', type: 'boolean', help: 'byte order mark in tables' },
  { name: 'quote-times', type: 'boolean', help: 'times in quotes' },
  { name: 'tabs', type: 'boolean', help: 'tab after times' },
  { name: 'missing', type: 'string', value: 'N/A', help: 'unknown cells: producer, N/A' },
  { name: 'device-id', type: 'boolean', help: 'leading Device_id (M9)' },
  { name: 'operator-memory-path', type: 'string', value: 'path', help: 'where the table goes' },
  { name: 'trace', type: 'boolean', help: '--no-trace: no trace_view.json' },
  { name: 'trace-format', type: 'string', value: 'compact', help: 'compact, pretty' },
  { name: 'trace-wrapper', type: 'string', value: 'array', help: 'array, traceEvents' },
  {
    name: 'trace-end',
    type: 'string',
    value: 'closed',
    help: 'closed, missing-bracket, trailing-comma, two-arrays, cut-in-event',
  },
  { name: 'numeric-ts', type: 'boolean', help: 'ts as numbers' },
  { name: 'counters', type: 'string', value: 'n', help: 'counter events (200)' },
  { name: 'python-functions', type: 'string', value: 'n', help: 'Python functions (100)' },
  { name: 'target-bytes', type: 'string', value: '1.2GB', help: 'pad the trace to this size' },
  { name: 'backward-thread', type: 'boolean', help: '--no-…: no backward pass' },
  { name: 'queue', type: 'boolean', help: '--no-…: no Enqueue and Dequeue events' },
  { name: 'profiler-steps', type: 'string', value: '1,2', help: 'ProfilerStep#N ranges' },
  { name: 'memory-record', type: 'boolean', help: '--no-…: no memory_record.csv' },
  { name: 'module-mem', type: 'string', value: 'n', help: 'files of module memory, 0: none (1)' },
  { name: 'module-device-id', type: 'boolean', help: 'leading Device_id there' },
  { name: 'module-unit', type: 'string', value: 'MB|KB', help: 'unit there (MB)' },
  { name: 'profiler-info', type: 'boolean', help: '--no-…: no profiler_info' },
  { name: 'rank-in-name', type: 'boolean', help: '--no-…: profiler_info.json' },
  { name: 'rank-id', type: 'string', value: 'number', help: 'number, string, absent' },
  { name: 'profile-memory', type: 'boolean', help: '--no-…: the switch was off' },
  { name: 'with-stack', type: 'boolean', help: '--no-…: the switch was off' },
  { name: 'metadata', type: 'boolean', help: '--no-…: no profiler_metadata.json' },
  { name: 'analyse-done', type: 'boolean', help: '--no-…: no analyse.done' },
  { name: 'chunk-chars', type: 'string', value: 'n', help: 'characters a write (65536)' },
] as const satisfies readonly Flag[];

export type FlagName = (typeof FLAGS)[number]['name'];

const HELP_COLUMN = 32;

/** The help text, at most 100 columns wide. */
export function helpText(): string {
  const lines = (FLAGS as readonly Flag[]).map(({ name, value, help }) => {
    const flag = value === undefined ? `--${name}` : `--${name} <${value}>`;
    return `  ${flag.padEnd(HELP_COLUMN)}${help}`;
  });
  return [
    'Usage: make-capture <folder> [flags]',
    '',
    'Writes made-up Ascend profiler captures: <folder>/[<step>/][<role>/]<worker>_…_ascend_pt/',
    'Numbers may be 1_000, 20MB or 1.2GB; lists are separated by commas.',
    '',
    ...lines,
    '',
  ].join('\n');
}
