/** A stream as tables have it: small numbers as they are, what is a pointer (`cudaStream_t`) in hex. */
export function streamText(stream: number | bigint): string {
  return stream < 65536 ? String(stream) : `0x${stream.toString(16)}`;
}
