import { isRlInsightError, nothingLeft, rankTest, type StageContext } from '@rl-insight/core';
import { type TableSet, tableSet } from '@rl-insight/core/tables';
import { groupFolderName, NameTaker, type Notice } from '@rl-insight/memory-contract';
import { fileBytes } from '@rl-insight/trace-scan/node';
import { knownBlocks, NO_BLOCKS } from './blocks/known-blocks.js';
import type { FoundFile } from './discover/find-files.js';
import { findSnapshots } from './discover/find-snapshots.js';
import { rolesAndRanks } from './discover/rank-names.js';
import { fromReadError, torchErrors } from './errors.js';
import { deviceNotices, snapshotNotices } from './notices.js';
import { describeSelection, type SnapshotSelection } from './selection.js';
import { isOfNpu } from './snapshot/device-kind.js';
import { markedRanges } from './snapshot/marked-ranges.js';
import { segmentHistory } from './snapshot/segment-book.js';
import { settle } from './snapshot/settle.js';
import { type Snapshot, type SnapshotDevice, SnapshotReader } from './snapshot/snapshot.js';
import { joinAnnotations, nest, type UserRange } from './snapshot/user-ranges.js';
import { deviceTables } from './tables/group.js';
import type { OwnedDevice } from './tables/owner.js';
import { StackTexts } from './tables/stack-texts.js';

type ParseContext = Pick<StageContext, 'report' | 'signal'>;

const NS_PER_US = 1000;
const PIECE_BYTES = 1 << 20;

function wantedSnapshots(
  snapshots: readonly FoundFile[],
  selection: SnapshotSelection,
  path: string,
  { report }: ParseContext,
): FoundFile[] {
  const isWanted = rankTest(selection.ranks);
  const left = snapshots.filter(
    ({ rank, role }) =>
      isWanted(rank) &&
      (selection.role === null || selection.role === role) &&
      selection.step === null,
  );
  if (left.length === 0) {
    const there = `${rolesAndRanks(snapshots)}; snapshots are kept with all their steps`;
    throw nothingLeft(path, describeSelection(selection), there);
  }
  if (left.length < snapshots.length) {
    report.notice({
      code: 'filtered',
      message: `${describeSelection(selection)} left out ${snapshots.length - left.length} of ${snapshots.length} snapshots`,
    });
  }
  return left;
}

/**
 * Reads the snapshots at a path, and yields the tables of each device. One that cannot be read is
 * reported, and the others go on.
 *
 * @throws RlInsightError when there is no snapshot, or nothing is left by the filters.
 */
export async function* parseSnapshots(
  path: string,
  selection: SnapshotSelection,
  context: ParseContext,
): AsyncGenerator<TableSet> {
  const { report, signal } = context;
  const { files: snapshots, others } = await findSnapshots(path, selection.rankPattern, signal);
  if (others.length > 0) {
    report.notice({
      code: 'torch-other-files',
      message: 'files that are no memory snapshots of PyTorch were passed over',
      count: others.length,
      example: others[0],
    });
  }
  const wanted = wantedSnapshots(snapshots, selection, path, context);
  const total = wanted.reduce((sum, { fileBytes: size }) => sum + size, 0);
  const names = new NameTaker();
  let done = 0;
  for (const found of wanted) {
    const onBytes = (bytes: number) => {
      done = Math.min(done + bytes, total);
      report.progress({ kind: 'progress', stage: 'parse', done, total, unit: 'bytes' });
    };
    const file = new SnapshotFile(found, selection, context, wanted.length === 1);
    try {
      for (const { name, tables } of await file.read(onBytes)) {
        signal.throwIfAborted();
        yield tableSet(names.take(name), tables);
      }
    } catch (error) {
      signal.throwIfAborted();
      const told = fromReadError(error, found.path);
      if (!isRlInsightError(told)) throw told;
      report.failure({ subject: found.label, error: told });
    }
  }
}

interface NamedTables {
  readonly name: string;
  readonly tables: ReturnType<typeof deviceTables>['tables'];
}

/** One file that is read. */
class SnapshotFile {
  readonly #found: FoundFile;
  readonly #selection: SnapshotSelection;
  readonly #context: ParseContext;
  readonly #isAlone: boolean;

  constructor(
    found: FoundFile,
    selection: SnapshotSelection,
    context: ParseContext,
    isAlone: boolean,
  ) {
    this.#found = found;
    this.#selection = selection;
    this.#context = context;
    this.#isAlone = isAlone;
  }

  async read(onBytes: (bytes: number) => void): Promise<NamedTables[]> {
    const snapshot = await this.#snapshot(onBytes);
    if (snapshot.devices.length === 0) throw torchErrors.empty(this.#found.path);
    const general = [...this.#rankNotices(), ...snapshotNotices(snapshot)];
    for (const notice of general) this.#notice(notice, this.#found.label, this.#isAlone);
    const stackTexts = new StackTexts(snapshot);
    const kind = this.#deviceKind(snapshot);
    return snapshot.devices.map((device) =>
      this.#deviceTables(snapshot, device, { stackTexts, kind, general }),
    );
  }

  async #snapshot(onBytes: (bytes: number) => void): Promise<Snapshot> {
    const { path, fileBytes: size } = this.#found;
    const reader = new SnapshotReader(size);
    let read = 0;
    for await (const piece of fileBytes(path, { pieceBytes: PIECE_BYTES })) {
      this.#context.signal.throwIfAborted();
      reader.push(piece);
      // Of a file that is packed, the pieces are larger than it is.
      onBytes(Math.min(piece.length, size - read));
      read = Math.min(size, read + piece.length);
    }
    return reader.finish();
  }

  #deviceKind(snapshot: Snapshot): 'GPU' | 'NPU' {
    const { device } = this.#selection;
    if (device !== 'auto') return device;
    return isOfNpu(snapshot) ? 'NPU' : 'GPU';
  }

  #deviceTables(
    snapshot: Snapshot,
    device: SnapshotDevice,
    {
      stackTexts,
      kind,
      general,
    }: { stackTexts: StackTexts; kind: string; general: readonly Notice[] },
  ): NamedTables {
    const { path, rank, role, label } = this.#found;
    const { trace, state, isHost, ordinal } = device;
    const deviceType = isHost ? 'CPU' : `${kind}:${ordinal}`;
    const settled = settle(trace, state);
    if (settled.startBytes < 0)
      throw torchErrors.inconsistent(path, deviceType, settled.startBytes);
    const segments = segmentHistory(trace.segments, trace.streams, state);
    const source = { trace, settled, segments };
    const blocks = isHost
      ? NO_BLOCKS
      : knownBlocks(source, state, snapshot.settings, kind === 'NPU');
    const owned: OwnedDevice = {
      snapshot,
      device,
      settled,
      segments,
      blocks,
      ranges: rangesOf(snapshot, device),
      stackTexts,
      rank,
      role,
      deviceType,
      label,
      originNs: trace.hasTimes ? BigInt(trace.originUs) * BigInt(NS_PER_US) : 0n,
      unitNs: trace.hasTimes ? NS_PER_US : 1,
    };
    const own = deviceNotices(snapshot, device, { settled, segments, blocks });
    const isAlone = this.#isAlone && snapshot.devices.length === 1;
    const subject = `${this.#isAlone ? '' : `${label} `}rank ${rank} ${deviceType}`;
    for (const notice of own) this.#notice(notice, subject, isAlone);
    const { info, tables } = deviceTables(owned, [...general, ...own]);
    return { name: groupFolderName(info, snapshot.devices.length > 1), tables };
  }

  #notice(notice: Notice, subject: string, isAlone: boolean): void {
    this.#context.report.notice(isAlone ? notice : { ...notice, subject });
  }

  #rankNotices(): Notice[] {
    const { isRankNamed, rank } = this.#found;
    if (isRankNamed) return [];
    const message = `the name of the file tells no process rank (${rank} is taken); input.rank_pattern can tell where it is`;
    return [{ code: 'torch-no-rank', message }];
  }
}

function rangesOf(snapshot: Snapshot, { trace, ordinal, isHost }: SnapshotDevice): UserRange[] {
  const { texts, annotations } = snapshot;
  if (!trace.hasTimes) return [];
  const own = isHost ? [] : annotations.filter(({ device }) => device === ordinal);
  const metadata = trace.metadata.ranges.map(
    ({ text, startUs, endUs }): UserRange => ({
      name: texts.text(text),
      domain: 'user_metadata',
      startUs,
      endUs,
      parent: -1,
    }),
  );
  const joined = joinAnnotations([...own, ...markedRanges(snapshot, trace)], trace.originUs);
  return nest([...joined, ...metadata]);
}
