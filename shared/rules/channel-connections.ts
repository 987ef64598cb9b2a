import { type Channel, channelSchema } from '../messaging/identity.ts';
import type { PlanFlag } from '../permissions.ts';

/**
 * The properties of a channel's connections that managers and their screens need. The channels that can be added by
 * hand are in `ADDABLE_CHANNELS`; the capabilities of a channel are in `functions/channels`.
 */
interface ChannelConnections {
  /**
   * How a connection is set up. `session`: it is paired by a QR code or a number, can be started and stopped, and may
   * use a proxy. `credentials`: the provider issues an access token for one of its accounts, which may expire.
   */
  begins: 'session' | 'credentials';
  /**
   * How a manager proves that the account is the company's: by pairing a phone, with an access token of a business, or
   * with a login of a user who manages the page, or the page to which the account is linked.
   */
  linkedBy: 'pairing' | 'token' | 'page' | 'account-of-page';
  /** The plan feature that includes the channel. */
  feature: PlanFlag;
}

export const CHANNEL_CONNECTIONS: Readonly<Record<Channel, ChannelConnections>> = {
  whatsapp: { begins: 'session', linkedBy: 'pairing', feature: 'useWhatsapp' },
  whatsappapi: { begins: 'credentials', linkedBy: 'token', feature: 'useWhatsapp' },
  facebook: { begins: 'credentials', linkedBy: 'page', feature: 'useFacebook' },
  instagram: { begins: 'credentials', linkedBy: 'account-of-page', feature: 'useInstagram' },
};

/** Whether a connection has a session that can be paired, started and stopped. */
export const hasSession = ({ channel }: { channel: Channel }): boolean =>
  CHANNEL_CONNECTIONS[channel].begins === 'session';

/** The channels whose connections are added first and linked afterwards, by pairing. */
export const PAIRED_CHANNELS: readonly Channel[] = channelSchema.options.filter((channel) =>
  hasSession({ channel }),
);

/** Path of the page to which a provider's login dialog returns. The provider's app must list its whole address. */
export const LINK_RETURN_PATH = '/connections/linked';

/** Time before the expiry of a connection's access token at which managers are warned. */
export const EXPIRY_WARNING_MS = 7 * 24 * 60 * 60 * 1000;

/** Whether a connection's access token has expired, or will within the time of the warning. */
export const expiresSoon = (
  { credentialsExpireAt }: { credentialsExpireAt: string | null },
  nowMs: number,
): boolean => credentialsExpireAt !== null && Date.parse(credentialsExpireAt) - nowMs < EXPIRY_WARNING_MS;
