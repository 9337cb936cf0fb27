import type { MemoryReport } from '@rl-insight/memory-model';
import { groupTitle, harmless } from './group-title.js';
import { tableLines } from './table.js';
import { bytesText, countText } from './units.js';

const SHOWN = 10;

function deviationText(deviation: number): string {
  return `${deviation < 0 ? '−' : '+'}${(100 * Math.abs(deviation)).toFixed(1)} %`;
}

/** Ranks whose peak is off those that compute alike. */
export function rankLines({ outlier_ranks }: MemoryReport, width: number): string[] {
  const head = 'Which ranks are off?';
  if (outlier_ranks === null) return [head, '  not recorded: needs three ranks of a role or more'];
  const { threshold, compared_ranks, outliers } = outlier_ranks;
  const share = `${Math.round(100 * threshold)} %`;
  if (outliers.length === 0) {
    return [
      head,
      `  none of ${countText(compared_ranks)} by more than ${share} of the median peak`,
    ];
  }
  const rows = outliers
    .slice(0, SHOWN)
    .map((rank) => [
      groupTitle(rank),
      bytesText(rank.peak_live_bytes),
      deviationText(rank.deviation),
      bytesText(rank.median_peak_bytes),
      rank.parallel_group === null
        ? `all ${countText(rank.compared_ranks)} of the role`
        : `${harmless(rank.parallel_group)} (${countText(rank.compared_ranks)} ranks)`,
    ]);
  const columns = [
    { title: 'rank', align: 'left', shrinks: 'end' },
    { title: 'peak', align: 'right' },
    { title: 'off by', align: 'right' },
    { title: 'median', align: 'right' },
    { title: 'compared with', align: 'left', shrinks: 'end' },
  ] as const;
  const rest = outliers.length - rows.length;
  return [
    head,
    `  ${countText(outliers.length)} of ${countText(compared_ranks)} by more than ${share} of the median peak`,
    ...tableLines(columns, rows, width),
    ...(rest > 0 ? [`  and ${countText(rest)} more`] : []),
  ];
}
