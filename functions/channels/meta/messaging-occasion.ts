import type { Identity } from '@prosa/shared/messaging/identity.ts';
import type { MetaEvent } from './meta-update.ts';

/** The circumstances of one event of Messenger or Instagram. */
export interface Occasion {
  customer: Identity;
  /** Whether the account wrote it: here, in Meta's inbox, or in another program. */
  fromMe: boolean;
  /** Epoch milliseconds. */
  sentAt: number;
  /** Whether another program of the company handles the conversation. */
  isStandby: boolean;
}

/** What was read from an event. Undefined: it is malformed. */
export type Reading = MetaEvent[] | { ignored: string } | undefined;

type MessageEvent = Extract<MetaEvent, { type: 'message' }>;

export const chatOf = ({ customer }: Occasion): MessageEvent['chat'] => ({
  isGroup: false,
  identities: [customer],
});

/** Returns a message of this occasion. */
export const messageOn = (
  occasion: Occasion,
  fields: Pick<MessageEvent, 'providerMessageId' | 'content'> & Partial<MessageEvent>,
): MessageEvent => ({
  type: 'message',
  sentAt: occasion.sentAt,
  fromMe: occasion.fromMe,
  isForwarded: false,
  chat: chatOf(occasion),
  ...(occasion.isStandby ? { isStandby: true } : {}),
  ...fields,
});
