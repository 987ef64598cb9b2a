import {
  type Guard,
  isFlag,
  isListOf,
  isNullOr,
  isNumber,
  isOneOf,
  isRecordOf,
  isShape,
  isText,
} from './guards.ts';

/** Everything kept in this browser, by key. A value of another shape is as good as absent. */
const ENTRIES = {
  /** A session was opened here: worth asking for it at start. */
  signedIn: isFlag,
  language: isOneOf('pt', 'en', 'es', 'tr'),
  theme: isOneOf('light', 'dark'),
  /** Notification sound, 0 to 1. */
  volume: isNumber,
  email: isText,
  menu: isOneOf('open', 'closed'),
  audioRate: isNumber,
  signMessages: isFlag,
  shortcuts: isFlag,
  branding: isShape({
    appName: isText,
    primaryColorLight: isText,
    primaryColorDark: isText,
    appLogoLight: isText,
    appLogoDark: isText,
    appLogoFavicon: isText,
    allowSignup: isFlag,
  }),
  /** Selected queues of the ticket list, by user id. */
  ticketQueues: isRecordOf(isListOf(isNumber)),
  /** Unsent text by person, ticket uuid and tab. */
  drafts: isRecordOf(isText),
  /** Texts that the server has not confirmed yet. */
  pendingMessages: isListOf(
    isShape({
      clientId: isText,
      userId: isNumber,
      ticketId: isNumber,
      ticketUuid: isText,
      body: isText,
      isPrivate: isFlag,
      signed: isFlag,
      quotedId: isNullOr(isText),
      contactId: isNullOr(isNumber),
      createdAt: isText,
      /** Sort key of what was said last when it was written. */
      after: isText,
      error: isNullOr(isText),
    }),
  ),
} as const;
export type StorageKey = keyof typeof ENTRIES;
type StoredValues = { [K in StorageKey]: (typeof ENTRIES)[K] extends Guard<infer T> ? T : never };
export type StoredValue<K extends StorageKey> = StoredValues[K];
const GUARDS: { readonly [K in StorageKey]: Guard<StoredValues[K]> } = ENTRIES;

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
  const value = parse(text);
  return GUARDS[key](value) ? value : null;
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
