import type { Snapshot } from './snapshot.js';

const NPU_FRAME = /[/\\]torch_npu[/\\]|^c10_npu::|^at_npu::/;

/** Whether a snapshot is of an Ascend NPU: by its settings, or by frames of torch_npu. */
export function isOfNpu({ isNpu, callStacks, texts }: Snapshot): boolean {
  if (isNpu) return true;
  const known = new Map<number, boolean>();
  const isOfIt = (code: number) => {
    let is = known.get(code);
    if (is === undefined) {
      is = NPU_FRAME.test(texts.text(code));
      known.set(code, is);
    }
    return is;
  };
  for (let frame = 0; frame < callStacks.frames.count; frame++) {
    const { file, name } = callStacks.frameTexts(frame);
    if (isOfIt(file) || isOfIt(name)) return true;
  }
  return false;
}
