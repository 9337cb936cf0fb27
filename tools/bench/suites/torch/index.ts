import type { Suite } from '../suite.js';
import { pagesOfOneGigabyte } from './pages.js';

export const TORCH: Suite = {
  id: 'torch',
  title: 'Memory snapshots of PyTorch',
  cases: [pagesOfOneGigabyte],
};
