import type { Channel } from '@prosa/shared/messaging/identity.ts';
import type { InboundEvent } from '@prosa/shared/messaging/inbound-event.ts';

/** Fields that are added once the account's company and connection are known. */
type Placed = 'v' | 'companyId' | 'connectionId' | 'channel' | 'receivedAt';
type DistributiveOmit<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;
export type MetaEvent = DistributiveOmit<InboundEvent, Placed>;

/** The business account that received the update, with Meta's id. */
export interface MetaAccount {
  channel: Extract<Channel, 'whatsappapi' | 'facebook' | 'instagram'>;
  accountId: string;
}

/** One update of a delivery: an event, an update without use for us, or an update that could not be parsed. */
export type MetaUpdate =
  | { kind: 'event'; account: MetaAccount; chatKey: string; sentAt: number; event: MetaEvent }
  | { kind: 'ignored'; what: string }
  | { kind: 'problem'; reason: string; payload: unknown };

export const problem = (reason: string, payload: unknown): MetaUpdate => ({
  kind: 'problem',
  reason,
  payload,
});
