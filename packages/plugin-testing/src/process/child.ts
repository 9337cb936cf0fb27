import { writeFile } from 'node:fs/promises';
import { abortParser } from './abort-parser.js';
import type { ChildRequest } from './tasks.js';
import { timeImport } from './time-import.js';
import { visualizeHere } from './visualize-here.js';

/** Entry of a process of its own: does one task, and leaves its result in a file. */
const [, , requestText, resultFile] = process.argv;
const request = JSON.parse(requestText) as ChildRequest;

const TASKS: Readonly<Record<ChildRequest['task'], (asked: ChildRequest) => Promise<unknown>>> = {
  import: timeImport,
  'abort-parser': abortParser,
  visualize: visualizeHere,
};

const result = await TASKS[request.task](request);
await writeFile(resultFile, JSON.stringify(result ?? null));
