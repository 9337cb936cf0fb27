import { expect, test } from 'vitest';
import { memoryFunction } from './call-names.js';

test.each([
  ['cudaMalloc_v3020', 'cudaMalloc', 'allocate'],
  ['cudaMallocAsync_ptsz_v11020', 'cudaMallocAsync', 'allocate'],
  ['cudaHostAlloc_v3020', 'cudaHostAlloc', 'allocate'],
  ['cuMemAllocPitch_v2', 'cuMemAllocPitch', 'allocate'],
  ['cuMemFree_v2', 'cuMemFree', 'release'],
  ['cudaFree', 'cudaFree', 'release'],
  ['cudaFreeHost_v3020', 'cudaFreeHost', 'release'],
])('%s is %s, which may %s', (fullName, name, effect) => {
  expect(memoryFunction(fullName)).toEqual({ name, effect });
});

test.each(['cudaLaunchKernel_v7000', 'cudaMemcpyAsync_v3020', 'cuMemAllocator', 'my_cudaMalloc'])(
  '%s is none',
  (name) => {
    expect(memoryFunction(name)).toBeUndefined();
  },
);
