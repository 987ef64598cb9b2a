import { inflateRawSync } from 'node:zlib';
import { UnusableSpreadsheet } from './unusable.ts';

/** Marks and lengths of a zip archive's records (APPNOTE 6.3). */
const END = { mark: 0x06054b50, bytes: 22, comment: 0xffff };
const ENTRY = { mark: 0x02014b50, bytes: 46 };
const LOCAL = { mark: 0x04034b50, bytes: 30 };
const STORED = 0;
const DEFLATED = 8;
const ENCRYPTED = 1;
/** A workbook has a few dozen. */
const MAX_ENTRIES = 1_000;

const unreadable = (cause?: unknown): UnusableSpreadsheet => new UnusableSpreadsheet('unreadable', { cause });

/** Where the directory of an archive ends, looked for from its end. */
const findEnd = (archive: Buffer): number => {
  const first = Math.max(0, archive.length - END.bytes - END.comment);
  for (let at = archive.length - END.bytes; at >= first; at--)
    if (archive.readUInt32LE(at) === END.mark) return at;
  throw unreadable();
};

const inflate = (packed: Buffer, method: number, roomBytes: number): Buffer => {
  if (method === STORED) {
    if (packed.length > roomBytes) throw new UnusableSpreadsheet('too-large');
    return packed;
  }
  if (method !== DEFLATED) throw unreadable();
  try {
    // The size that an archive declares may be false, so the inflated bytes are counted.
    return inflateRawSync(packed, { maxOutputLength: Math.max(1, roomBytes) });
  } catch (error) {
    const isTooLarge = error instanceof RangeError;
    throw isTooLarge ? new UnusableSpreadsheet('too-large', { cause: error }) : unreadable(error);
  }
};

/**
 * The files of an archive, which together are no larger than a limit: inflating stops with the byte that is too many.
 * @param wants which of them are looked at
 * @throws UnusableSpreadsheet `too-large`; `unreadable` for what is no such archive, encrypted or too odd
 */
export const inflateArchive = (
  archive: Buffer,
  maxBytes: number,
  wants: (name: string) => boolean,
): Map<string, Buffer> => {
  const files = new Map<string, Buffer>();
  let left = maxBytes;
  try {
    const end = findEnd(archive);
    const count = archive.readUInt16LE(end + 10);
    if (count > MAX_ENTRIES) throw unreadable();
    let at = archive.readUInt32LE(end + 16);
    for (let entry = 0; entry < count; entry++) {
      if (archive.readUInt32LE(at) !== ENTRY.mark) throw unreadable();
      const packedBytes = archive.readUInt32LE(at + 20);
      const nameBytes = archive.readUInt16LE(at + 28);
      const local = archive.readUInt32LE(at + 42);
      const name = archive.toString('utf8', at + ENTRY.bytes, at + ENTRY.bytes + nameBytes);
      if ((archive.readUInt16LE(at + 8) & ENCRYPTED) !== 0 || files.has(name)) throw unreadable();
      if (wants(name)) {
        if (archive.readUInt32LE(local) !== LOCAL.mark) throw unreadable();
        const start =
          local + LOCAL.bytes + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28);
        const bytes = inflate(
          archive.subarray(start, start + packedBytes),
          archive.readUInt16LE(at + 10),
          left,
        );
        left -= bytes.length;
        files.set(name, bytes);
      }
      at += ENTRY.bytes + nameBytes + archive.readUInt16LE(at + 30) + archive.readUInt16LE(at + 32);
    }
  } catch (error) {
    // A place beyond the archive's end.
    throw error instanceof RangeError ? unreadable(error) : error;
  }
  return files;
};
