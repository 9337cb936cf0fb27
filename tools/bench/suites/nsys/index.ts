import type { Suite } from '../suite.js';
import { summaryOfTenMillionEvents } from './summary.js';

export const NSYS: Suite = {
  id: 'nsys',
  title: 'Exports of Nsight Systems',
  cases: [summaryOfTenMillionEvents],
};
