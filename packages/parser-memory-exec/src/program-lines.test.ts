import { expect, test } from 'vitest';
import { LineReader, printable } from './program-lines.js';

test.each<[string[], string[]]>([
  [
    ['a\nb', 'c\r\n', '\n', 'd'],
    ['a', 'bc', 'd'],
  ],
  [
    ['10 %\r20 %\r', '\n'],
    ['10 %', '20 %'],
  ],
  [
    ['a\r', '\nb\n'],
    ['a', 'b'],
  ],
  [
    ['x'.repeat(500), '\n', 'x'.repeat(300), 'y'.repeat(300)],
    ['x'.repeat(500), `${'x'.repeat(300)}${'y'.repeat(200)}…`],
  ],
])('%j', (pieces, lines) => {
  const told: string[] = [];
  const reader = new LineReader((line) => told.push(line));
  for (const piece of pieces) reader.add(piece);
  reader.end();
  expect(told).toEqual(lines);
});

test('colours go, what moves the cursor or turns text around is shown as something else', () => {
  expect(printable('\u001b[31mred\u001b[0m\tä 漢 \u0007\u202e\u2028')).toBe(
    'red ä 漢 \u{FFFD}\u{FFFD}\u{FFFD}',
  );
});
