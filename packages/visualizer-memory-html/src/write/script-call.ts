import { DeflatedColumns } from './pack.js';

/** Stands in the JSON where packed columns go: no text can hold it, since its quotes would be escaped. */
const PLACE = '"base64":""';
/** Bytes that become base64 at a time: a multiple of 3, so that none but the last is padded. */
const STEP = 3 * 4096;

/**
 * Writes data as calls that a classic script makes; nothing in it can end the script. Memory is used
 * again: while one file is being written, the next is made.
 */
export class ScriptWriter {
  #buffer = Buffer.alloc(0);
  #other = Buffer.alloc(0);

  /** The file's content, valid until the call after the next. */
  call(name: string, data: unknown): Uint8Array {
    const packed: DeflatedColumns[] = [];
    const json = JSON.stringify(data, (_, value) => {
      if (!(value instanceof DeflatedColumns)) return value;
      packed.push(value);
      return { rows: value.rows, columns: value.columns, base64: '' };
    });
    const texts = `${name}(${escapeScript(json)});\n`.split(PLACE);
    const size = texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
    const packedSize = packed.reduce((sum, { pieces }) => sum + base64Length(pieces), 0);
    this.#room(size + packedSize + packed.length * PLACE.length);
    let end = 0;
    texts.forEach((text, i) => {
      end += this.#buffer.write(text, end);
      if (i === packed.length) return;
      end += this.#buffer.write(PLACE.slice(0, -1), end);
      end = this.#writeBase64(packed[i].pieces, end);
      end += this.#buffer.write('"', end);
    });
    return this.#buffer.subarray(0, end);
  }

  #room(bytes: number): void {
    [this.#buffer, this.#other] = [this.#other, this.#buffer];
    if (bytes > this.#buffer.length) this.#buffer = Buffer.allocUnsafeSlow(bytes * 2);
  }

  /** In steps, so that no text as long as the file is made. */
  #writeBase64(pieces: readonly Uint8Array[], begin: number): number {
    let end = begin;
    let rest: Uint8Array = new Uint8Array(0);
    pieces.forEach((piece, i) => {
      // Three bytes become four letters, also where they are of two pieces.
      const fill = rest.length === 0 ? 0 : Math.min(3 - rest.length, piece.length);
      const across = Buffer.concat([rest, piece.subarray(0, fill)]);
      const isLast = i === pieces.length - 1;
      const whole = isLast ? piece.length : fill + Math.floor((piece.length - fill) / 3) * 3;
      if (across.length > 0) end += this.#buffer.write(across.toString('base64'), end, 'latin1');
      const bytes = Buffer.from(piece.buffer, piece.byteOffset, whole);
      for (let at = fill; at < whole; at += STEP) {
        const step = bytes.toString('base64', at, Math.min(at + STEP, whole));
        end += this.#buffer.write(step, end, 'latin1');
      }
      rest = piece.subarray(whole);
    });
    return end;
  }
}

function base64Length(pieces: readonly Uint8Array[]): number {
  return Math.ceil(pieces.reduce((sum, { length }) => sum + length, 0) / 3) * 4;
}

function escapeScript(json: string): string {
  return json
    .replaceAll('<', '\\u003c')
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029');
}
