import type { Channel } from '@prosa/shared/messaging/identity.ts';
import type { InboundEvent } from '@prosa/shared/messaging/inbound-event.ts';
import type { AccountNews } from '../account-news.ts';
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

/** News of a business or of one of its accounts, which concern all of its accounts. */
export interface AccountUpdate {
  kind: 'account';
  business: { channel: Channel; businessId: string };
  /** Epoch milliseconds. */
  sentAt: number;
  news: AccountNews;
}

/** An old message of the phone that has the account's number. `ack` as in a receipt; 0 for a customer's message. */
export interface PastMessage {
  event: Extract<MetaEvent, { type: 'message' }>;
  ack: number;
}

/** A chunk of the history of the phone that has the account's number. Chunks come in any order, and repeatedly. */
export interface HistoryUpdate {
  kind: 'history';
  account: MetaAccount;
  /** Whether the phone says that nothing is missing after this chunk. */
  isLast: boolean;
  messages: readonly PastMessage[];
}

/** The business does not share the history of the phone that has the account's number. */
export interface HistoryRefusal {
  kind: 'history-refused';
  account: MetaAccount;
}

/**
 * One update of a delivery: an event of an account, news of a template or of an account, old messages, an update
 * without use for us, or an update that could not be parsed.
 */
export type MetaUpdate =
  | { kind: 'event'; account: MetaAccount; chatKey: string; sentAt: number; event: MetaEvent }
  | TemplateUpdate
  | AccountUpdate
  | HistoryUpdate
  | HistoryRefusal
  | { kind: 'ignored'; what: string }
  | { kind: 'problem'; reason: string; payload: unknown };

export const problem = (reason: string, payload: unknown): MetaUpdate => ({
  kind: 'problem',
  reason,
  payload,
});
