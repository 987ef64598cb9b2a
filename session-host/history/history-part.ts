import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline, Readable } from 'node:stream';
import { createInflate } from 'node:zlib';
import type { proto } from 'baileys';
import { MediaRefused, type MediaServers } from '../outbound/fetch-media.ts';
import { type SpooledFile, spoolFile } from './spool-media.ts';

/** Maximum size of a downloaded part. Thumbnails do not compress, so a part is at worst as large as its content. */
const PACKED_MAX_BYTES = 256 * 1024 * 1024;
/**
 * Maximum size of a part's content. Phones send up to 150 MB. The limit stops a zip bomb, which would inflate to a
 * thousand times its size. It is far above what phones send, because memory does not depend on it, only time: about a
 * second for 150 MB.
 */
const INFLATED_MAX_BYTES = 512 * 1024 * 1024;
const INFLATED_CHUNK_BYTES = 64 * 1024;

/** A part of a phone's history: verified, and readable as a stream any number of times. */
export interface HistoryPart {
  /** Reads the inflated content from its beginning: a `HistorySync` in protobuf. */
  content(): AsyncIterable<Buffer>;
  /** A folder for temporary files; removed with the part. */
  folder: string;
}

const isZlibError = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' && error.code.startsWith('Z_');

async function* inflate(packed: Readable, maxBytes: number): AsyncGenerator<Buffer> {
  // An error of the source reaches the reader through the inflater, which the pipeline destroys as well.
  const inflater = pipeline(packed, createInflate({ chunkSize: INFLATED_CHUNK_BYTES }), () => undefined);
  let size = 0;
  try {
    for await (const chunk of inflater) {
      const bytes: Buffer = chunk;
      size += bytes.length;
      if (size > maxBytes) throw new MediaRefused('too much history');
      yield bytes;
    }
  } catch (error) {
    if (isZlibError(error)) throw new MediaRefused('no history', { cause: error });
    throw error;
  } finally {
    packed.destroy();
    inflater.destroy();
  }
}

/**
 * Fetches the part that a notice names, from WhatsApp's media servers or out of the notice itself, and deletes it
 * from the disk after use.
 * @throws MediaRefused if a retry cannot help
 */
export const usePart = async <T>(
  notice: proto.Message.IHistorySyncNotification,
  servers: MediaServers,
  use: (part: HistoryPart) => Promise<T>,
  maxBytes = INFLATED_MAX_BYTES,
): Promise<T> => {
  const { initialHistBootstrapInlinePayload: inline, directPath, mediaKey, fileSha256 } = notice;
  const folder = await mkdtemp(join(tmpdir(), 'history-'));
  try {
    const packed: SpooledFile = inline?.length
      ? () => Readable.from([Buffer.from(inline)])
      : await spoolFile(
          {
            directPath: directPath ?? '',
            mediaKey: Buffer.from(mediaKey ?? []).toString('base64'),
            fileSha256: Buffer.from(fileSha256 ?? []).toString('base64'),
          },
          'md-msg-hist',
          servers,
          join(folder, 'part'),
          PACKED_MAX_BYTES,
        );
    return await use({ content: () => inflate(packed(), maxBytes), folder });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};
