import { writeTorchSnapshot } from '../index.js';

/**
 * Writes a snapshot of PyTorch's caching allocator with Python call stacks of 24 frames, of about as
 * many bytes as the second argument says.
 */

/** An entry takes so much: its call stack is most of it. */
const ENTRY_BYTES = 176;
const [, , path, size] = process.argv;
const bytes = Number(size);
if (path === undefined || !Number.isInteger(bytes) || bytes < 1) {
  throw new Error('usage: make-torch-snapshot <file> <bytes>');
}

writeTorchSnapshot(path, {
  options: {
    events: Math.max(1, Math.round(bytes / ENTRY_BYTES)),
    // As much is given back as is asked for, so that few requests fail.
    ...{ requestShare: 0.5, capacityBytes: 2 ** 36, sizeBits: 24, earlierEvents: 4000 },
    ...{ distinctStacks: 2000, stackDepth: 24 },
  },
});
