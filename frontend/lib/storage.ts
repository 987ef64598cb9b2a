import { LANGUAGES } from '@prosa/shared/entities/user.ts';
import * as z from 'zod';

/** Everything stored in this browser, by key. A value that does not match its schema counts as absent. */
const ENTRIES = {
  /** Whether a user signed in here, so that a refresh at the start is worthwhile. */
  signedIn: z.boolean(),
  /** Why the sign-in session ended; the sign-in page shows it until the next sign-in. */
  ended: z.enum(['elsewhere', 'revoked']),
  language: z.enum(LANGUAGES),
  theme: z.enum(['light', 'dark']),
  /** Volume of the notification sound, 0 to 1. */
  volume: z.number(),
  email: z.string(),
  menu: z.enum(['open', 'closed']),
  audioRate: z.number(),
  signMessages: z.boolean(),
  shortcuts: z.boolean(),
  branding: z.object({
    appName: z.string(),
    primaryColorLight: z.string(),
    primaryColorDark: z.string(),
    appLogoLight: z.string(),
    appLogoDark: z.string(),
    appLogoFavicon: z.string(),
    allowSignup: z.boolean(),
  }),
  /** Selected queues of the ticket list, by user id. */
  ticketQueues: z.record(z.string(), z.array(z.number())),
  /** Drafts by user, ticket uuid and tab. */
  drafts: z.record(z.string(), z.string()),
  /** To-do lists by company and user, in the user's order. */
  tasks: z.record(
    z.string(),
    z.array(
      z.object({
        id: z.string(),
        text: z.string(),
        done: z.boolean(),
        /** `yyyy-MM-dd` */
        dueDate: z.string().nullable(),
        createdAt: z.string(),
        updatedAt: z.string(),
      }),
    ),
  ),
  /** Conversations with the help chat by company and user, the oldest message first. */
  helpChats: z.record(
    z.string(),
    z.array(
      z.object({
        id: z.string(),
        by: z.enum(['user', 'assistant']),
        /** '' if the model gave no answer. */
        text: z.string(),
        sources: z.array(z.object({ helpId: z.number(), title: z.string() })),
      }),
    ),
  ),
  /** By company and user: whether the user agreed that questions go to an outside service, and dismissed the greeting. */
  helpChatChoices: z.record(z.string(), z.object({ agreed: z.boolean(), dismissed: z.boolean() })),
  /** Texts of messages that the server has not confirmed yet. */
  pendingMessages: z.array(
    z.object({
      clientId: z.string(),
      userId: z.number(),
      ticketId: z.number(),
      ticketUuid: z.string(),
      body: z.string(),
      isPrivate: z.boolean(),
      signed: z.boolean(),
      quotedId: z.string().nullable(),
      contactId: z.number().nullable(),
      createdAt: z.string(),
      /** Sort key of the last message when this one was written. */
      after: z.string(),
      error: z.string().nullable(),
    }),
  ),
} as const;
export type StorageKey = keyof typeof ENTRIES;
type StoredValues = { [K in StorageKey]: z.infer<(typeof ENTRIES)[K]> };
export type StoredValue<K extends StorageKey> = StoredValues[K];
const SCHEMAS: { readonly [K in StorageKey]: z.ZodType<StoredValues[K]> } = ENTRIES;

const PREFIX = 'prosa.';

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    // Another program's value under our key: counts as absent.
    return undefined;
  }
};

const available = (): Storage | null => {
  try {
    return globalThis.localStorage ?? null;
  } catch {
    // Some private modes refuse storage; preferences then last only for the visit.
    return null;
  }
};

/** Reads a stored value; null when it is missing or does not match its schema. */
export const readStored = <K extends StorageKey>(key: K): StoredValue<K> | null => {
  const text = available()?.getItem(PREFIX + key) ?? null;
  if (text === null) return null;
  return SCHEMAS[key].safeParse(parse(text)).data ?? null;
};

/**
 * Stores a value; null deletes it. When storage is full or refused, the value is lost but the caller's action
 * continues.
 */
export const writeStored = <K extends StorageKey>(key: K, value: StoredValue<K> | null): boolean => {
  try {
    const storage = available();
    if (storage === null) return false;
    if (value === null) storage.removeItem(PREFIX + key);
    else storage.setItem(PREFIX + key, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
};

/**
 * Calls a listener whenever another tab changes or deletes a stored value.
 * @returns a function that ends this
 */
export const watchStored = (key: StorageKey, listener: () => void): (() => void) => {
  const hear = (event: StorageEvent): void => {
    // Without a key, everything was deleted.
    if (event.key === null || event.key === PREFIX + key) listener();
  };
  globalThis.addEventListener('storage', hear);
  return () => globalThis.removeEventListener('storage', hear);
};

/**
 * Deletes everything except what the same user finds again after signing in here: unsent messages, which are then sent,
 * the to-do list, which exists nowhere else, and the answers to the questions of the help chat.
 */
export const clearStored = (): void => {
  const onTheirWay = readStored('pendingMessages');
  const tasks = readStored('tasks');
  const choices = readStored('helpChatChoices');
  available()?.clear();
  if (onTheirWay !== null) writeStored('pendingMessages', onTheirWay);
  if (tasks !== null) writeStored('tasks', tasks);
  if (choices !== null) writeStored('helpChatChoices', choices);
};
