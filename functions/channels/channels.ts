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

/** Returns the definition of a channel; no other code branches on the channel's name. */
export const channelOf = ({ channel }: { channel: ChannelName }): Channel => CHANNELS[channel];

/** The channel for a number without further information. */
export const NUMBERS_CHANNEL: ChannelName = whatsapp.name;

/**
 * Whether commands over a connection will be carried out: its WhatsApp session, if the channel has sessions, is
 * started. Costs no read, unlike whether it is connected right now: a command waits for
 * that, until its `waitsUntil`.
 */
export const takesCommands = (connection: { channel: ChannelName; started: boolean }): boolean => {
  return channelOf(connection).begins !== 'session' || connection.started;
};

/** Returns the connections over which the company may start a conversation. */
export const writingFirst = <T extends { channel: ChannelName }>(connections: Iterable<T>): T[] =>
  [...connections].filter((connection) => channelOf(connection).capabilities.writesFirst);
