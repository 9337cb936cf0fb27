import type { Suite } from '../suite.js';
import { summaryOfTenMillion } from './summary.js';

export const RMM: Suite = {
  id: 'rmm',
  title: 'Logs of RMM',
  cases: [summaryOfTenMillion],
};
