import type { Group } from '../data/group.js';
import { element } from '../dom/element.js';
import { exactBytes, formatBytes } from '../format/bytes.js';
import { HolderRows } from '../holders/holder-rows.js';
import type { HolderSum } from '../holders/holder-sums.js';
import { matchName, matchOf } from '../text/match-texts.js';
import { t } from '../text/text.js';
import { threadTitle } from '../threads/thread-lanes.js';
import type { FailureHolder, FailureHolders, HeldByThread } from './failure-holders.js';
import { openText } from './failure-texts.js';
import type { Failure, Failures } from './failures.js';

type ShownSum = Omit<HolderSum, 'has'>;
type ThreadSum = ShownSum & { readonly held: HeldByThread };

export interface HeldSource {
  readonly group: Group;
  readonly failures: Failures;
  readonly holders: FailureHolders;
}

/** Who held what when an allocation failed: by thread, then by scope and stack. */
export function failureHeld(source: HeldSource, failure: Failure): HTMLElement[] {
  const { group, failures, holders } = source;
  const threads = holders.at(failure.number);
  if (threads === null) return [element('p', { class: 'note', text: t('heldNotKept') })];
  const names = new Map(group.data.threads?.threads.map(({ id, name }) => [id, name]));
  const sums = threads.map((held): ThreadSum => {
    const id = failures.threadAt(held.thread);
    const title = threadTitle(id, id === null ? null : names.get(id));
    const isOwn = id !== null && id === failure.thread;
    return {
      held,
      title: isOwn ? t('askingThread', { thread: title }) : title,
      frame: openText(failures.openAt(held.open)),
      bytes: held.bytes,
      count: held.count,
      bytesBefore: 0,
    };
  });
  const rows = new HolderRows<ThreadSum>();
  rows.show(sums, failure.liveBytes, false, ({ held }) => holderList(group, held));
  rows.unfoldFirst();
  const { earlierBytes } = failure;
  return [
    rows.node,
    ...(earlierBytes > 0
      ? [
          element('p', {
            class: 'note',
            text: t('earlierFact', { size: formatBytes(earlierBytes) }),
            title: exactBytes(earlierBytes),
          }),
        ]
      : []),
    ...(sums.length === 0 ? [element('p', { class: 'note', text: t('heldNothing') })] : []),
  ];
}

/** What a thread held, by scope and stack. */
function holderList(group: Group, held: HeldByThread): HTMLElement {
  const rows = new HolderRows<ShownSum>();
  const sums = held.holders().map((holder) => holderSum(group, holder));
  rows.show(sums, held.bytes, false);
  rows.node.classList.add('inner');
  return rows.node;
}

/** What is shown of a holder. */
export function holderSum(
  group: Group,
  { name, stack, match, scope, bytes, count }: FailureHolder,
): ShownSum {
  const { scopes } = group.data.texts;
  const operator = group.nameOf(name);
  const userFrame = group.userFrameOf(stack);
  // A guess is told apart from what was recorded of the same frame, and does not look like it.
  const isGuess = matchOf(match) === 'nearest';
  const frame = isGuess ? [userFrame, matchName(match)].filter(Boolean).join(' · ') : userFrame;
  const sums = { bytes, count, bytesBefore: 0 };
  if (scopes.length === 0) return { title: operator, frame, ...sums };
  const title = scopes[scope - 1] ?? t('noScope');
  return { title, frame: frame === '' ? operator : `${operator} · ${frame}`, ...sums };
}
