import type { Suite } from '../suite.js';
import { summaryOfTenMillion } from './summary.js';
import { tracker } from './tracker.js';

export const RMM: Suite = {
  id: 'rmm',
  title: 'Logs of RMM, and scopes',
  cases: [summaryOfTenMillion, tracker],
};
