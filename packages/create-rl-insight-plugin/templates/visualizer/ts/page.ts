import type { PlacedTableSet } from '@rl-insight/core';
import { loadTables } from '@rl-insight/core/tables';
import { type MemoryGroup, memoryGroups } from '@rl-insight/memory-contract';

const CHARACTERS: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Names come out of captures: none of them may become a part of the page. */
function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => CHARACTERS[character]);
}

/**
 * A page of the largest blocks of each group.
 *
 * @throws the signal's reason when it is aborted.
 */
export async function drawPage(
  sets: readonly PlacedTableSet[],
  rows: number,
  signal: AbortSignal,
): Promise<string> {
  const sections: string[] = [];
  for (const { set } of sets) {
    signal.throwIfAborted();
    for (const group of memoryGroups(await loadTables(set))) sections.push(section(group, rows));
  }
  signal.throwIfAborted();
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Largest blocks</title>
<style>body { font-family: sans-serif } td { padding: 0 1em } .bytes { text-align: right }</style>
${sections.join('\n')}
</html>
`;
}

function section({ info, allocations }: MemoryGroup, count: number): string {
  const { sizeBytes, startNs } = allocations;
  const { codes, values } = allocations.text('name');
  const largest = Array.from(sizeBytes.keys())
    .sort((a, b) => sizeBytes[b] - sizeBytes[a] || a - b)
    .slice(0, count);
  const lines = largest.map((row) => {
    const name = escaped(values[codes[row]] ?? '(unknown)');
    return `<tr><td>${name}<td class="bytes">${sizeBytes[row]}<td class="bytes">${startNs[row] / 1e6}`;
  });
  const title = escaped(`${info.role} rank ${info.rank_id}, ${info.device_type}`);
  return `<h1>${title}</h1>
<table>
<tr><th>operator<th>bytes<th>begin, ms
${lines.join('\n')}
</table>`;
}
