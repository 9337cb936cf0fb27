/** What the module of `assembly/` exports; its comments say what each does. */
export interface KernelExports {
  readonly memory: { readonly buffer: ArrayBuffer };
  readonly input: { readonly value: number };
  readonly inputBytes: { readonly value: number };
  readonly plan: { readonly value: number };
  readonly planBytes: { readonly value: number };
  readonly batchRows: { readonly value: number };
  readonly maxSlots: { readonly value: number };
  readonly rows: { readonly value: number };
  setRows(count: number, atMost: number): void;
  setColumn(slot: number, type: number): number;
  scratch(bytes: number): number;
  intern(address: number, length: number, escaped: number): number;
  textCount(): number;
  textEntries(): number;
  planEvents(): void;
  readEvents(from: number, to: number): number;
  readonly done: { readonly value: number };
  readonly events: { readonly value: number };
  readonly firstKept: { readonly value: number };
  readonly lastKept: { readonly value: number };
  planRows(cells: number): number;
  readRows(from: number, to: number, firstLine: number): number;
  readonly rowsDone: { readonly value: number };
  readonly line: { readonly value: number };
  fits(): number;
}
