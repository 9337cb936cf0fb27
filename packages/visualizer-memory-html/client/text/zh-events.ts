import type { EN_EVENTS } from './en-events.js';

/** 按事件而不是按时间计数时的文字。 */
export const ZH_EVENTS: Record<keyof typeof EN_EVENTS, string> = {
  units: '坐标轴按事件计数；1 KiB = 1,024 字节。',
  readFields: '“左”和“右”接受事件编号；回车显示该范围。',
  tablePeakTime: '所在事件',
  eventAt: '事件 {number}（共 {all} 个）：{what}',
  rangeUnit: '事件',
  rangeHelp: '事件编号；回车显示该范围',
  rangeNotNumber: '不是有效的事件编号。',
  overlapItem: '{size}，事件 {start} – {end}',
  overlapItemOpen: '{size}，事件 {start} – 未释放',
  holderAllocation: '{size}，自事件 {time}',
  leastHeldHelp: '100 个事件',
  threadPeak: '峰值 {size}，事件 {time}',
  scopeWhere: '何处与哪个事件',
  failureTime: '所在事件',
  columnPeakTime: '所在事件',
};
