import { FRAME_SEPARATOR } from '@rl-insight/memory-contract/contracts';

/**
 * Frames that are not of the user's own code: libraries, the interpreter's own parts, compiled
 * operators. What is left is where to look first.
 */
export const INTERNAL_FRAMES: readonly string[] = [
  String.raw`[/\\](site|dist)-packages[/\\]`,
  String.raw`[/\\]lib[/\\]python\d`,
  String.raw`^torch[/\\]|[/\\]torch(_npu)?[/\\]`,
  '^<(string|frozen [^>]*|built-in[^>]*)>',
  '^(aten|npu|cann|autograd|torch|c10|at)::',
  String.raw`\.(so|c|cpp|cc|cu|h|dll)\b`,
  // Compiled code of which no file is known, as PyTorch writes it.
  String.raw`^(\?\?)?\(0\): `,
];

/** Frames of PyTorch that record the stack and hand out the block: of no stack do they say anything. */
const RECORDING =
  /\b(?:unwind::unwind|CapturedTraceback::gather|gather_with_cpp|\w*CachingAllocator)\b/;

/** Finds the user's own frame in call stacks. */
export class UserFrames {
  readonly #internal: readonly RegExp[];
  readonly #known = new Map<string, string>();

  /**
   * @param internal regular expressions of frames that are not the user's.
   * @throws SyntaxError when one of them is none.
   */
  constructor(internal: readonly string[] = INTERNAL_FRAMES) {
    this.#internal = internal.map((pattern) => new RegExp(pattern));
  }

  isInternal(frame: string): boolean {
    return this.#internal.some((pattern) => pattern.test(frame));
  }

  /** Whether a frame does nothing but record the stack or hand out the block. */
  isRecording(frame: string): boolean {
    return RECORDING.test(frame);
  }

  /**
   * The innermost frame of a call stack that is the user's; where none is, the innermost that does
   * more than to record the stack.
   */
  of(callStack: string): string {
    let frame = this.#known.get(callStack);
    if (frame === undefined) {
      const frames = callStack.split(FRAME_SEPARATOR);
      frame =
        frames.find((candidate) => !this.isInternal(candidate)) ??
        frames.find((candidate) => !this.isRecording(candidate)) ??
        frames[0];
      this.#known.set(callStack, frame);
    }
    return frame;
  }
}
