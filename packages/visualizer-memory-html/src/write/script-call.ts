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
    const packedSize = packed.reduce((sum, { deflated }) => sum + base64Length(deflated), 0);
    this.#room(size + packedSize + packed.length * PLACE.length);
    let end = 0;
    texts.forEach((text, i) => {
      end += this.#buffer.write(text, end);
      if (i === packed.length) return;
      end += this.#buffer.write(PLACE.slice(0, -1), end);
      end = this.#writeBase64(packed[i].deflated, end);
      end += this.#buffer.write('"', end);
    });
    return this.#buffer.subarray(0, end);
  }

  #room(bytes: number): void {
    [this.#buffer, this.#other] = [this.#other, this.#buffer];
    if (bytes > this.#buffer.length) this.#buffer = Buffer.allocUnsafeSlow(bytes * 2);
  }

  /** In steps, so that no text as long as the file is made. */
  #writeBase64(bytes: Buffer, begin: number): number {
    let end = begin;
    for (let at = 0; at < bytes.length; at += STEP) {
      end += this.#buffer.write(bytes.toString('base64', at, at + STEP), end, 'latin1');
    }
    return end;
  }
}

function base64Length(bytes: Uint8Array): number {
  return Math.ceil(bytes.length / 3) * 4;
}

function escapeScript(json: string): string {
  return json
    .replaceAll('<', '\\u003c')
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029');
}
