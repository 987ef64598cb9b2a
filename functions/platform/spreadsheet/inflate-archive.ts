import { buffer } from 'node:stream/consumers';
import { fromBufferPromise } from 'yauzl';
import { UnusableSpreadsheet } from './unusable.ts';

/** A workbook has a few dozen entries. */
const MAX_ENTRIES = 1_000;

/**
 * Inflates files of a ZIP archive, up to a limit of their total declared size. Inflating stops with an error at the
 * first byte beyond a file's declared size.
 * @param wants selects the files to inflate by name
 * @throws UnusableSpreadsheet `too-large` above the limit; `unreadable` for too many entries or duplicate file names
 * @throws errors of yauzl for data that is no ZIP archive, is encrypted, or declares false sizes
 */
export const inflateArchive = async (
  archive: Buffer,
  maxBytes: number,
  wants: (name: string) => boolean,
): Promise<Map<string, Buffer>> => {
  const files = new Map<string, Buffer>();
  const zip = await fromBufferPromise(archive);
  if (zip.entryCount > MAX_ENTRIES) throw new UnusableSpreadsheet('unreadable');
  let left = maxBytes;
  for await (const entry of zip.eachEntry()) {
    const { fileName, uncompressedSize } = entry;
    if (files.has(fileName)) throw new UnusableSpreadsheet('unreadable');
    if (!wants(fileName)) continue;
    left -= uncompressedSize;
    if (left < 0) throw new UnusableSpreadsheet('too-large');
    files.set(fileName, await buffer(await zip.openReadStreamPromise(entry)));
  }
  return files;
};
