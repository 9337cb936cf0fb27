import type { AllocatorHistory } from '@rl-insight/memory-model';
import type { GroupPart } from '../../src/page-data/files.js';
import type { GroupPartData } from '../../src/page-data/format.js';
import { readHistory } from '../allocator/read-history.js';
import { FailureHolders } from '../failures/failure-holders.js';
import { Failures } from '../failures/failures.js';
import { Scopes } from '../scopes/scopes.js';
import { t } from '../text/text.js';
import type { DataFiles } from './data-files.js';
import type { Group } from './group.js';
import { LazyPart } from './lazy-part.js';
import type { Stretch } from './line.js';

/** What of a group is in files of its own; undefined where the group has none of it. */
export interface GroupParts {
  /** What each thread holds over time, in the order of the group's list of threads. */
  readonly threads: LazyPart<readonly (readonly Stretch[])[]> | undefined;
  readonly scopes: LazyPart<Scopes> | undefined;
  readonly failures: LazyPart<Failures> | undefined;
  readonly failureHolders: LazyPart<FailureHolders> | undefined;
  /** What happened in the segments of the allocator. */
  readonly allocator: LazyPart<AllocatorHistory> | undefined;
}

export interface PartsSource {
  readonly group: Group;
  readonly files: DataFiles;
  /** Folder of what pages share, from the page. */
  readonly assets: string;
  /** Says on the page what is missing. */
  readonly complain: (text: string) => void;
}

export function groupParts({ group, files, assets, complain }: PartsSource): GroupParts {
  const { threads, scopes, failures, allocator } = group.data;
  const lazy = <Part extends GroupPart, Value>(
    part: Part,
    file: string,
    read: (data: GroupPartData[Part]) => Promise<Value>,
  ) =>
    new LazyPart(async () => {
      const path = `${assets}/${file}`;
      try {
        return await read(await files.part(part, path));
      } catch (error) {
        complain(t('missingFile', { file: path }));
        throw error;
      }
    });
  return {
    threads: threads
      ? lazy('threads', threads.file, ({ lines }) => group.decodeLines(lines))
      : undefined,
    scopes: scopes ? lazy('scopes', scopes.file, (data) => Scopes.read(data, group)) : undefined,
    failures: failures
      ? lazy('failures', failures.file, (data) => Failures.read(data, group))
      : undefined,
    failureHolders: failures
      ? lazy('failure-holders', failures.holdersFile, (data) => FailureHolders.read(data, group))
      : undefined,
    allocator:
      allocator === null || allocator.file === null
        ? undefined
        : lazy('allocator', allocator.file, (data) => readHistory(data, group)),
  };
}
