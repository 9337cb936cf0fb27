import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { fileOf, generated, pickleOf } from '../../test/snapshots.js';
import { sniffSnapshot } from './sniff.js';

test('a snapshot is told by its head, whatever comes first in it and however it is packed', async () => {
  const { path } = await generated({
    options: { events: 3000 },
    file: { protocol: 2, memo: 'put' },
  });
  expect(await sniffSnapshot(path)).toMatchObject({ certainty: 'certain' });
  const segments = pickleOf([{ device: 0, address: 1, total_size: 1, blocks: [] }]);
  expect(await sniffSnapshot(await fileOf(segments))).toMatchObject({ certainty: 'certain' });
  expect(await sniffSnapshot(await fileOf(gzipSync(segments)))).toMatchObject({
    certainty: 'certain',
  });
});

test.each([
  ['plain data', pickleOf({ a: 1 }), 'maybe'],
  ['an object', Buffer.from('\x80\x04cos\nsystem\n.', 'latin1'), 'none'],
  ['text', Buffer.from('Thread,Time'), 'none'],
  ['nothing', Buffer.alloc(0), 'none'],
  ['a database', Buffer.from('SQLite format 3\0'), 'none'],
])('%s', async (_, content, certainty) => {
  expect(await sniffSnapshot(await fileOf(content))).toMatchObject({ certainty });
});

test('a file that cannot be read is none', async () => {
  expect(await sniffSnapshot('/nowhere/at/all')).toMatchObject({ certainty: 'none' });
});
