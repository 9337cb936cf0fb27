import type { Suite } from '../suite.js';
import { pageOfMillion } from './page.js';

export const PAGE: Suite = {
  id: 'page',
  title: 'The page',
  cases: [pageOfMillion],
};
