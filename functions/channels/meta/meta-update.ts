import type { Channel } from '@prosa/shared/messaging/identity.ts';
import type { InboundEvent } from '@prosa/shared/messaging/inbound-event.ts';
import type { TemplateNews } from '../driver.ts';

/** Fields that are added once the account's company and connection are known. */
type Placed = 'v' | 'companyId' | 'connectionId' | 'channel' | 'receivedAt';
type DistributiveOmit<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;
export type MetaEvent = DistributiveOmit<InboundEvent, Placed>;

/** The business account that received the update, with Meta's id. */
export interface MetaAccount {
  channel: Extract<Channel, 'whatsappapi' | 'facebook' | 'instagram'>;
  accountId: string;
}

/** A change of a message template of a business, which concerns all of its accounts. */
export interface TemplateUpdate {
  kind: 'template';
  business: { channel: Channel; businessId: string };
  template: { id: number; name: string; language: string };
  /** Epoch milliseconds. */
  sentAt: number;
  news: TemplateNews;
}

/**
 * One update of a delivery: an event of an account, a change of a template, an update without use for us, or an update
 * that could not be parsed.
 */
export type MetaUpdate =
  | { kind: 'event'; account: MetaAccount; chatKey: string; sentAt: number; event: MetaEvent }
  | TemplateUpdate
  | { kind: 'ignored'; what: string }
  | { kind: 'problem'; reason: string; payload: unknown };

export const problem = (reason: string, payload: unknown): MetaUpdate => ({
  kind: 'problem',
  reason,
  payload,
});
