import * as z from 'zod';
import { type Channel, channelSchema } from '../messaging/identity.ts';
import type { PlanFlag } from '../permissions.ts';

/** What managers and their screens need to know of a channel's connections; what a channel can do is in `functions/channels`. */
interface ChannelConnections {
  /**
   * How a connection comes to work. `session`: it is paired by a QR code or a number, started and stopped, and may go
   * through a proxy. `credentials`: the provider gives an access token for one of its accounts, which may end.
   */
  begins: 'session' | 'credentials';
  /** The feature of the plan that has the channel. */
  feature: PlanFlag;
  /** Whether managers can add one by hand: there is a dialog for how it begins. */
  isAddable: boolean;
}

export const CHANNEL_CONNECTIONS: Readonly<Record<Channel, ChannelConnections>> = {
  whatsapp: { begins: 'session', feature: 'useWhatsapp', isAddable: true },
  whatsappapi: { begins: 'credentials', feature: 'useWhatsapp', isAddable: false },
  facebook: { begins: 'credentials', feature: 'useFacebook', isAddable: false },
  instagram: { begins: 'credentials', feature: 'useInstagram', isAddable: false },
};

/** The channels of which managers can add a connection, in the order of the menu. */
export const ADDABLE_CHANNELS: readonly Channel[] = channelSchema.options.filter(
  (channel) => CHANNEL_CONNECTIONS[channel].isAddable,
);

/** The channel of a caller who names none: older clients know only this one. */
export const DEFAULT_CHANNEL: Channel = 'whatsapp';

/** A channel of which a connection is to be added. */
export const addableChannelInput = z.enum(ADDABLE_CHANNELS).default(DEFAULT_CHANNEL);

/** Whether a connection is a live session, to be paired, started and stopped. */
export const hasSession = ({ channel }: { channel: Channel }): boolean =>
  CHANNEL_CONNECTIONS[channel].begins === 'session';
