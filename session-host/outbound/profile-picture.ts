import { storablePicture } from '@prosa/functions/domain/media/storable-picture.ts';
import { putObject } from '@prosa/functions/platform/blob/blob.ts';
import { pictureVersionKey } from '@prosa/functions/platform/blob/file-keys.ts';
import { DEFAULT_ORIGIN, type WASocket } from 'baileys';
import { within } from '../connections/within.ts';
import { type MediaServers, WHATSAPP_MEDIA_ORIGIN, type WriteObject } from './fetch-media.ts';

/** Largest picture that is fetched. WhatsApp's previews have about 10 kB. */
export const PREVIEW_MAX_BYTES = 1_000_000;
/** Timeout of WhatsApp's answer, and of the download. */
const ASK_MS = 10_000;
const DOWNLOAD_MS = 10_000;
/** WhatsApp's codes for a picture that the account may not see, and for none. */
const NOT_SHOWN: readonly unknown[] = [401, 403, 404];
const WHATSAPP_HOSTS = '.whatsapp.net';

/** Thrown for a picture that must not be fetched or stored. */
class PictureRefused extends Error {}

/** Whether a picture is on WhatsApp's own servers; in the sandbox, on the fake network's. */
export const isPictureAddress = (address: string, origin: string): boolean => {
  if (!URL.canParse(address)) return false;
  const url = new URL(address);
  if (url.origin === origin) return true;
  return (
    origin === WHATSAPP_MEDIA_ORIGIN &&
    url.protocol === 'https:' &&
    url.port === '' &&
    url.hostname.endsWith(WHATSAPP_HOSTS)
  );
};

const download = async (address: string, { origin, dispatcher }: MediaServers): Promise<Uint8Array> => {
  if (!isPictureAddress(address, origin)) throw new PictureRefused('foreign-address');
  const gone = new AbortController();
  const signal = AbortSignal.any([gone.signal, AbortSignal.timeout(DOWNLOAD_MS)]);
  try {
    // A redirect could lead to another host.
    const answer = await fetch(address, {
      headers: { Origin: DEFAULT_ORIGIN },
      redirect: 'error',
      signal,
      dispatcher,
    });
    if (!answer.ok || answer.body === null) throw new Error(`the picture's server answers ${answer.status}`);
    const chunks: Uint8Array[] = [];
    let size = 0;
    for await (const chunk of answer.body) {
      size += chunk.length;
      if (size > PREVIEW_MAX_BYTES) throw new PictureRefused('too-large');
      chunks.push(chunk);
    }
    return Buffer.concat(chunks);
  } finally {
    // Ends the connection of an answer that was not read to its end.
    gone.abort();
  }
};

const addressOf = async (
  socket: Pick<WASocket, 'profilePictureUrl'>,
  jid: string,
): Promise<string | undefined> => {
  try {
    // Baileys reads keys before it asks, which its own timeout does not cover.
    return await within('a picture', ASK_MS, socket.profilePictureUrl(jid, 'preview', ASK_MS));
  } catch (error) {
    if (error instanceof Error && 'data' in error && NOT_SHOWN.includes(error.data)) return undefined;
    throw error;
  }
};

/**
 * Asks WhatsApp for the picture of a person or group and stores it. The file comes from a host of WhatsApp (S-45), within
 * a time and size (S-47); its bytes decide about the type (S-39), and its metadata is removed (S-42).
 * @param start the start of the key
 * @returns the key; null if WhatsApp shows no picture, or the file is refused: on another host, too large, no picture
 * @throws any other error: the picture is unknown
 */
export const storeProfilePicture = async (
  socket: Pick<WASocket, 'profilePictureUrl'>,
  { jid, start }: { jid: string; start: string },
  servers: MediaServers,
  write: WriteObject = putObject,
): Promise<string | null> => {
  const address = await addressOf(socket, jid);
  if (address === undefined) return null;
  const bytes = await download(address, servers).catch((error: unknown) => {
    if (error instanceof PictureRefused) return undefined;
    throw error;
  });
  const picture = bytes === undefined ? undefined : storablePicture(bytes);
  if (picture === undefined) return null;
  const key = pictureVersionKey(start, picture.bytes);
  await write(key, picture.bytes, picture.mimeType);
  return key;
};
