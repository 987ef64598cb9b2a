import type { Channel as ChannelName } from '@prosa/shared/messaging/identity.ts';
import type { ChannelDriver } from './driver.ts';
import { facebookDriver } from './facebook/facebook-driver.ts';
import { instagramDriver } from './instagram/instagram-driver.ts';
import { cloudDriver } from './whatsappapi/cloud-driver.ts';

/**
 * The drivers of the channels whose connections begin with credentials. Apart from the channels' definitions, so that
 * only the programs that call providers contain their code.
 */
const DRIVERS: { readonly [Name in ChannelName]?: ChannelDriver } = {
  whatsappapi: cloudDriver,
  facebook: facebookDriver,
  instagram: instagramDriver,
};

/** Returns a channel's driver; undefined for a channel whose commands a session host carries out. */
export const driverOf = ({ channel }: { channel: ChannelName }): ChannelDriver | undefined =>
  DRIVERS[channel];
