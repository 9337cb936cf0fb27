import type { OverviewGroup } from '../../src/page-data/overview-format.js';
import { exactBytes, formatBytes } from '../format/bytes.js';
import { formatCount } from '../format/count.js';
import { axisText } from '../format/time.js';
import type { TextKey } from '../text/en.js';
import { t } from '../text/text.js';
import { outlierMeaning } from './answer.js';
import { percent } from './names.js';

/** A column of the table of groups. */
export interface GroupColumn {
  readonly name: string;
  readonly label: TextKey;
  readonly meaning?: TextKey;
  /** What rows are sorted by; those of numbers have the largest first at first. */
  readonly order: (group: OverviewGroup) => number | string;
  readonly text: (group: OverviewGroup) => string;
  readonly title?: (group: OverviewGroup) => string;
  /** Sorting begins with the smallest: of names and numbers that are names. */
  readonly ascending?: boolean;
  /** Whether it tells anything of some groups; it always does when this is left out. */
  readonly isOffered?: (groups: readonly OverviewGroup[]) => boolean;
}

function sizes(bytes: number): string {
  return bytes === 0 ? '' : formatBytes(bytes);
}

export const GROUP_COLUMNS: readonly GroupColumn[] = [
  {
    name: 'role',
    label: 'columnRole',
    order: ({ role }) => role,
    text: ({ role }) => (role === '' ? t('noRole') : role),
    ascending: true,
  },
  {
    name: 'rank',
    label: 'columnRank',
    order: ({ rank }) => rank,
    text: ({ rank }) => String(rank),
    ascending: true,
  },
  {
    name: 'device',
    label: 'columnDevice',
    order: ({ device }) => device,
    text: ({ device }) => device,
    ascending: true,
  },
  {
    name: 'allocations',
    label: 'columnAllocations',
    order: ({ allocations }) => allocations,
    text: ({ allocations }) => formatCount(allocations),
  },
  {
    name: 'peak',
    label: 'columnPeak',
    order: ({ peakBytes }) => peakBytes,
    text: ({ peakBytes }) => formatBytes(peakBytes),
    title: ({ peakBytes }) => exactBytes(peakBytes),
  },
  {
    name: 'peak-time',
    label: 'columnPeakTime',
    order: ({ peakNs }) => peakNs,
    text: ({ peakNs }) => axisText(peakNs),
    ascending: true,
  },
  {
    name: 'outlier',
    label: 'columnOutlier',
    meaning: 'columnOutlierTitle',
    order: ({ outlier }) => Math.abs(outlier?.deviation ?? 0),
    text: ({ outlier }) => (outlier === null ? '' : percent(outlier.deviation)),
    title: outlierMeaning,
  },
  {
    name: 'end',
    label: 'columnEnd',
    meaning: 'columnEndTitle',
    order: ({ endBytes }) => endBytes,
    text: ({ endBytes }) => formatBytes(endBytes),
    title: ({ endBytes }) => exactBytes(endBytes),
  },
  {
    name: 'unreleased',
    label: 'columnUnreleased',
    meaning: 'columnUnreleasedTitle',
    order: ({ unreleasedBytes }) => unreleasedBytes ?? -1,
    text: ({ unreleasedBytes }) =>
      unreleasedBytes === null ? t('notRecorded') : sizes(unreleasedBytes),
    title: ({ unreleased, unreleasedBytes }) =>
      unreleasedBytes === null
        ? t('notPaired')
        : `${exactBytes(unreleasedBytes)}, ${t('countOfThem', { count: formatCount(unreleased) })}`,
  },
  {
    name: 'unknown',
    label: 'columnUnknown',
    meaning: 'columnUnknownTitle',
    order: ({ unknownReleaseBytes }) => unknownReleaseBytes,
    text: ({ unknownReleaseBytes }) => sizes(unknownReleaseBytes),
    title: ({ unknownReleases, unknownReleaseBytes }) =>
      `${exactBytes(unknownReleaseBytes)}, ${t('countOfReleases', { count: formatCount(unknownReleases) })}`,
  },
  {
    name: 'failures',
    label: 'columnFailures',
    meaning: 'columnFailuresTitle',
    order: ({ failures }) => failures,
    text: ({ failures }) => (failures === 0 ? '' : formatCount(failures)),
    isOffered: (groups) => groups.some(({ failures }) => failures > 0),
  },
  {
    name: 'warnings',
    label: 'columnWarnings',
    order: ({ warnings }) => warnings,
    text: ({ warnings }) => (warnings === 0 ? '' : formatCount(warnings)),
  },
];
