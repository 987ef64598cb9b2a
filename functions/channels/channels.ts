import type { Channel as ChannelName } from '@prosa/shared/messaging/identity.ts';
import type { Channel } from './channel.ts';
import { facebook } from './facebook/facebook.ts';
import { instagram } from './instagram/instagram.ts';
import { whatsapp } from './whatsapp/whatsapp.ts';
import { whatsappApi } from './whatsappapi/whatsapp-api.ts';

const CHANNELS: Readonly<Record<ChannelName, Channel>> = {
  whatsapp,
  whatsappapi: whatsappApi,
  facebook,
  instagram,
};

/** The one way from a channel's name to what it can do: nothing else asks which it is. */
export const channelOf = ({ channel }: { channel: ChannelName }): Channel => CHANNELS[channel];

/** The channel of a number about which nothing else is known. */
export const NUMBERS_CHANNEL: ChannelName = whatsapp.name;

/**
 * Returns whether somebody carries out what is asked over a connection: its channel sends, and a session, where the
 * channel has sessions, is started. Costs no read, unlike whether the session is up at this moment: a command waits for
 * that, until its `waitsUntil`.
 */
export const takesCommands = (connection: { channel: ChannelName; started: boolean }): boolean => {
  const { canSend, begins } = channelOf(connection);
  return canSend && (begins !== 'session' || connection.started);
};

/** The connections over which a company may begin a conversation. */
export const writingFirst = <T extends { channel: ChannelName }>(connections: Iterable<T>): T[] =>
  [...connections].filter((connection) => channelOf(connection).capabilities.writesFirst);
