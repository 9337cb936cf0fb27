import type { Group } from '../data/group.js';
import { element } from '../dom/element.js';
import { exactBytes, formatBytes, fullBytes } from '../format/bytes.js';
import { absoluteNs, formatMoment } from '../format/time.js';
import { shortFrame } from '../holders/short-frame.js';
import { t } from '../text/text.js';
import { threadTitle } from '../threads/thread-lanes.js';
import { knownBytes, knownThread, openText, retryText } from './failure-texts.js';
import type { Failure } from './failures.js';

/** Threads that released which are listed. */
const MOST_RELEASERS = 12;

/** What is known of a failure: the request beside what there was, and what followed. */
export function failureFacts(group: Group, failure: Failure): HTMLElement[] {
  const { timeNs, thread, requestedBytes, freeBytes, liveBytes, open, stack } = failure;
  const name = group.data.threads?.threads.find(({ id }) => id === thread)?.name;
  const userFrame = group.userFrameOf(stack);
  const facts: [string, (Node | string)[]][] = [
    [
      t('moment'),
      [
        formatMoment(timeNs),
        element('span', {
          class: 'absolute',
          text: t('absoluteNs', { ns: absoluteNs(group.data.originNs, group.timeNs(timeNs)) }),
        }),
      ],
    ],
    [t('thread'), [knownThread(thread, name)]],
    [t('failureRequested'), [requestedBytes === null ? t('notKnown') : fullBytes(requestedBytes)]],
    [t('failureLive'), [fullBytes(liveBytes)]],
    ...(freeBytes === null
      ? []
      : ([[t('failureFree'), [fullBytes(freeBytes)]]] as [string, string[]][])),
    [t('failureOpen'), [openText(open)]],
    ...(stack === 0 ? [] : ([[t('yourFrame'), [shortFrame(userFrame)]]] as [string, string[]][])),
  ];
  return [
    requestBar(failure),
    element(
      'dl',
      { class: 'facts' },
      facts.flatMap(([label, children]) => [
        element('dt', { text: label }),
        element('dd', {}, children),
      ]),
    ),
    ...followed(failure),
    ...(stack === 0 ? [] : [stackDetails(group, stack)]),
  ];
}

/** The request as long as it is beside live bytes and what the device had left. */
function requestBar({ requestedBytes, liveBytes, freeBytes }: Failure): HTMLElement {
  const parts = [
    { name: 'live', label: t('failureLive'), bytes: liveBytes },
    { name: 'free', label: t('failureFree'), bytes: freeBytes ?? 0 },
    { name: 'wanted', label: t('failureRequested'), bytes: requestedBytes ?? 0 },
  ].filter(({ bytes }) => bytes > 0);
  const all = parts.reduce((sum, { bytes }) => sum + bytes, 0);
  const bars = parts.map(({ name, label, bytes }) => {
    const bar = element('span', {
      class: `request-${name}`,
      title: `${label}: ${fullBytes(bytes)}`,
    });
    bar.style.width = `${((bytes / all) * 100).toFixed(3)}%`;
    return bar;
  });
  const keys = parts.map(({ name, label, bytes }) =>
    element('span', { class: 'key' }, [
      element('span', { class: `mark request-${name}` }),
      `${label} ${formatBytes(bytes)}`,
    ]),
  );
  return element('div', { class: 'request' }, [
    element('div', { class: 'request-bar', attributes: { 'aria-hidden': 'true' } }, bars),
    element('div', { class: 'request-keys' }, keys),
  ]);
}

/** What followed: whether the thread got it, and who released how much until then. */
function followed({ retry, releasedBytes, releasers }: Failure): HTMLElement[] {
  const listed = releasers?.slice(0, MOST_RELEASERS) ?? [];
  const more = (releasers?.length ?? 0) - listed.length;
  const items = listed.map(({ thread, bytes }) =>
    element('li', {}, [
      element('span', { class: 'releaser', text: threadTitle(thread) }),
      element('span', { text: formatBytes(bytes), title: exactBytes(bytes) }),
    ]),
  );
  return [
    element('h3', { text: t('failureFollowed') }),
    element('p', { class: 'followed', testId: 'failure-followed' }, [
      element('span', { class: `retry retry-${retry ?? 'unknown'}`, text: retryText(retry) }),
      ' ',
      element('span', {
        text: t('releasedUntilThen', { size: knownBytes(releasedBytes) }),
        title: releasedBytes === null ? '' : exactBytes(releasedBytes),
      }),
    ]),
    ...(items.length === 0
      ? []
      : [element('ul', { class: 'releasers', testId: 'failure-releasers' }, items)]),
    ...(more > 0
      ? [
          element('p', {
            class: 'note',
            text: t(more === 1 ? 'oneMoreThread' : 'moreThreads', { count: more }),
          }),
        ]
      : []),
  ];
}

function stackDetails(group: Group, stack: number): HTMLElement {
  return element('details', {}, [
    element('summary', { text: t('callStack') }),
    element(
      'ol',
      { class: 'frames' },
      group.stacks.frames(stack).map((frame) => element('li', { class: 'frame', text: frame })),
    ),
  ]);
}
