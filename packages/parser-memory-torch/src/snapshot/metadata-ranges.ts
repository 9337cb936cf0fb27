/** While the program had a text set (`torch.cuda.memory._set_memory_metadata`). */
export interface MetadataRange {
  /** Code of the text. */
  readonly text: number;
  readonly startUs: number;
  /** When the first entry came that had another text, or none; NaN where there is no such entry. */
  endUs: number;
}

/** Makes ranges of the texts that entries have: from the first entry with one to the next with another. */
export class MetadataRanges {
  readonly ranges: MetadataRange[] = [];
  #open: MetadataRange | undefined;

  /** @param text −1 for none */
  see(text: number, timeUs: number): void {
    if (this.#open === undefined ? text < 0 : this.#open.text === text) return;
    if (this.#open !== undefined) this.#open.endUs = timeUs;
    this.#open = text < 0 ? undefined : { text, startUs: timeUs, endUs: Number.NaN };
    if (this.#open !== undefined) this.ranges.push(this.#open);
  }
}
