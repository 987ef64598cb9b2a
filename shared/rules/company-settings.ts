import * as z from 'zod';
import { flagSchema } from '../contracts/fields.ts';
import { LANGUAGES } from '../entities/user.ts';

/** The place of a setting on the settings screen. */
interface Place {
  /** The card. Cards are in the order of their first settings. A setting without a card has no option of its own. */
  group?: string;
  /** A required switch. While it is off, the setting has no effect and cannot be changed on the screen. */
  needs?: 'enableLGPD';
}
interface SwitchPlace extends Place {
  /** The setting with the text that one position of the switch sends. The API refuses this position without a text. */
  text?: string;
  /** The position that sends the text; on by default. */
  textWhen?: boolean;
}

/** Maximum of a setting in hours; so large that it means "never". */
export const HOURS_MAX = 9_999_999_999;

/** The format of a line of text. */
export type SettingFormat = 'link' | 'service' | 'name' | 'key';

/*
 * The kinds of settings. A row defines the stored value and its default. The kind defines how the API returns and accepts
 * the value.
 */

/** A switch that the API returns as `enabled` or `disabled`. */
const flag = <const P extends SwitchPlace>(on: boolean, place: P) => ({
  kind: 'flag' as const,
  stored: z.boolean().default(on),
  ...place,
});

/** A switch that older clients expect as a boolean. Use `flag` for a new switch. */
const booleanFlag = <const P extends SwitchPlace>(on: boolean, place: P) => ({
  kind: 'boolean' as const,
  stored: z.boolean().default(on),
  ...place,
});

/** One of several values; the screen offers them in this order. */
const choice = <E extends z.ZodEnum, const P extends Place>(stored: z.ZodDefault<E>, place: P) => ({
  kind: 'choice' as const,
  stored,
  ...place,
});

/** A text that is sent to customers. */
const message = <const P extends Place>(place: P) => ({
  kind: 'message' as const,
  stored: z.string().default(''),
  ...place,
});

/** A line of text. */
const line = <const P extends Place>(initial: string, format: SettingFormat, place: P) => ({
  kind: 'line' as const,
  stored: z.string().default(initial),
  format,
  ...place,
});

/** A write-only line of text: the API returns only whether it is set. */
const secret = <const P extends Place>(format: SettingFormat, place: P) => ({
  kind: 'secret' as const,
  stored: z.string().default(''),
  format,
  ...place,
});

/**
 * A company's settings, one row each, in the order of the screen and of the API's lists. A new setting needs a row here
 * and, if it has a group, texts in `frontend/locales/<language>/settings.json`.
 */
export const COMPANY_SETTINGS = {
  /** The language of the system's texts for customers, used if the company has no text of its own. */
  language: choice(z.enum(LANGUAGES).default('pt'), { group: 'automatic' }),
  chatBotType: choice(z.enum(['text', 'list', 'button']).default('text'), { group: 'automatic' }),
  sendGreetingMessageOneQueues: flag(true, { group: 'automatic' }),
  sendQueuePosition: flag(false, { group: 'automatic', text: 'sendQueuePositionMessage' }),
  sendQueuePositionMessage: message({}),
  sendFarewellWaitingTicket: flag(false, { group: 'automatic' }),
  userRating: flag(false, { group: 'automatic' }),

  scheduleType: choice(z.enum(['disabled', 'company', 'queue', 'connection']).default('disabled'), {
    group: 'hours',
  }),

  /**
   * Off by default, because a randomly assigned ticket is hidden from all other attendants of its queue while it
   * waits.
   */
  userRandom: flag(false, { group: 'distribution' }),
  DirectTicketsToWallets: flag(false, { group: 'distribution' }),

  acceptCallWhatsapp: flag(true, { group: 'calls', text: 'AcceptCallWhatsappMessage', textWhen: false }),
  AcceptCallWhatsappMessage: message({}),
  acceptAudioMessageContact: flag(true, { group: 'calls' }),

  sendGreetingAccepted: flag(true, { group: 'messages', text: 'greetingAcceptedMessage' }),
  greetingAcceptedMessage: message({}),
  sendMsgTransfTicket: flag(false, { group: 'messages', text: 'transferMessage' }),
  transferMessage: message({}),
  sendSignMessage: flag(true, { group: 'messages' }),

  showNotificationPending: booleanFlag(false, { group: 'tickets' }),
  requiredTag: flag(false, { group: 'tickets' }),
  closeTicketOnTransfer: booleanFlag(false, { group: 'tickets' }),
  /** Hours without activity after which an open ticket is closed. A connection's own time takes precedence. */
  hoursCloseTicketsAuto: {
    kind: 'number' as const,
    stored: z.number().nonnegative().default(24),
    group: 'tickets' as const,
  },

  enableLGPD: flag(false, { group: 'privacy' }),
  lgpdMessage: message({ group: 'privacy', needs: 'enableLGPD' }),
  lgpdLink: line('', 'link', { group: 'privacy', needs: 'enableLGPD' }),
  lgpdConsent: flag(false, { group: 'privacy', needs: 'enableLGPD' }),
  lgpdHideNumber: flag(false, { group: 'privacy', needs: 'enableLGPD' }),
  lgpdDeleteMessage: flag(false, { group: 'privacy' }),

  /** Signing in ends the user's other sign-in sessions. */
  oneSessionPerUser: flag(false, { group: 'access' }),

  /** API key, encrypted for the company. If empty, no audio is transcribed. */
  transcriptionKey: secret('key', { group: 'transcription' }),
  /** Base URL of an OpenAI-compatible service, without `/audio/transcriptions`. */
  transcriptionUrl: line('https://api.openai.com/v1', 'service', { group: 'transcription' }),
  transcriptionModel: line('whisper-1', 'name', { group: 'transcription' }),

  checkMsgIsGroup: flag(true, {}),
} as const;

type Rows = typeof COMPANY_SETTINGS;
export type SettingKey = keyof Rows;

/** A setting with its key. */
export type SettingRow = { [K in SettingKey]: Rows[K] & { key: K } }[SettingKey];

/** All settings with their keys, in order. */
export const SETTING_ROWS =
  // Cast: each row is combined with its own key.
  Object.entries(COMPANY_SETTINGS).map(([key, row]) => ({ ...row, key })) as SettingRow[];

/** Schemas of the stored values. */
export const STORED_SETTINGS =
  // Cast: the object has the keys of `COMPANY_SETTINGS`, each with the schema of its row.
  Object.fromEntries(SETTING_ROWS.map((row): [string, unknown] => [row.key, row.stored])) as {
    [K in SettingKey]: Rows[K]['stored'];
  };

type Shown<R extends { kind: string; stored: z.ZodDefault }> = R['kind'] extends 'flag'
  ? typeof flagSchema
  : R['kind'] extends 'secret'
    ? z.ZodBoolean
    : ReturnType<R['stored']['unwrap']>;

const shownBy = (row: SettingRow): z.ZodType => {
  if (row.kind === 'flag') return flagSchema;
  return row.kind === 'secret' ? z.boolean() : row.stored.unwrap();
};

/** Schemas of the values that the API returns. */
export const SHOWN_SETTINGS =
  // Cast: the object has the keys of `COMPANY_SETTINGS`, each with the schema of its returned value.
  Object.fromEntries(SETTING_ROWS.map((row): [string, unknown] => [row.key, shownBy(row)])) as {
    [K in SettingKey]: Shown<Rows[K]>;
  };
