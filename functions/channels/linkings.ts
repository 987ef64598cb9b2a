import type { Channel as ChannelName } from '@prosa/shared/messaging/identity.ts';
import type { ChannelLinking } from './linking.ts';
import { pageLinking } from './meta/page-linking.ts';
import { phoneLinking } from './whatsappapi/phone-linking.ts';

/** How accounts of the channels whose connections begin with credentials are linked; apart as `DRIVERS` is. */
const LINKINGS: { readonly [Name in ChannelName]?: ChannelLinking } = {
  whatsappapi: phoneLinking,
  facebook: pageLinking,
  instagram: pageLinking,
};

/** Returns how a channel's accounts are linked; undefined for a channel whose connections are paired. */
export const linkingOf = ({ channel }: { channel: ChannelName }): ChannelLinking | undefined =>
  LINKINGS[channel];
