import type { AskedChange, Message } from '@prosa/shared/entities/message.ts';
import type { Ticket } from '@prosa/shared/entities/ticket.ts';
import type { InboundEventOf } from '@prosa/shared/messaging/inbound-event.ts';
import { SEND_WAIT_MS } from '@prosa/shared/rules/send-failure.ts';
import type { Channel } from '../../channels/channel.ts';
import { messageRefOf, recipientOf } from '../messages/outbound-content.ts';
import { changedMessageTurn } from './message-turns.ts';
import { type Moment, mergeTurns, type OutsideCall, type Stored, type Turn } from './turn.ts';

/** The command that has a change made; none where the provider never had the message, or takes no such change. */
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
  const canChange = channel.canSend && (type === 'edit' ? editWindowMs !== null : takesBack);
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
 * An edit or deletion of ours, with the ticket's preview: its provider is asked for it under an id that is kept, so that a
 * phone which could not open it gets it again.
 * @param after the message as it reads then
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

/** A change that came to nothing on its way again, under the same id. */
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
 * A message whose change came to nothing; the same object where another was asked for since, or that is known. What has
 * not left needs no taking back.
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
