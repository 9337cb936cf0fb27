import { Drawing } from '../visualizer/drawing.js';
import { severalSets } from '../visualizer/samples.js';
import type { ChildRequest } from './tasks.js';

/** Draws into memory; whoever asked looks at what else was written. */
export async function visualizeHere({ module, type, domain, config }: ChildRequest): Promise<void> {
  await new Drawing({ module, type, domain, config }).of(severalSets());
}
