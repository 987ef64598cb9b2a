import type { AskedChange, Message } from '@prosa/shared/entities/message.ts';
import type { Ticket } from '@prosa/shared/entities/ticket.ts';
import type { InboundEventOf } from '@prosa/shared/messaging/inbound-event.ts';
import { SEND_WAIT_MS } from '@prosa/shared/rules/send-failure.ts';
import type { Channel } from '../../channels/channel.ts';
import { messageRefOf, recipientOf } from '../messages/outbound-content.ts';
import { changedMessageTurn } from './message-turns.ts';
import { type Moment, mergeTurns, type OutsideCall, type Stored, type Turn } from './turn.ts';

/**
 * Returns the commands that change a sent message at the provider; none if the provider never got the message, or
 * does not support the change.
 */
const changeCalls = (
  ticket: Pick<Ticket, 'contact'>,
  message: Message,
  { type, providerMessageId, attempt }: AskedChange,
  channel: Channel,
  { nowMs }: Moment,
): OutsideCall[] => {
  const { editWindowMs, delete: takesBack } = channel.capabilities;
  const target = messageRefOf(message);
  const to = recipientOf(ticket);
  const canChange = type === 'edit' ? editWindowMs !== null : takesBack;
  if (target === undefined || to.length === 0 || !canChange) return [];
  const command = {
    v: 1 as const,
    companyId: message.companyId,
    connectionId: message.connectionId,
    to,
    target,
    messageId: message.id,
    attempt,
    providerMessageId,
    waitsUntil: nowMs + SEND_WAIT_MS,
  };
  return [
    channel.call(
      type === 'edit' ? { ...command, type, text: message.body } : { ...command, type },
      message.contactId,
    ),
  ];
};

/**
 * Edits or deletes a message of ours, with the ticket's preview. The provider gets the change under an id that is
 * stored, so that a phone that could not decrypt it gets it again.
 * @param after the message after the change
 */
export const ownChangeTurn = (
  type: AskedChange['type'],
  before: Stored<Message>,
  after: Message,
  ticket: Stored<Ticket>,
  channel: Channel,
  moment: Moment,
): Turn => {
  if (channel.ids.of !== 'ours') return changedMessageTurn(before, after, ticket);
  const { companyId, connectionId, id: messageId } = before;
  const providerMessageId = channel.ids.makeForChange(moment.ids.uuid());
  const change: AskedChange = {
    type,
    providerMessageId,
    attempt: (before.change?.attempt ?? 0) + 1,
    state: 'asked',
    error: '',
  };
  const calls = changeCalls(ticket, after, change, channel, moment);
  if (calls.length === 0) return changedMessageTurn(before, after, ticket);
  const marker = { companyId, connectionId, providerMessageId, messageId, change: type };
  return mergeTurns(changedMessageTurn(before, { ...after, change }, ticket), {
    markers: [{ before: undefined, after: marker }],
    calls,
  });
};

/** Retries a failed change, with the same id. */
export const repeatedChangeTurn = (
  before: Stored<Message>,
  change: AskedChange,
  ticket: Ticket,
  channel: Channel,
  moment: Moment,
): Turn => {
  const again: AskedChange = { ...change, attempt: change.attempt + 1, state: 'asked', error: '' };
  return mergeTurns({
    messages: [{ before, after: { ...before, change: again } }],
    calls: changeCalls(ticket, before, again, channel, moment),
  });
};

/**
 * Returns a message whose change failed; the same object if a newer change was requested since, or if the failure is
 * already stored. An unsent message has no change to undo.
 */
export const withFailedChange = <T extends Message>(
  message: T,
  { attempt, result }: Pick<InboundEventOf<'change-result'>, 'attempt' | 'result'>,
): T => {
  const { change } = message;
  if (change?.attempt !== attempt || change.state !== 'asked') return message;
  if (change.type === 'delete' && message.sendState === 'failed') return { ...message, change: null };
  return { ...message, change: { ...change, state: result.state, error: result.reason } };
};
