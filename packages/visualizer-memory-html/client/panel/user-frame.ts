/**
 * Frames that are not of the reader's own code: libraries, the interpreter's own parts, compiled
 * operators. What is left is where to look first.
 */
const LIBRARY_FRAMES: readonly RegExp[] = [
  /[/\\](site|dist)-packages[/\\]/,
  /[/\\]lib[/\\]python\d/,
  /^torch[/\\]|[/\\]torch(_npu)?[/\\]/,
  /^<(string|frozen [^>]*|built-in[^>]*)>/,
  /^(aten|npu|cann|autograd|torch|c10|at)::/,
  /\.(so|cpp|cc|cu|h|dll)\b/,
];

/** The place of the innermost frame of the reader's own code; −1 where all are of libraries. */
export function userFrame(frames: readonly string[]): number {
  return frames.findIndex((frame) => !LIBRARY_FRAMES.some((pattern) => pattern.test(frame)));
}
