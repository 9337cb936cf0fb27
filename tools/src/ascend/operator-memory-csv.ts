import { csvCell, type TableText, tableLines } from './csv-text.js';
import { FileOrder } from './file-order.js';
import { OperatorMemoryCells } from './operator-memory-cells.js';
import type { Variant } from './options.js';
import type { SimulatedCapture } from './scenario.js';

/** How the table of allocations is written. */
export interface OperatorMemoryText extends TableText {
  quoteTimes: boolean;
  tabs: boolean;
  missing: 'producer' | 'N/A';
  deviceId: boolean;
}

type CellName = Exclude<keyof OperatorMemoryCells, 'load'>;

interface TableColumn {
  header: string;
  cell: CellName;
}

function totals(unit: 'MB' | 'KB', withActive: boolean): TableColumn[] {
  const names = withActive
    ? (['Allocated', 'Reserved', 'Active'] as const)
    : (['Allocated', 'Reserved'] as const);
  return (['Allocation', 'Release'] as const).flatMap((moment) =>
    names.map((name) => ({
      header: `${moment} Total ${name}(${unit})`,
      cell: `${moment === 'Allocation' ? 'allocation' : 'release'}${name}` as const,
    })),
  );
}

const NAME: TableColumn = { header: 'Name', cell: 'name' };
const SIZE: TableColumn = { header: 'Size(KB)', cell: 'size' };
const ALLOCATION_TIME: TableColumn = { header: 'Allocation Time(us)', cell: 'allocationTime' };
const RELEASE_TIME: TableColumn = { header: 'Release Time(us)', cell: 'releaseTime' };
const ACTIVE_RELEASE_TIME: TableColumn = {
  header: 'Active Release Time(us)',
  cell: 'activeReleaseTime',
};
const DURATION: TableColumn = { header: 'Duration(us)', cell: 'duration' };
const ACTIVE_DURATION: TableColumn = { header: 'Active Duration(us)', cell: 'activeDuration' };
const STREAM: TableColumn = { header: 'Stream Ptr', cell: 'stream' };
const DEVICE_TYPE: TableColumn = { header: 'Device Type', cell: 'device' };
const DEVICE: TableColumn = { header: 'Device', cell: 'device' };
const DEVICE_ID: TableColumn = { header: 'Device_id', cell: 'deviceId' };

const TIMES = [NAME, SIZE, ALLOCATION_TIME, RELEASE_TIME, ACTIVE_RELEASE_TIME, DURATION];
const CANN_TIMES = [NAME, SIZE, ALLOCATION_TIME, DURATION];

const COLUMNS: Readonly<Record<Variant, readonly TableColumn[]>> = {
  V15: [...TIMES, ACTIVE_DURATION, ...totals('MB', true), STREAM, DEVICE_TYPE],
  V14: [...TIMES, ...totals('MB', true), STREAM, DEVICE_TYPE],
  V10: [NAME, SIZE, ALLOCATION_TIME, RELEASE_TIME, DURATION, ...totals('MB', false), DEVICE_TYPE],
  M9: [...CANN_TIMES, ...totals('KB', false), DEVICE],
  MS9: [...CANN_TIMES, ...totals('MB', false), DEVICE],
};

function* lines(capture: SimulatedCapture, text: OperatorMemoryText): Generator<string> {
  const { variant } = capture.options;
  const columns = variant === 'M9' && text.deviceId ? [DEVICE_ID, ...COLUMNS.M9] : COLUMNS[variant];
  // MindSpore's tracker ends every cell with a comma, the last one too.
  const end = variant === 'MS9' ? ',' : '';
  yield columns.map((column) => column.header).join(',') + end;
  const cells = new OperatorMemoryCells(capture, text);
  const order = new FileOrder(capture);
  for (let index = 0; index < order.length; index++) {
    cells.load(order.at(index));
    const line = columns.map(({ cell }) => (cell === 'name' ? csvCell(cells.name) : cells[cell]));
    yield line.join(',') + end;
  }
}

/**
 * operator_memory.csv: one row an allocation, in pieces of text. Sizes in KB, totals in MB (CANN: KB), times in µs since
 * the epoch. Headers and cells follow the producers' source code and, for V15 and V10, genuine captures.
 */
export function operatorMemoryCsv(
  capture: SimulatedCapture,
  text: OperatorMemoryText,
): Generator<string> {
  return tableLines(text, lines(capture, text));
}
