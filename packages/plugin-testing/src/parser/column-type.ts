import { DataType } from 'apache-arrow';

const INTEGERS: Readonly<Record<string, readonly [number, boolean]>> = {
  int32: [32, true],
  int64: [64, true],
  uint64: [64, false],
};

/** Whether an Arrow type is what a contract calls `named`; true for names that are not known here. */
export function isOfNamedType(type: DataType, named: string): boolean {
  if (named === 'dictionary') {
    return DataType.isDictionary(type) && DataType.isUtf8(type.dictionary);
  }
  if (named === 'utf8') return DataType.isUtf8(type);
  if (named === 'bool') return DataType.isBool(type);
  if (named === 'float64') return DataType.isFloat(type) && type.ArrayType === Float64Array;
  if (!Object.hasOwn(INTEGERS, named)) return true;
  const [width, isSigned] = INTEGERS[named];
  return DataType.isInt(type) && type.bitWidth === width && type.isSigned === isSigned;
}
