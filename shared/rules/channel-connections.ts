import type { Channel } from '../messaging/identity.ts';
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
  /** The plan feature that includes the channel. */
  feature: PlanFlag;
}

export const CHANNEL_CONNECTIONS: Readonly<Record<Channel, ChannelConnections>> = {
  whatsapp: { begins: 'session', feature: 'useWhatsapp' },
  whatsappapi: { begins: 'credentials', feature: 'useWhatsapp' },
  facebook: { begins: 'credentials', feature: 'useFacebook' },
  instagram: { begins: 'credentials', feature: 'useInstagram' },
};

/** Whether a connection has a session that can be paired, started and stopped. */
export const hasSession = ({ channel }: { channel: Channel }): boolean =>
  CHANNEL_CONNECTIONS[channel].begins === 'session';
