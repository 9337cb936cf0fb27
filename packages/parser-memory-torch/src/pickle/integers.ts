/** Up to four bytes as an integer with a sign, the lowest first. */
export function halfOf(bytes: Uint8Array, at: number, count: number): number {
  let value = 0;
  for (let i = 0; i < count; i++) value |= bytes[at + i] << (i * 8);
  const unused = 32 - count * 8;
  return count === 0 ? 0 : (value << unused) >> unused;
}

/** Any number of bytes as an integer with a sign, the lowest first: a number where that is exact. */
export function bigIntegerOf(bytes: Uint8Array, at: number, count: number): number | bigint {
  let value = 0n;
  for (let i = count - 1; i >= 0; i--) value = (value << 8n) | BigInt(bytes[at + i]);
  const signed = BigInt.asIntN(count * 8, value);
  const number = Number(signed);
  return Number.isSafeInteger(number) ? number : signed;
}
