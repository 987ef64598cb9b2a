import type { Channel as ChannelName } from '@prosa/shared/messaging/identity.ts';
import type { ChannelLinking } from './linking.ts';
import { pageLinking } from './meta/page-linking.ts';
import { phoneLinking } from './whatsappapi/phone-linking.ts';

/** Linking of accounts, by channel. A table of its own, so that only the functions that link accounts contain it. */
const LINKINGS: { readonly [Name in ChannelName]?: ChannelLinking } = {
  whatsappapi: phoneLinking,
  facebook: pageLinking,
  instagram: pageLinking,
};

/** Returns the functions that link a channel's accounts. undefined for WhatsApp Web: users pair a phone instead. */
export const linkingOf = ({ channel }: { channel: ChannelName }): ChannelLinking | undefined =>
  LINKINGS[channel];
