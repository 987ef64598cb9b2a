import type { Campaign, CampaignReceiver, SKIP_REASONS } from '@prosa/shared/entities/campaign.ts';
import type { Message } from '@prosa/shared/entities/message.ts';
import type { SendFailure } from '@prosa/shared/rules/send-failure.ts';
import type { CampaignAnswer } from './campaign-answers.ts';

type Receiver = CampaignReceiver;

/** What a receiver gets: the question for consent, or the message. */
export type CampaignPart = 'question' | 'message';

/** A message that was handed to the channel. */
interface HandedOver {
  part: CampaignPart;
  variant: number;
  messageId: string;
  /** Empty if the message is stored nowhere. */
  ticketUuid: string;
  /** Of the contact that has the ticket; null without one. */
  contactId: number | null;
  /** ISO. */
  at: string;
}

/** Returns a receiver whose message was handed to the channel. */
export const handedOver = <R extends Receiver>(receiver: R, sent: HandedOver): R => ({
  ...receiver,
  ...(sent.part === 'question'
    ? { state: 'asked' as const, askedAt: sent.at }
    : { state: 'sending' as const, sentAt: sent.at }),
  variant: sent.variant,
  messageId: sent.messageId,
  ticketUuid: sent.ticketUuid,
  contactId: sent.contactId ?? receiver.contactId,
  begun: false,
  reason: '',
});

export const skippedReceiver = <R extends Receiver>(
  receiver: R,
  reason: (typeof SKIP_REASONS)[number],
): R => ({ ...receiver, state: 'skipped', reason });

export const failedReceiver = <R extends Receiver>(receiver: R, reason: string): R => ({
  ...receiver,
  state: 'failed',
  reason,
});

/** Whether the newest message to a receiver is the question for consent. */
const isQuestioned = ({ askedAt, sentAt }: Receiver): boolean => askedAt !== null && sentAt === null;

/** The outcome of a send, as a channel or a stored message tells it. */
export type ReceiverOutcome =
  | { state: 'sent' }
  | { state: 'failed'; reason: string }
  /** The provider had accepted it, and could not deliver it. */
  | { state: 'undelivered'; reason: string }
  | { state: 'unknown' };

/** Reasons of failures of which it is certain that the provider was not given the message, and may be later. */
const NOT_BEGUN: ReadonlySet<string> = new Set<SendFailure>([
  'not-connected',
  'connection-unavailable',
  'provider-unavailable',
  'rate-limited',
]);

/** Whether a send failed only because its connection or provider was down, so that the campaign tries it again. */
const isTriedAgain = (outcome: ReceiverOutcome): boolean =>
  outcome.state === 'failed' && NOT_BEGUN.has(outcome.reason);

/** Returns a receiver whose send did not begin: it keeps the message's id, so that it is known to be the same one. */
const beforeSend = <R extends Receiver>(receiver: R): R => ({
  ...receiver,
  ...(isQuestioned(receiver) || receiver.askedAt === null
    ? { state: 'waiting' as const, askedAt: null }
    : { state: 'agreed' as const }),
  sentAt: null,
  begun: false,
  reason: '',
});

/**
 * Returns a receiver after the outcome of its newest message; undefined if nothing changes, because the outcome is one
 * of an earlier message, or was applied. Never backwards: an accepted message stays accepted, and `unknown` yields to
 * every certain outcome.
 */
export const receiverAfterOutcome = <R extends Receiver>(
  receiver: R,
  messageId: string,
  outcome: ReceiverOutcome,
): R | undefined => {
  if (receiver.messageId !== messageId || receiver.messageId === '') return undefined;
  const { state } = receiver;
  if (isQuestioned(receiver)) {
    if (state !== 'asked' || !('reason' in outcome)) return undefined;
    return isTriedAgain(outcome) ? beforeSend(receiver) : failedReceiver(receiver, outcome.reason);
  }
  const isOpen = state === 'sending' || state === 'unknown';
  switch (outcome.state) {
    case 'sent':
      return isOpen || state === 'failed' ? { ...receiver, state: 'sent', reason: '' } : undefined;
    case 'unknown':
      return state === 'sending' ? { ...receiver, state: 'unknown' } : undefined;
    case 'failed':
      if (!isOpen) return undefined;
      return isTriedAgain(outcome) ? beforeSend(receiver) : failedReceiver(receiver, outcome.reason);
    case 'undelivered':
      return (isOpen || state === 'sent') && receiver.deliveredAt === null
        ? failedReceiver(receiver, outcome.reason)
        : undefined;
  }
};

const DELIVERED = 2;
const READ = 3;

/**
 * Returns a receiver after a receipt of its newest message; undefined if nothing changes. Receipts of the question for
 * consent count for nothing.
 * @param ack 1 sent, 2 delivered, 3 or more read
 * @param at when we learned of it (ISO)
 */
export const receiverAfterReceipt = <R extends Receiver>(
  receiver: R,
  messageId: string,
  ack: number,
  at: string,
): R | undefined => {
  if (receiver.messageId !== messageId || receiver.messageId === '' || receiver.sentAt === null)
    return undefined;
  const deliveredAt = receiver.deliveredAt ?? (ack >= DELIVERED ? at : null);
  const readAt = receiver.readAt ?? (ack >= READ ? at : null);
  const after: R = { ...receiver, state: 'sent', reason: '', deliveredAt, readAt };
  const isSame =
    receiver.state === 'sent' && receiver.deliveredAt === deliveredAt && receiver.readAt === readAt;
  return isSame ? undefined : after;
};

/**
 * Returns a receiver after a message of the contact. The first answer is noted; one that is neither a no nor an opt-out
 * consents. After the campaign is finished nobody consents any more.
 * @param at ISO
 */
export const receiverAfterAnswer = <R extends Receiver>(
  receiver: R,
  meaning: CampaignAnswer,
  { status }: Pick<Campaign, 'status'>,
  at: string,
): R => {
  const heard: R = {
    ...receiver,
    answeredAt: receiver.answeredAt ?? at,
    optedOutAt: receiver.optedOutAt ?? (meaning === 'opt-out' ? at : null),
  };
  if (meaning === 'opt-out')
    return heard.state === 'asked' || heard.state === 'agreed' ? { ...heard, state: 'declined' } : heard;
  if (heard.state !== 'asked') return heard;
  if (meaning === 'no') return { ...heard, state: 'declined' };
  return status === 'finished' ? heard : { ...heard, state: 'agreed', confirmedAt: at };
};

/**
 * Returns a receiver after a change of the stored message that it got; undefined if nothing changes. The message's own
 * state is trusted, because it never goes backwards.
 * @param at when we learned of it (ISO)
 */
export const receiverAfterMessage = <R extends Receiver>(
  receiver: R,
  message: Pick<Message, 'id' | 'sendState' | 'sendError' | 'ack'>,
  at: string,
): R | undefined => {
  const { id, sendState, sendError: reason, ack } = message;
  switch (sendState) {
    case 'sent':
      return isQuestioned(receiver) ? undefined : receiverAfterReceipt(receiver, id, ack, at);
    case 'failed':
      return receiverAfterOutcome(receiver, id, {
        state: receiver.state === 'sent' ? 'undelivered' : 'failed',
        reason,
      });
    case 'unknown':
      return receiverAfterOutcome(receiver, id, { state: 'unknown' });
    default:
      return undefined;
  }
};
