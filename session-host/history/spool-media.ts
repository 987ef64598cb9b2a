import { createDecipheriv, createHash, createHmac } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { pipeline, type Readable } from 'node:stream';
import { DEFAULT_ORIGIN, getMediaKeys, type MediaType } from 'baileys';
import type { MediaSource } from '../inbound/media-source.ts';
import { MediaRefused, type MediaServers, mediaUrl, TOO_LARGE } from '../outbound/fetch-media.ts';
import type { Downloads } from '../socket/proxy-agent.ts';

/** Length of the truncated HMAC of initialization vector and ciphertext that WhatsApp appends. */
const MAC_BYTES = 10;
/** Timeout of a download without any byte; large files take longer in total. */
const STALLED_MS = 45_000;
const GONE = [403, 404, 410];

/** A verified file on the disk, still encrypted. Each call reads it from the beginning, decrypted. */
export type SpooledFile = () => Readable;

async function* download(url: string, dispatcher: Downloads): AsyncGenerator<Uint8Array> {
  const stalled = new AbortController();
  const timer = setTimeout(() => stalled.abort(new Error('media server stalls')), STALLED_MS);
  try {
    const headers = { Origin: DEFAULT_ORIGIN };
    const answer = await fetch(url, { headers, signal: stalled.signal, dispatcher });
    if (GONE.includes(answer.status)) throw new MediaRefused('gone');
    if (!answer.ok || answer.body === null) throw new Error(`media server answers ${answer.status}`);
    for await (const chunk of answer.body) {
      timer.refresh();
      yield chunk;
    }
  } finally {
    clearTimeout(timer);
    stalled.abort();
  }
}

/**
 * Downloads a file of WhatsApp's media servers to a path, without holding it in memory and without decrypting it on
 * the disk, and verifies its MAC and the hash of its content. No byte can be read before both are verified.
 * @throws MediaRefused if a retry cannot help
 */
export const spoolFile = async (
  source: Pick<MediaSource, 'directPath' | 'mediaKey' | 'fileSha256'>,
  kind: MediaType,
  { origin, dispatcher }: MediaServers,
  path: string,
  maxBytes: number,
): Promise<SpooledFile> => {
  const { cipherKey, iv, macKey } = await getMediaKeys(Buffer.from(source.mediaKey, 'base64'), kind);
  if (macKey === undefined) throw new MediaRefused('no-key');
  const mac = createHmac('sha256', macKey).update(iv);
  const hash = createHash('sha256');
  const decipher = createDecipheriv('aes-256-cbc', cipherKey, iv);
  const file = await open(path, 'w', 0o600);
  let size = 0;
  let tail = Buffer.alloc(0);
  try {
    for await (const chunk of download(mediaUrl(source, origin), dispatcher)) {
      size += chunk.length;
      if (size > maxBytes) throw new MediaRefused(TOO_LARGE);
      const bytes = Buffer.concat([tail, chunk]);
      const cut = Math.max(0, bytes.length - MAC_BYTES);
      const encrypted = bytes.subarray(0, cut);
      tail = bytes.subarray(cut);
      mac.update(encrypted);
      hash.update(decipher.update(encrypted));
      await file.writeFile(encrypted);
    }
  } finally {
    await file.close();
  }
  if (!mac.digest().subarray(0, MAC_BYTES).equals(tail)) throw new MediaRefused('mac-mismatch');
  hash.update(lastBlock(decipher));
  if (hash.digest('base64') !== source.fileSha256) throw new MediaRefused('hash-mismatch');
  // An error of the file reaches the reader through the decipher, which the pipeline destroys as well.
  return () =>
    pipeline(createReadStream(path), createDecipheriv('aes-256-cbc', cipherKey, iv), () => undefined);
};

const lastBlock = (decipher: ReturnType<typeof createDecipheriv>): Buffer => {
  try {
    return decipher.final();
  } catch (error) {
    throw new MediaRefused('no file', { cause: error });
  }
};
