import type { ReachedCap } from '@prosa/shared/entities/reached-cap.ts';
import type { Ticket } from '@prosa/shared/entities/ticket.ts';
import { AppError } from '@prosa/shared/errors.ts';
import type { OutboundContent } from '@prosa/shared/messaging/channel-command.ts';
import { type ReplyFacts, replyEnds, replyWindow, type Sender } from '@prosa/shared/rules/reply-window.ts';
import type { Channel } from '../../channels/channel.ts';
import { recipientOf } from '../messages/outbound-content.ts';
import { capOver, reachedCapError } from '../sends/send-limits.ts';
import { instantOf, type Moment } from './turn.ts';

type Addressed = Pick<Ticket, 'contact' | 'connectionId'> & ReplyFacts;

/** What is sent, as far as the reply window depends on it. */
interface Sending {
  sender: Sender;
  kind: OutboundContent['kind'];
}

/** Returns the cap of sends that stops messages on a ticket. */
const capOn = (
  { connectionId }: Addressed,
  { nowMs, reachedCaps = [] }: Pick<Moment, 'nowMs' | 'reachedCaps'>,
): ReachedCap | undefined => (connectionId === null ? undefined : capOver(reachedCaps, connectionId, nowMs));

/** Whether a cap of sends stops messages on a ticket. */
export const isCapped = (...asked: Parameters<typeof capOn>): boolean => capOn(...asked) !== undefined;

/**
 * Returns why a message cannot be sent on a ticket: its contact has no address on the channel, a cap of sends is
 * reached, or the reply window is closed. undefined if it can be sent. A template that the provider has approved needs
 * no window.
 */
const refusalToSend = (
  ticket: Addressed,
  channel: Channel,
  { sender, kind }: Sending,
  moment: Pick<Moment, 'nowMs' | 'reachedCaps'>,
): 'ERR_SENDING_WAPP_MSG' | 'ERR_SEND_CAP_REACHED' | 'ERR_REPLY_WINDOW_CLOSED' | undefined => {
  if (recipientOf(ticket).length === 0) return 'ERR_SENDING_WAPP_MSG';
  if (isCapped(ticket, moment)) return 'ERR_SEND_CAP_REACHED';
  if (kind === 'template' && channel.capabilities.templates) return undefined;
  const window = replyWindow(channel.capabilities.replyWindow, ticket, sender, moment.nowMs);
  return window === 'closed' ? 'ERR_REPLY_WINDOW_CLOSED' : undefined;
};

export const canSendTo = (...asked: Parameters<typeof refusalToSend>): boolean =>
  refusalToSend(...asked) === undefined;

/**
 * Returns the error of a closed reply window. Its details tell an attendant when the contact last wrote, and until when
 * the attendant could answer; null if the contact never wrote. A program gets no details, because the conversation may
 * be hidden from the user who holds its token.
 */
export const closedWindowError = (
  facts: ReplyFacts,
  { capabilities }: Pick<Channel, 'capabilities'>,
  sender: Sender,
): AppError => {
  if (sender === 'system') return new AppError('ERR_REPLY_WINDOW_CLOSED');
  const policy = capabilities.replyWindow;
  const lastMs = policy === null ? null : replyEnds(policy, facts, sender).lastMs;
  const closedAt = lastMs === null ? null : instantOf({ nowMs: lastMs });
  return new AppError('ERR_REPLY_WINDOW_CLOSED', { details: { heardAt: facts.heardAt, closedAt } });
};

/**
 * Throws if no message can be sent on a ticket.
 * @throws AppError {@link refusalToSend}
 */
export const requireSend = (...asked: Parameters<typeof refusalToSend>): void => {
  const [ticket, channel, { sender }, moment] = asked;
  const refusal = refusalToSend(...asked);
  const cap = capOn(ticket, moment);
  if (refusal === 'ERR_SEND_CAP_REACHED' && cap !== undefined) throw reachedCapError(cap);
  if (refusal === 'ERR_REPLY_WINDOW_CLOSED') throw closedWindowError(ticket, channel, sender);
  if (refusal !== undefined) throw new AppError(refusal);
};
