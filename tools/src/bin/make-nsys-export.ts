import { writeLargeNsysExport } from '../index.js';

/**
 * Writes the export of Nsight Systems of a run of 64 threads, with about as many events of memory
 * as the second argument says; with `slabs` or `async` after it, of such an allocator.
 */

const [, , path, count, allocator = 'malloc'] = process.argv;
const events = Number(count);
const isAllocator = allocator === 'malloc' || allocator === 'async' || allocator === 'slabs';
if (path === undefined || !Number.isInteger(events) || events < 1 || !isAllocator) {
  throw new Error('usage: make-nsys-export <file> <events> [malloc | async | slabs]');
}

// As much is given back as is asked for, so that few requests fail.
const options = { threads: 64, events, capacityBytes: 2 ** 32, sizeBits: 22, requestShare: 0.42 };
writeLargeNsysExport(path, { options, allocator });
