import {
  Binary,
  BinaryView,
  Bool,
  type DataType,
  Date_,
  Decimal,
  Dictionary,
  Duration,
  type Field,
  FixedSizeBinary,
  FixedSizeList,
  Float,
  Int,
  Interval,
  LargeBinary,
  LargeList,
  LargeUtf8,
  List,
  Map_,
  Null,
  Struct,
  Time,
  Timestamp,
  Type,
  Union,
  Utf8,
  Utf8View,
} from 'apache-arrow';

/** Makes what a type is made of ours. */
export interface TypeParts {
  type<T extends DataType>(foreign: T): T;
  fields(foreign: readonly Field[]): Field[];
}

type TypeMaker<T extends DataType> = (foreign: T, parts: TypeParts) => DataType;

/**
 * How each type of Arrow is made from its parameters. Ids and parameters are those of the format and
 * the same in all versions of the library, classes are not.
 */
export const TYPE_MAKERS: ReadonlyMap<Type, TypeMaker<never>> = new Map<Type, TypeMaker<never>>([
  [Type.Null, () => new Null()],
  [Type.Bool, () => new Bool()],
  [Type.Int, ({ isSigned, bitWidth }: Int) => new Int(isSigned, bitWidth)],
  [Type.Float, ({ precision }: Float) => new Float(precision)],
  [Type.Decimal, (type: Decimal) => new Decimal(type.scale, type.precision, type.bitWidth)],
  [Type.Date, ({ unit }: Date_) => new Date_(unit)],
  [Type.Time, ({ unit, bitWidth }: Time) => new Time(unit, bitWidth)],
  [Type.Timestamp, ({ unit, timezone }: Timestamp) => new Timestamp(unit, timezone)],
  [Type.Duration, ({ unit }: Duration) => new Duration(unit)],
  [Type.Interval, ({ unit }: Interval) => new Interval(unit)],
  [Type.Binary, () => new Binary()],
  [Type.LargeBinary, () => new LargeBinary()],
  [Type.BinaryView, () => new BinaryView()],
  [Type.FixedSizeBinary, ({ byteWidth }: FixedSizeBinary) => new FixedSizeBinary(byteWidth)],
  [Type.Utf8, () => new Utf8()],
  [Type.LargeUtf8, () => new LargeUtf8()],
  [Type.Utf8View, () => new Utf8View()],
  [Type.List, ({ children }: List, parts) => new List(parts.fields(children)[0])],
  [Type.LargeList, ({ children }: LargeList, parts) => new LargeList(parts.fields(children)[0])],
  [
    Type.FixedSizeList,
    ({ listSize, children }: FixedSizeList, parts) =>
      new FixedSizeList(listSize, parts.fields(children)[0]),
  ],
  [Type.Struct, ({ children }: Struct, parts) => new Struct(parts.fields(children))],
  [
    Type.Map,
    ({ children, keysSorted }: Map_, parts) => new Map_(parts.fields(children)[0], keysSorted),
  ],
  [
    Type.Union,
    ({ mode, typeIds, children }: Union, parts) => new Union(mode, typeIds, parts.fields(children)),
  ],
  [
    Type.Dictionary,
    ({ dictionary, indices, id, isOrdered }: Dictionary, parts) =>
      new Dictionary(parts.type(dictionary), parts.type(indices), id, isOrdered),
  ],
]);
