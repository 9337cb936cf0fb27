import type { Suite } from '../suite.js';
import { pagesOfOneGigabyte } from './pages.js';
import { traceOfOneGigabyte } from './trace.js';

export const TORCH: Suite = {
  id: 'torch',
  title: 'Memory snapshots of PyTorch',
  cases: [pagesOfOneGigabyte, traceOfOneGigabyte],
};
