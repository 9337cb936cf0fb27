import type { Suite } from '../suite.js';
import { reportOfMillion, reportOfTenMillion } from './report.js';

export const MODEL: Suite = {
  id: 'model',
  title: 'Answers',
  cases: [reportOfMillion, reportOfTenMillion],
};
