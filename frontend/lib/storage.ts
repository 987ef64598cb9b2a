import { LANGUAGES } from '@prosa/shared/entities/user.ts';
import * as z from 'zod';

/** Everything kept in this browser, by key. A value of another shape is as good as absent. */
const ENTRIES = {
  /** A session was opened here: worth asking for it at start. */
  signedIn: z.boolean(),
  /** The session was ended elsewhere: what the sign-in page says until somebody signs in. */
  ended: z.enum(['elsewhere']),
  language: z.enum(LANGUAGES),
  theme: z.enum(['light', 'dark']),
  /** Notification sound, 0 to 1. */
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
  /** Unsent text by person, ticket uuid and tab. */
  drafts: z.record(z.string(), z.string()),
  /** Texts that the server has not confirmed yet. */
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
      /** Sort key of what was said last when it was written. */
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
    // Written by something else under our key: as good as absent.
    return undefined;
  }
};

const available = (): Storage | null => {
  try {
    return globalThis.localStorage ?? null;
  } catch {
    // Storage is refused in some private modes; preferences then last for the visit.
    return null;
  }
};

/** Reads a preference; null when it was never stored or is of another shape. */
export const readStored = <K extends StorageKey>(key: K): StoredValue<K> | null => {
  const text = available()?.getItem(PREFIX + key) ?? null;
  if (text === null) return null;
  return SCHEMAS[key].safeParse(parse(text)).data ?? null;
};

/** Keeps a preference; null forgets it. A full or refused storage loses the preference, not the action. */
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

/** Forgets everything but texts on their way to a customer: who signs in here again sends them after all. */
export const clearStored = (): void => {
  const onTheirWay = readStored('pendingMessages');
  available()?.clear();
  if (onTheirWay !== null) writeStored('pendingMessages', onTheirWay);
};
