import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';

/** WhatsApp's strings for deriving a file's keys, by media type. */
const KEY_INFO = {
  image: 'WhatsApp Image Keys',
  sticker: 'WhatsApp Image Keys',
  video: 'WhatsApp Video Keys',
  audio: 'WhatsApp Audio Keys',
  document: 'WhatsApp Document Keys',
  'md-msg-hist': 'WhatsApp History Keys',
} as const;
export type MediaKind = keyof typeof KEY_INFO;

const MAC_BYTES = 10;
const FILE_NAME = /^[A-Za-z0-9_-]{1,128}$/;

const keysOf = (mediaKey: Uint8Array, kind: MediaKind) => {
  const bytes = Buffer.from(hkdfSync('sha256', mediaKey, Buffer.alloc(32), KEY_INFO[kind], 112));
  return { iv: bytes.subarray(0, 16), cipherKey: bytes.subarray(16, 48), macKey: bytes.subarray(48, 80) };
};
const sha256 = (data: Uint8Array): Buffer => createHash('sha256').update(data).digest();

const nameIn = (directPath: string): string => directPath.split('/').at(-1) ?? '';

/** The fields of a message that refer to an encrypted file. */
export interface SealedMedia {
  directPath: string;
  mediaKey: Buffer;
  fileEncSha256: Buffer;
  fileSha256: Buffer;
  fileLength: number;
  mediaKeyTimestamp: number;
}

/** The encrypted files of the fake media servers, by the hash of the stored bytes. */
export class MediaStore {
  private readonly folder: string;

  constructor(folder: string) {
    this.folder = folder;
    mkdirSync(folder, { recursive: true });
  }

  put(name: string, data: Uint8Array): void {
    writeFileSync(this.pathOf(name), data);
  }

  get(name: string): Buffer | undefined {
    try {
      return readFileSync(this.pathOf(name));
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
      throw error;
    }
  }

  /** Deletes a file from the servers, as WhatsApp does after some weeks; phones still have it. */
  expire(directPath: string): void {
    const path = this.pathOf(nameIn(directPath));
    renameSync(path, `${path}.expired`);
  }

  /**
   * Simulates a phone that uploads an expired file again.
   * @returns its new path; undefined when the phone lost the file too
   */
  uploadAgain(directPath: string): string | undefined {
    const name = nameIn(directPath);
    const again = `${name}-again`;
    try {
      renameSync(`${this.pathOf(name)}.expired`, this.pathOf(again));
      return `/v/${again}`;
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
      throw error;
    }
  }

  /** Encrypts and stores a file as a phone does on upload. */
  seal(kind: MediaKind, plain: Buffer): SealedMedia {
    const mediaKey = randomBytes(32);
    const { iv, cipherKey, macKey } = keysOf(mediaKey, kind);
    const cipher = createCipheriv('aes-256-cbc', cipherKey, iv);
    const body = Buffer.concat([cipher.update(plain), cipher.final()]);
    const mac = createHmac('sha256', macKey).update(iv).update(body).digest().subarray(0, MAC_BYTES);
    const encrypted = Buffer.concat([body, mac]);
    const fileEncSha256 = sha256(encrypted);
    const name = fileEncSha256.toString('base64url');
    this.put(name, encrypted);
    return {
      directPath: `/v/${name}`,
      mediaKey,
      fileEncSha256,
      fileSha256: sha256(plain),
      fileLength: plain.length,
      mediaKeyTimestamp: Math.floor(Date.now() / 1000),
    };
  }

  /** Encrypts and stores a file as a stream, without holding the file in memory. */
  async sealStream(kind: MediaKind, plain: AsyncIterable<Uint8Array>): Promise<SealedMedia> {
    const mediaKey = randomBytes(32);
    const { iv, cipherKey, macKey } = keysOf(mediaKey, kind);
    const cipher = createCipheriv('aes-256-cbc', cipherKey, iv);
    const mac = createHmac('sha256', macKey).update(iv);
    const [plainHash, sealedHash] = [createHash('sha256'), createHash('sha256')];
    let fileLength = 0;
    const path = this.pathOf(`part-${randomBytes(16).toString('hex')}`);
    const file = await open(path, 'w');
    try {
      const write = async (body: Buffer): Promise<void> => {
        mac.update(body);
        sealedHash.update(body);
        await file.writeFile(body);
      };
      for await (const chunk of plain) {
        plainHash.update(chunk);
        fileLength += chunk.length;
        await write(cipher.update(chunk));
      }
      await write(cipher.final());
      const tail = mac.digest().subarray(0, MAC_BYTES);
      sealedHash.update(tail);
      await file.writeFile(tail);
    } finally {
      await file.close();
    }
    const fileEncSha256 = sealedHash.digest();
    const name = fileEncSha256.toString('base64url');
    renameSync(path, this.pathOf(name));
    return {
      directPath: `/v/${name}`,
      mediaKey,
      fileEncSha256,
      fileSha256: plainHash.digest(),
      fileLength,
      mediaKeyTimestamp: Math.floor(Date.now() / 1000),
    };
  }

  /** Decrypts a stored file with a message's key; refuses a file that was modified. */
  open(kind: MediaKind, name: string, mediaKey: Uint8Array): Buffer | undefined {
    const encrypted = this.get(name);
    if (encrypted === undefined) return undefined;
    const { iv, cipherKey, macKey } = keysOf(mediaKey, kind);
    const body = encrypted.subarray(0, -MAC_BYTES);
    const mac = createHmac('sha256', macKey).update(iv).update(body).digest().subarray(0, MAC_BYTES);
    if (!mac.equals(encrypted.subarray(-MAC_BYTES))) throw new Error('media was changed');
    const decipher = createDecipheriv('aes-256-cbc', cipherKey, iv);
    return Buffer.concat([decipher.update(body), decipher.final()]);
  }

  private pathOf(name: string): string {
    if (!FILE_NAME.test(name)) throw new Error('bad media name');
    return join(this.folder, name);
  }
}
