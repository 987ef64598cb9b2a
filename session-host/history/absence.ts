import * as z from 'zod';

const DAY_MS = 86_400_000;
/**
 * After an absence as long as this the phone is asked for what was said meanwhile. Our choice: WhatsApp keeps messages for an
 * absent device for weeks, but says neither for how long nor whether it dropped any.
 */
export const ABSENCE_MS = DAY_MS;
/** A chat counts as heard of again when it is within this time of the return. */
const WINDOW_MS = DAY_MS;
/** When the device was last there is told every five minutes. */
const MARGIN_MS = 10 * 60_000;
/** Conversations that are asked for. */
const CHATS_MAX = 20;
/** Pages of one conversation, of {@link PAGE_MESSAGES} each. */
const PAGES_MAX = 5;
export const PAGE_MESSAGES = 50;

/** A message before which a phone is asked what was said. */
export const anchorSchema = z.object({
  id: z.string(),
  fromMe: z.boolean(),
  /** Epoch milliseconds. */
  atMs: z.int(),
});
export type Anchor = z.infer<typeof anchorSchema>;

/** A long absence of a device, until the phone has told what was said meanwhile. */
export const absenceSchema = z.object({
  /** Epoch milliseconds. */
  fromMs: z.int(),
  returnedMs: z.int(),
  /** By chat: the first message after the return, and whether what came before it has been asked for. */
  chats: z.record(z.string(), anchorSchema.extend({ isDone: z.boolean() })),
});
export type Absence = z.infer<typeof absenceSchema>;

/** What a phone told of a chat before some message. */
export interface Page {
  messages: number;
  /** Where the page before it begins; undefined for an empty one. */
  oldest: Anchor | undefined;
}

/**
 * The absence that ends now; undefined where it was none, or nobody knows.
 * @param seenMs when the device was last there, epoch milliseconds
 */
export const absenceUntil = (nowMs: number, seenMs: number | undefined): Absence | undefined =>
  seenMs === undefined || nowMs - seenMs < ABSENCE_MS
    ? undefined
    : { fromMs: seenMs - MARGIN_MS, returnedMs: nowMs, chats: {} };

/** The absence after a message of a chat came; the same object where that tells nothing new, or comes too late to tell. */
export const heardOf = (absence: Absence, chat: string, first: Anchor, nowMs: number): Absence =>
  Object.hasOwn(absence.chats, chat) ||
  Object.keys(absence.chats).length >= CHATS_MAX ||
  nowMs - absence.returnedMs >= WINDOW_MS
    ? absence
    : { ...absence, chats: { ...absence.chats, [chat]: { ...first, isDone: false } } };

/** The absence after a chat was asked for. */
export const askedFor = (absence: Absence, chat: string): Absence => {
  const anchor = absence.chats[chat];
  return anchor === undefined
    ? absence
    : { ...absence, chats: { ...absence.chats, [chat]: { ...anchor, isDone: true } } };
};

/** The chat that is to be asked for next. */
export const nextChat = ({ chats }: Absence): { chat: string; anchor: Anchor } | undefined => {
  for (const [chat, { isDone, ...anchor }] of Object.entries(chats)) if (!isDone) return { chat, anchor };
  return undefined;
};

/** Whether nothing more will be asked for. */
export const isOver = ({ chats, returnedMs }: Absence, nowMs: number): boolean => {
  const all = Object.values(chats);
  if (!all.every(({ isDone }) => isDone)) return false;
  return all.length >= CHATS_MAX || nowMs - returnedMs >= WINDOW_MS;
};

/**
 * Where the next page of a chat begins; undefined where the absence has been gone through, the phone has no more, or enough was asked.
 * @param pages how many were told, `page` the last of them
 */
export const pageBefore = ({ fromMs }: Absence, page: Page, pages: number): Anchor | undefined =>
  pages < PAGES_MAX && page.oldest !== undefined && page.oldest.atMs > fromMs ? page.oldest : undefined;
