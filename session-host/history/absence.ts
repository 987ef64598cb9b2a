import * as z from 'zod';

const DAY_MS = 86_400_000;
/**
 * After an absence of this length the phone is asked for the messages of that time. The limit is our choice: WhatsApp
 * stores messages for an absent device for weeks, but reports neither how long nor whether it dropped any.
 */
export const ABSENCE_MS = DAY_MS;
/** A chat is included if a message of it arrives within this time after the return. */
const WINDOW_MS = DAY_MS;
/** Margin, because the device's last connected time is stored only every five minutes. */
const MARGIN_MS = 10 * 60_000;
/** Maximum of chats to request. */
const CHATS_MAX = 20;
/** Maximum of pages per chat, of {@link PAGE_MESSAGES} each. */
const PAGES_MAX = 5;
export const PAGE_MESSAGES = 50;

/** Position of a message before which the phone is asked for messages. */
export const anchorSchema = z.object({
  id: z.string(),
  fromMe: z.boolean(),
  /** Epoch milliseconds. */
  atMs: z.int(),
});
export type Anchor = z.infer<typeof anchorSchema>;

/** A long absence of a device, until the phone has sent the messages of that time. */
export const absenceSchema = z.object({
  /** Epoch milliseconds. */
  fromMs: z.int(),
  returnedMs: z.int(),
  /** By chat: the first message after the return, and whether the messages before it have been requested. */
  chats: z.record(z.string(), anchorSchema.extend({ isDone: z.boolean() })),
});
export type Absence = z.infer<typeof absenceSchema>;

/** A phone's answer: messages of a chat before a given message. */
export interface Page {
  messages: number;
  /** Where the next older page begins; undefined for an empty page. */
  oldest: Anchor | undefined;
}

/**
 * Returns the absence that ends now; undefined if it was too short, or its beginning is unknown.
 * @param seenMs when the device was last connected, epoch milliseconds
 */
export const absenceUntil = (nowMs: number, seenMs: number | undefined): Absence | undefined =>
  seenMs === undefined || nowMs - seenMs < ABSENCE_MS
    ? undefined
    : { fromMs: seenMs - MARGIN_MS, returnedMs: nowMs, chats: {} };

/**
 * Returns the absence after a message of a chat arrived; the same object if the message adds nothing, or comes too
 * late.
 */
export const heardOf = (absence: Absence, chat: string, first: Anchor, nowMs: number): Absence =>
  Object.hasOwn(absence.chats, chat) ||
  Object.keys(absence.chats).length >= CHATS_MAX ||
  nowMs - absence.returnedMs >= WINDOW_MS
    ? absence
    : { ...absence, chats: { ...absence.chats, [chat]: { ...first, isDone: false } } };

/** Returns the absence after the messages of a chat were requested. */
export const askedFor = (absence: Absence, chat: string): Absence => {
  const anchor = absence.chats[chat];
  return anchor === undefined
    ? absence
    : { ...absence, chats: { ...absence.chats, [chat]: { ...anchor, isDone: true } } };
};

/** Returns the next chat to request. */
export const nextChat = ({ chats }: Absence): { chat: string; anchor: Anchor } | undefined => {
  for (const [chat, { isDone, ...anchor }] of Object.entries(chats)) if (!isDone) return { chat, anchor };
  return undefined;
};

/** Whether nothing more will be requested. */
export const isOver = ({ chats, returnedMs }: Absence, nowMs: number): boolean => {
  const all = Object.values(chats);
  if (!all.every(({ isDone }) => isDone)) return false;
  return all.length >= CHATS_MAX || nowMs - returnedMs >= WINDOW_MS;
};

/**
 * Returns where the next older page of a chat begins; undefined if the beginning of the absence is reached, the phone
 * has no more, or the limit is reached.
 * @param pages number of pages received, `page` the last of them
 */
export const pageBefore = ({ fromMs }: Absence, page: Page, pages: number): Anchor | undefined =>
  pages < PAGES_MAX && page.oldest !== undefined && page.oldest.atMs > fromMs ? page.oldest : undefined;
