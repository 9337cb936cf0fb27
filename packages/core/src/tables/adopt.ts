import { Data, DataType, Field, RecordBatch, Schema, Struct, Table, Vector } from 'apache-arrow';
import { tableErrors } from './errors.js';
import { TYPE_MAKERS, type TypeParts } from './foreign-types.js';
import type { TableSet } from './table-set.js';

/**
 * The table as one of this package's copy of Arrow. A plugin brings a copy of its own, maybe of
 * another version, and the library tells tables and types by their classes. Buffers are shared,
 * not copied.
 *
 * @throws RlInsightError when a column is of a type that this copy does not know.
 */
export function adoptTable(table: Table): Table {
  return isOwn(table) ? table : new Adoption().table(table);
}

/** The set with tables of this package's copy of Arrow. */
export function adoptTableSet(set: TableSet): TableSet {
  return {
    name: set.name,
    contracts: set.contracts,
    table: async (contract) => adoptTable(await set.table(contract)),
    bytes: (contract) => set.bytes?.(contract),
  };
}

/** `instanceof` says yes to tables of other copies as well, but for types. */
function isOwn(table: Table): boolean {
  const isOurClass = Object.getPrototypeOf(table) === Table.prototype;
  return isOurClass && table.schema.fields.every(({ type }) => type instanceof DataType);
}

/** What is one object there is one object here: types and dictionaries are told by identity. */
class Adoption implements TypeParts {
  readonly #types = new Map<DataType, DataType>();
  readonly #dictionaries = new Map<Vector, Vector>();
  readonly #data = new Map<Data, Data>();
  /** For the message. */
  #column = '';

  table({ schema, batches }: Table): Table {
    const fields = schema.fields.map((field) => {
      this.#column = field.name;
      return this.#field(field);
    });
    const own = new Schema(fields, new Map(schema.metadata));
    const type = new Struct(own.fields);
    return new Table(
      own,
      batches.map(({ data }) => {
        const children = data.children.map((child) => this.#dataOf(child));
        return new RecordBatch(own, new Data(type, 0, data.length, 0, undefined, children));
      }),
    );
  }

  fields(foreign: readonly Field[]): Field[] {
    return foreign.map((field) => this.#field(field));
  }

  type<T extends DataType>(foreign: T): T {
    const make = TYPE_MAKERS.get(foreign.typeId);
    if (make === undefined) throw tableErrors.unknownType(this.#column, String(foreign));
    const own = this.#types.get(foreign) ?? make(foreign as never, this);
    this.#types.set(foreign, own);
    return own as T;
  }

  #field({ name, type, nullable, metadata }: Field): Field {
    return new Field(name, this.type(type), nullable, new Map(metadata));
  }

  #dataOf(foreign: Data): Data {
    const own = this.#data.get(foreign) ?? this.#makeData(foreign);
    this.#data.set(foreign, own);
    return own;
  }

  #makeData(foreign: Data): Data {
    const { offset, length, nullCount, valueOffsets, values, nullBitmap, typeIds } = foreign;
    const type = this.type(foreign.type);
    const stored = DataType.isDictionary(type) ? type.indices : type;
    return new Data(
      type,
      offset,
      length,
      nullCount,
      [valueOffsets, viewAs(stored.ArrayType, values), nullBitmap, typeIds],
      foreign.children.map((child) => this.#dataOf(child)),
      foreign.dictionary && this.#dictionaryOf(foreign.dictionary),
      foreign.variadicBuffers,
    );
  }

  #dictionaryOf(foreign: Vector): Vector {
    const own =
      this.#dictionaries.get(foreign) ?? new Vector(foreign.data.map((data) => this.#dataOf(data)));
    this.#dictionaries.set(foreign, own);
    return own;
  }
}

type View = ArrayBufferView & { readonly BYTES_PER_ELEMENT?: number };
type ViewType = {
  new (buffer: ArrayBufferLike, byteOffset: number, length: number): View;
  readonly BYTES_PER_ELEMENT: number;
};

/** Versions of the library differ in how they look at bytes: 64 bits are one number or two. */
function viewAs(wanted: ViewType, values: View | undefined): View | undefined {
  if (values === undefined || values instanceof wanted) return values;
  const { buffer, byteOffset, byteLength } = values;
  const length = byteLength / wanted.BYTES_PER_ELEMENT;
  return byteOffset % wanted.BYTES_PER_ELEMENT === 0
    ? new wanted(buffer, byteOffset, length)
    : new wanted(buffer.slice(byteOffset, byteOffset + byteLength), 0, length);
}
