import {
  type AllocatorHistory,
  type AllocatorState,
  addressAt,
  SPAN,
} from '../src/allocator/index.js';

/**
 * The segments of a state as text, a letter for each `unit` bytes: blocks by the letter of their row
 * (`A` the first), small where they wait to be used again; `~` is rounding, `.` is free.
 */
export function drawnState(
  history: AllocatorHistory,
  { segments, spans }: AllocatorState,
  unit = 1,
): string[] {
  return Array.from(segments.position, (position, i) => {
    const letters = [];
    for (let span = segments.firstSpan[i]; span < segments.firstSpan[i + 1]; span++) {
      const row = history.blocks.row[spans.block[span]];
      const letter = String.fromCharCode(65 + row);
      const kind = spans.kind[span];
      letters.push(signOf(kind, letter).repeat(spans.bytes[span] / unit));
    }
    return `${addressAt(history.arenas, position)} ${letters.join('')}`;
  });
}

function signOf(kind: number, letter: string): string {
  if (kind === SPAN.allocated) return letter;
  if (kind === SPAN.pending) return letter.toLowerCase();
  return kind === SPAN.free ? '.' : '~';
}
