import * as z from 'zod';
import { CHANNEL_NAMES, REACHED_BY } from '../rules/channel-connections.ts';

/** The channels through which customers are reached. */
export const channelSchema = z.enum(CHANNEL_NAMES);
export type Channel = z.infer<typeof channelSchema>;

/** The channel if a request contains none, because older clients know only this one. */
export const DEFAULT_CHANNEL: Channel = 'whatsapp';
/** The channels of which managers can add connections, in the order of the menu. */
export const ADDABLE_CHANNELS: readonly Channel[] = channelSchema.options;

/** A provider's identity of a person. A contact has one or more; the phone may be missing. */
export const identitySchema = z.strictObject({
  /**
   * phone: digits with country code. lid: WhatsApp's opaque id, digits. bsuid, psid, igsid: Meta's ids. group: group
   * id. The channels name those by which they reach a person.
   */
  kind: z.enum([...REACHED_BY, 'lid', 'bsuid', 'group']),
  value: z.string().min(1).max(160),
});
export type Identity = z.infer<typeof identitySchema>;

/** A provider's response about a number: its canonical form, that it does not exist, or a failure. */
export const numberResultSchema = z.discriminatedUnion('state', [
  z.strictObject({ state: z.literal('reached'), number: z.string().max(64) }),
  z.strictObject({ state: z.literal('absent') }),
  z.strictObject({ state: z.literal('failed'), reason: z.string().max(300) }),
]);
