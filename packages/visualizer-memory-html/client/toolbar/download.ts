/** Gives the reader a file that was made in the page. */
export function download(name: string, parts: readonly BlobPart[], type: string): void {
  const address = URL.createObjectURL(new Blob([...parts], { type }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  // The browser reads it a moment later.
  window.setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

/** A name for a file of a group's: letters, digits and a few signs. */
export function fileName(
  info: { role: string; rank_id: number; device_type: string },
  end: string,
): string {
  const name = [info.role, `rank${info.rank_id}`, info.device_type]
    .filter((part) => part !== '')
    .join('_');
  return `${name.replace(/[^\w.-]+/g, '-')}_${end}`;
}
