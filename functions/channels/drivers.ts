import type { Channel as ChannelName } from '@prosa/shared/messaging/identity.ts';
import type { ChannelDriver } from './driver.ts';
import { facebookDriver } from './facebook/facebook-driver.ts';
import { instagramDriver } from './instagram/instagram-driver.ts';
import { cloudDriver } from './whatsappapi/cloud-driver.ts';

/** Drivers by channel. A table of its own, so that only the functions that call providers contain their code. */
const DRIVERS: { readonly [Name in ChannelName]?: ChannelDriver } = {
  whatsappapi: cloudDriver,
  facebook: facebookDriver,
  instagram: instagramDriver,
};

/** Returns a channel's driver. undefined for WhatsApp Web: the session host carries out its commands. */
export const driverOf = ({ channel }: { channel: ChannelName }): ChannelDriver | undefined =>
  DRIVERS[channel];
