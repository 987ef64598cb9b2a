import { EVENTS, type LiveEvent } from '@prosa/shared/events/catalogue.ts';
import { ticketExample } from '@prosa/shared/events/tickets.ts';
import { describe, expect, it } from 'vitest';
import { withoutRepeats } from './without-repeats.ts';

const [example] = EVENTS.appMessage.examples;
if (example === undefined || !('message' in example)) throw new Error('the first example is a new message');
const { message } = example;
const params = { companyId: 2 };

const newMessage = (ticket: typeof ticketExample | null): LiveEvent => ({
  name: 'appMessage',
  params,
  data: { action: 'create', message, ticket, contact: ticket?.contact ?? null },
});
const update = (ticket: typeof ticketExample): LiveEvent => ({
  name: 'ticket',
  params,
  data: { action: 'update', ticket },
});
const heard = (event: LiveEvent, listeners: string[], isWhole = true) => ({ event, isWhole, listeners });
const listenersOf = (events: readonly { listeners: readonly string[] }[]) =>
  events.map(({ listeners }) => listeners);

describe('withoutRepeats', () => {
  it('removes a ticket update for browsers that get the same state with a new message', () => {
    const events = [
      heard(update(ticketExample), ['ana', 'bia']),
      heard(newMessage(ticketExample), ['ana', 'caio']),
    ];
    expect(listenersOf(withoutRepeats(events))).toEqual([['bia'], ['ana', 'caio']]);
    expect(listenersOf(withoutRepeats(events.toReversed()))).toEqual([['ana', 'caio'], ['bia']]);
  });

  it.each([
    ['of a message without its ticket', heard(newMessage(null), ['ana'])],
    ['of a message that goes out as a reference', heard(newMessage(ticketExample), ['ana'], false)],
    ['of another state of the ticket', heard(newMessage({ ...ticketExample, version: 4 }), ['ana'])],
    ['of another ticket', heard(newMessage({ ...ticketExample, id: 13 }), ['ana'])],
    [
      'of a message that only changed',
      heard({ name: 'appMessage', params, data: { action: 'update', message } }, ['ana']),
    ],
  ])('keeps the ticket update next to the event %s', (_what, other) => {
    expect(listenersOf(withoutRepeats([heard(update(ticketExample), ['ana']), other]))).toEqual([
      ['ana'],
      ['ana'],
    ]);
  });

  it('keeps deletions and creations of a ticket', () => {
    const made: LiveEvent = { name: 'ticket', params, data: { action: 'create', ticket: ticketExample } };
    const gone: LiveEvent = { name: 'ticket', params, data: { action: 'delete', ticketId: 12, version: 5 } };
    const events = [heard(newMessage(ticketExample), ['ana']), heard(made, ['ana']), heard(gone, ['ana'])];
    expect(listenersOf(withoutRepeats(events))).toEqual([['ana'], ['ana'], ['ana']]);
  });
});
