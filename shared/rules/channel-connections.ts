import type { Channel } from '../messaging/identity.ts';
import type { PlanFlag } from '../permissions.ts';

/**
 * What managers and their screens need to know of a channel's connections. Which of them can be added by hand is
 * `ADDABLE_CHANNELS`; what a channel can do is in `functions/channels`.
 */
interface ChannelConnections {
  /**
   * How a connection comes to work. `session`: it is paired by a QR code or a number, started and stopped, and may go
   * through a proxy. `credentials`: the provider gives an access token for one of its accounts, which may end.
   */
  begins: 'session' | 'credentials';
  /** The feature of the plan that has the channel. */
  feature: PlanFlag;
}

export const CHANNEL_CONNECTIONS: Readonly<Record<Channel, ChannelConnections>> = {
  whatsapp: { begins: 'session', feature: 'useWhatsapp' },
  whatsappapi: { begins: 'credentials', feature: 'useWhatsapp' },
  facebook: { begins: 'credentials', feature: 'useFacebook' },
  instagram: { begins: 'credentials', feature: 'useInstagram' },
};

/** Whether a connection is a live session, to be paired, started and stopped. */
export const hasSession = ({ channel }: { channel: Channel }): boolean =>
  CHANNEL_CONNECTIONS[channel].begins === 'session';
