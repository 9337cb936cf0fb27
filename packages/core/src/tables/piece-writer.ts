import { RecordBatchFileWriter, type Table } from 'apache-arrow';

type Chunk = Parameters<RecordBatchFileWriter['_write']>[0];

/**
 * Writes an Arrow file as the pieces that it is made of. The library joins them, too, but takes two
 * that lie in the same memory for one: columns that share a buffer would lose it.
 */
class PieceWriter extends RecordBatchFileWriter {
  readonly pieces: Uint8Array[] = [];

  protected override _write(chunk: Chunk): this {
    if (this._started && ArrayBuffer.isView(chunk)) {
      this.#add(new Uint8Array(chunk.buffer, chunk.byteOffset, chunk.byteLength));
    }
    return super._write(chunk);
  }

  #add(piece: Uint8Array): void {
    if (piece.byteLength > 0) this.pieces.push(piece);
  }
}

/** The pieces of a table's file, most of which are the table's own memory. */
export function filePieces(table: Table): Uint8Array[] {
  const writer = new PieceWriter();
  writer.writeAll(table);
  return writer.pieces;
}
