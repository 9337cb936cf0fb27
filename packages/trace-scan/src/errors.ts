/** The input is not a Chrome trace at all, or has no events where they should be. */
export class TraceFormatError extends Error {
  readonly code = 'not-a-trace';
  /** Where that was seen, bytes from the start of the (uncompressed) input. */
  readonly byteOffset: number;

  constructor(message: string, byteOffset: number) {
    super(message);
    this.name = 'TraceFormatError';
    this.byteOffset = byteOffset;
  }
}
