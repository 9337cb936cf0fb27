import type { Snapshot } from './snapshot.js';
import type { Trace } from './trace.js';
import type { Annotation } from './user-ranges.js';

/**
 * Begins and ends of ranges that are entries of the trace (`user_defined`, PyTorch 2.4 of 2024): the
 * name of the range is the file of the first frame, and its name is START or END.
 */
export function markedRanges(
  { texts, callStacks }: Pick<Snapshot, 'texts' | 'callStacks'>,
  trace: Trace,
): Annotation[] {
  return trace.marks.flatMap(({ stack, timeUs }) => {
    if (stack < 0) return [];
    const [frame] = callStacks.stacks.of(stack);
    const { name, file } = callStacks.frameTexts(frame);
    const stage = texts.text(name);
    if (stage !== 'START' && stage !== 'END') return [];
    return [
      {
        isStart: stage === 'START',
        name: texts.text(file),
        device: 0,
        timeUs: trace.originUs + timeUs,
      },
    ];
  });
}
