import type { PlanFlag } from '../permissions.ts';

/**
 * What every part of the system must know about a channel. The channels of which managers can add connections are in
 * `ADDABLE_CHANNELS`; the capabilities of a channel are in `functions/channels`.
 */
interface ChannelConnections {
  /** A proper name, the same in every language. */
  name: string;
  /** Kind of the contacts' ids: a contact is reached over every channel with the same kind. */
  reachedBy: string;
  /**
   * How a connection is set up. `session`: it is paired by a QR code or a number, can be started and stopped, and may
   * use a proxy. `credentials`: the provider issues an access token for one of its accounts, which may expire.
   */
  begins: 'session' | 'credentials';
  /**
   * How a manager proves that the account is the company's: by pairing a phone, with an access token of a business, or
   * with a login of a user who manages the page, or the page to which the account is linked. The dialogs are in
   * `frontend/features/connections/components/link-ways.tsx`.
   */
  linkedBy: string;
  /** The plan feature that includes the channel. */
  feature: PlanFlag;
  /**
   * When the phone with the account's number tells its old messages: when it is paired, or when its provider is asked
   * for them. Absent for accounts without a phone.
   */
  tellsPast?: 'paired' | 'asked';
}

/** The channels through which customers are reached, in the order of the menu. */
export const CHANNEL_CONNECTIONS = {
  whatsapp: {
    name: 'WhatsApp',
    reachedBy: 'phone',
    begins: 'session',
    linkedBy: 'pairing',
    feature: 'useWhatsapp',
    tellsPast: 'paired',
  },
  whatsappapi: {
    name: 'WhatsApp Cloud',
    reachedBy: 'phone',
    begins: 'credentials',
    linkedBy: 'token',
    feature: 'useWhatsapp',
    tellsPast: 'asked',
  },
  facebook: {
    name: 'Facebook',
    reachedBy: 'psid',
    begins: 'credentials',
    linkedBy: 'page',
    feature: 'useFacebook',
  },
  instagram: {
    name: 'Instagram',
    reachedBy: 'igsid',
    begins: 'credentials',
    linkedBy: 'account-of-page',
    feature: 'useInstagram',
  },
} as const satisfies Readonly<Record<string, ChannelConnections>>;
export type Channel = keyof typeof CHANNEL_CONNECTIONS;
type Row = (typeof CHANNEL_CONNECTIONS)[Channel];
export type LinkedBy = Row['linkedBy'];

// Cast: `Object.keys` has no type for the keys of a constant object.
export const CHANNEL_NAMES = Object.keys(CHANNEL_CONNECTIONS) as [Channel, ...Channel[]];

/** The kinds of ids by which channels reach people, each once. */
export const REACHED_BY = [
  ...new Set(CHANNEL_NAMES.map((channel) => CHANNEL_CONNECTIONS[channel].reachedBy)),
];

/** Whether a connection has a session that can be paired, started and stopped. */
export const hasSession = ({ channel }: { channel: Channel }): boolean =>
  CHANNEL_CONNECTIONS[channel].begins === 'session';

/** Returns when the phone of a connection tells its old messages; undefined if there is none. */
export const tellsPast = ({ channel }: { channel: Channel }): ChannelConnections['tellsPast'] => {
  const row: ChannelConnections = CHANNEL_CONNECTIONS[channel];
  return row.tellsPast;
};

/** The channels whose connections are added first and linked afterwards, by pairing. */
export const PAIRED_CHANNELS: readonly Channel[] = CHANNEL_NAMES.filter((channel) => hasSession({ channel }));

/** Path of the page to which a provider's login dialog returns. The provider's app must list its whole address. */
export const LINK_RETURN_PATH = '/connections/linked';

/** Time before the expiry of a connection's access token at which managers are warned. */
export const EXPIRY_WARNING_MS = 7 * 24 * 60 * 60 * 1000;

/** Whether a connection's access token has expired, or will within the time of the warning. */
export const expiresSoon = (
  { credentialsExpireAt }: { credentialsExpireAt: string | null },
  nowMs: number,
): boolean => credentialsExpireAt !== null && Date.parse(credentialsExpireAt) - nowMs < EXPIRY_WARNING_MS;
