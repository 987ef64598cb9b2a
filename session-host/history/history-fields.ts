import { MediaRefused } from '../outbound/fetch-media.ts';

/** Protobuf's wire types; groups (3 and 4) are obsolete, and WhatsApp sends none. */
export const LENGTH_DELIMITED = 2;
const VARINT = 0;
const FIXED_64 = 1;
const FIXED_32 = 5;
const VARINT_MAX_BYTES = 10;
/** Maximum size of a tag and a length. */
const HEAD_MAX_BYTES = 2 * VARINT_MAX_BYTES;

/** The head of a protobuf field. */
export interface Field {
  number: number;
  wire: number;
  /** Length of the value that follows; 0 for a varint, whose value is read together with the head. */
  length: number;
  /** The value of a varint; exact up to 2^53. */
  value: number;
}

const malformed = (what: string): MediaRefused => new MediaRefused(`no history: ${what}`);

/** Reads fields of protobuf's wire format from a buffer. Throws {@link MediaRefused} if it is not protobuf. */
export class FieldCursor {
  readonly buffer: Buffer;
  at = 0;

  constructor(buffer: Buffer) {
    this.buffer = buffer;
  }

  get left(): number {
    return this.buffer.length - this.at;
  }

  field(): Field {
    const tag = this.varint();
    const number = Math.floor(tag / 8);
    const wire = tag % 8;
    if (number === 0 || number > 0x1fffffff) throw malformed('field number');
    switch (wire) {
      case VARINT:
        return { number, wire, length: 0, value: this.varint() };
      case FIXED_64:
        return { number, wire, length: 8, value: 0 };
      case LENGTH_DELIMITED:
        return { number, wire, length: this.varint(), value: 0 };
      case FIXED_32:
        return { number, wire, length: 4, value: 0 };
      default:
        throw malformed('wire type');
    }
  }

  private varint(): number {
    let value = 0;
    let scale = 1;
    for (let read = 0; read < VARINT_MAX_BYTES; read++) {
      const byte = this.buffer[this.at];
      if (byte === undefined) throw malformed('truncated');
      this.at += 1;
      value += (byte & 0x7f) * scale;
      if (byte < 0x80) return value;
      scale *= 128;
    }
    throw malformed('endless varint');
  }
}

/**
 * Reads the fields of a protobuf message from a stream. Memory: a chunk of the stream, and the bytes that the caller
 * takes at once. Throws {@link MediaRefused} if it is not protobuf or ends too early.
 */
export class FieldReader {
  private readonly chunks: AsyncIterator<Buffer>;
  private cursor = new FieldCursor(Buffer.alloc(0));
  /** Bytes of the stream before the cursor's buffer. */
  private before = 0;

  constructor(stream: AsyncIterable<Buffer>) {
    this.chunks = stream[Symbol.asyncIterator]();
  }

  /** Bytes of the stream that were read or skipped. */
  get position(): number {
    return this.before + this.cursor.at;
  }

  /** Reads the next field's head; undefined at the position `end`, or without it at the end of the stream. */
  async field(end = Number.POSITIVE_INFINITY): Promise<Field | undefined> {
    if (this.cursor.left < HEAD_MAX_BYTES) await this.fill(HEAD_MAX_BYTES);
    if (this.position === end) return undefined;
    if (this.cursor.left === 0) {
      if (end === Number.POSITIVE_INFINITY) return undefined;
      throw malformed('truncated');
    }
    const field = this.cursor.field();
    if (this.position + field.length > end) throw malformed('length');
    return field;
  }

  /** Returns the next bytes, valid until the reader's next call. The caller limits `length`. */
  async take(length: number): Promise<Buffer> {
    if (this.cursor.left < length && !(await this.fill(length))) throw malformed('truncated');
    const { buffer, at } = this.cursor;
    this.cursor.at += length;
    return buffer.subarray(at, at + length);
  }

  async skip(length: number): Promise<void> {
    let left = length;
    while (left > this.cursor.left) {
      left -= this.cursor.left;
      this.cursor.at = this.cursor.buffer.length;
      if (!(await this.fill(1))) throw malformed('truncated');
    }
    this.cursor.at += left;
  }

  /** Closes the stream before its end. */
  async close(): Promise<void> {
    await this.chunks.return?.();
  }

  /** Reads until this many bytes are in memory. @returns false if the stream ends before */
  private async fill(wanted: number): Promise<boolean> {
    if (this.cursor.left >= wanted) return true;
    const parts = [this.cursor.buffer.subarray(this.cursor.at)];
    let left = this.cursor.left;
    let isWhole = true;
    while (left < wanted) {
      const { done, value } = await this.chunks.next();
      if (done === true) {
        isWhole = false;
        break;
      }
      parts.push(value);
      left += value.length;
    }
    this.before += this.cursor.at;
    this.cursor = new FieldCursor(Buffer.concat(parts));
    return isWhole;
  }
}
