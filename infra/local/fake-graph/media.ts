import { createHash, randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import type { Journal } from '../fake-whatsapp/journal.ts';
import type { SentFile } from './graph-call.ts';
import { Shelf } from './shelf.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
/** Life of the address of a file (Meta's limit). */
const URL_LIFE_MS = 5 * 60 * 1000;
/** Life of the id of an uploaded file, and of a customer's file (Meta's limits). */
const LIFE_MS = { business: 30 * DAY_MS, customer: 7 * DAY_MS } as const;

const mediaSchema = z.object({
  id: z.string(),
  /** Id of the account that has the file. */
  accountId: z.string(),
  name: z.string(),
  mimeType: z.string(),
  sha256: z.string(),
  size: z.int(),
  expiresAtMs: z.number(),
});
export type Media = z.output<typeof mediaSchema>;

const newId = (): string => String(randomBytes(6).readUIntBE(0, 6)).padStart(15, '7');

/** The files of customers and businesses, in a folder. */
export class MediaFiles {
  private readonly folder: string;
  private readonly now: () => number;
  private readonly shelf: Shelf<typeof mediaSchema>;
  /** Files by the secret part of their address. */
  private readonly addresses = new Map<string, { id: string; untilMs: number }>();

  constructor(journal: Journal, folder: string, now: () => number) {
    this.folder = folder;
    this.now = now;
    this.shelf = new Shelf(journal, 'media', mediaSchema);
    mkdirSync(folder, { recursive: true });
  }

  keep(accountId: string, file: SentFile, from: keyof typeof LIFE_MS): Media {
    const media = {
      id: newId(),
      accountId,
      name: file.name,
      mimeType: file.mimeType,
      sha256: createHash('sha256').update(file.bytes).digest('hex'),
      size: file.bytes.length,
      expiresAtMs: this.now() + LIFE_MS[from],
    };
    writeFileSync(join(this.folder, media.id), file.bytes);
    this.shelf.set(media.id, media);
    return media;
  }

  /** Returns a file that has not expired. */
  find(id: string): Media | undefined {
    const media = this.shelf.get(id);
    return media === undefined || media.expiresAtMs <= this.now() ? undefined : media;
  }

  read({ id }: Pick<Media, 'id'>): Buffer {
    return readFileSync(join(this.folder, id));
  }

  /** Forgets a file. What customers see of it stays. */
  delete(id: string): void {
    const media = this.shelf.get(id);
    if (media !== undefined) this.shelf.set(id, { ...media, expiresAtMs: 0 });
  }

  /** Returns the secret part of an address that is valid for five minutes. */
  addressOf({ id }: Media): string {
    const secret = randomBytes(18).toString('base64url');
    this.addresses.set(secret, { id, untilMs: this.now() + URL_LIFE_MS });
    return secret;
  }

  byAddress(secret: string): Media | undefined {
    const held = this.addresses.get(secret);
    return held === undefined || held.untilMs <= this.now() ? undefined : this.find(held.id);
  }

  /** Returns a file for the customer's screen, which shows it for ever. */
  shown(id: string): { mimeType: string; bytes: Buffer } | undefined {
    const media = this.shelf.get(id);
    return media === undefined ? undefined : { mimeType: media.mimeType, bytes: this.read(media) };
  }
}
