import { messageMediaSchema } from '@prosa/shared/entities/message.ts';
import { WEBHOOK_DATA, WEBHOOK_EXAMPLES } from '@prosa/shared/webhooks/webhook-event.ts';
import { AT, contactRow, messageRow, ticketRow } from '@prosa/tests/factories/rows.ts';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { contactOccurrences } from './contact-occurrences.ts';
import { messageOccurrences } from './message-occurrences.ts';
import type { EventSources, Occurrence } from './occurrence.ts';
import { ticketOccurrences } from './ticket-occurrences.ts';

const sources: EventSources = {
  names: {
    queues: new Map([[2, { id: 2, name: 'Vendas', color: '#000000' }]]),
    users: new Map([[3, { id: 3, name: 'Ana', color: '#000000' }]]),
    connections: new Map(),
  },
  tickets: new Map([[1, ticketRow()]]),
};
const types = (occurrences: readonly Occurrence[]) => occurrences.map(({ type }) => type);
const change = <R>(before: R | undefined, after: R | undefined) => ({ before, after, between: [] });
const dataOf = ([occurrence]: readonly Occurrence[]): unknown => occurrence?.dataOf(sources);

describe('events of messages', () => {
  const ours = { fromMe: true, userId: 3 };

  it('a message of a customer is received once, with its contact and the data of its file', () => {
    const media = messageMediaSchema.parse({ state: 'fetching', mimeType: 'image/png' });
    const message = messageRow({ media, mediaType: 'image' });
    const occurrences = messageOccurrences(change(undefined, message));
    expect(types(occurrences)).toEqual(['message.received']);
    const data = WEBHOOK_DATA['message.received'].parse(dataOf(occurrences));
    expect(data).toMatchObject({
      contact: { id: 1, number: '5511900000001' },
      media: { state: 'fetching', mimeType: 'image/png' },
    });
    const fetched = { ...message, version: 2, media: { ...media, state: 'stored' as const, key: 't/7/a' } };
    expect(messageOccurrences(change(message, fetched))).toEqual([]);
    expect(JSON.stringify(dataOf(messageOccurrences(change(undefined, fetched))))).not.toContain('t/7/a');
  });

  it('a message that cannot be decrypted yet is received with its content', () => {
    const sealed = messageRow({ mediaType: 'ciphertext' });
    expect(messageOccurrences(change(undefined, sealed))).toEqual([]);
    const opened = { ...sealed, mediaType: 'extendedTextMessage' as const, version: 2 };
    expect(types(messageOccurrences(change(sealed, opened)))).toEqual(['message.received']);
  });

  it('a message of ours is sent once its provider accepted it', () => {
    const made = messageRow({ ...ours, sendState: 'pending' });
    const sent = { ...made, sendState: 'sent' as const, ack: 1, version: 2 };
    expect(messageOccurrences(change(undefined, made))).toEqual([]);
    const occurrences = messageOccurrences(change(made, sent));
    expect(types(occurrences)).toEqual(['message.sent']);
    expect(WEBHOOK_DATA['message.sent'].parse(dataOf(occurrences))).toMatchObject({ user: { name: 'Ana' } });
  });

  it('rising acknowledgements and failures are statuses', () => {
    const sent = messageRow({ ...ours, sendState: 'sent', ack: 1 });
    expect(types(messageOccurrences(change(sent, { ...sent, ack: 3, version: 2 })))).toEqual([
      'message.status',
    ]);
    const failed = { ...sent, sendState: 'failed' as const, sendError: 'blocked', ack: 0, version: 2 };
    const occurrences = messageOccurrences(change(sent, failed));
    expect(dataOf(occurrences)).toMatchObject({ state: 'failed', error: 'blocked' });
    expect(messageOccurrences(change(sent, { ...sent, isEdited: true, version: 2 }))).toEqual([]);
  });

  it.each([
    ['a private note', { ...ours, isPrivate: true, sendState: 'private' as const }],
    ['an imported message', { imported: true }],
    ['an imported message of ours', { ...ours, imported: true, sendState: 'sent' as const }],
  ])('%s is no event', (_what, fields) => {
    expect(messageOccurrences(change(undefined, messageRow(fields)))).toEqual([]);
  });

  it('the events of a row do not depend on how its records were batched', () => {
    const states = [
      messageRow({ ...ours, sendState: 'pending', version: 1 }),
      messageRow({ ...ours, sendState: 'sending', version: 2 }),
      messageRow({ ...ours, sendState: 'sent', ack: 1, version: 3 }),
      messageRow({ ...ours, sendState: 'sent', ack: 2, version: 4 }),
      messageRow({ ...ours, sendState: 'sent', ack: 3, version: 5 }),
    ];
    const named = (occurrences: readonly Occurrence[]) =>
      occurrences.map(({ type, version }) => `${type} ${version}`);
    fc.assert(
      fc.property(fc.integer({ min: 0, max: states.length }), (cut) => {
        const whole = messageOccurrences({
          before: undefined,
          between: states.slice(0, -1),
          after: states.at(-1),
        });
        const first = states.slice(0, cut);
        const rest = states.slice(cut);
        const parts = [
          ...messageOccurrences({ before: undefined, between: first.slice(0, -1), after: first.at(-1) }),
          ...messageOccurrences({
            before: first.at(-1),
            between: rest.slice(0, -1),
            after: rest.at(-1) ?? first.at(-1),
          }),
        ];
        expect(named(parts)).toEqual(named(whole));
        expect(named(whole)).toEqual(['message.sent 3', 'message.status 4', 'message.status 5']);
      }),
    );
  });
});

describe('events of tickets', () => {
  const open = ticketRow({ status: 'open', queueId: 2, userId: 3 });

  it('a new ticket is created', () => {
    const occurrences = ticketOccurrences(change(undefined, open));
    expect(types(occurrences)).toEqual(['ticket.created']);
    expect(WEBHOOK_DATA['ticket.created'].parse(dataOf(occurrences))).toMatchObject({
      ticket: { queue: { name: 'Vendas' }, user: { name: 'Ana' } },
    });
  });

  it('changes of status, queue, attendant, tags and column are named, and new messages are none', () => {
    const moved = { ...open, queueId: null, laneId: 4, version: 2 };
    expect(dataOf(ticketOccurrences(change(open, moved)))).toMatchObject({ changed: ['queue', 'lane'] });
    expect(ticketOccurrences(change(open, { ...open, unreadMessages: 3, lastMessage: 'oi' }))).toEqual([]);
  });

  it('a ticket that ends is closed, and a rating is an event of its own', () => {
    const closed = { ...open, status: 'closed' as const, closedAt: AT, userRating: 4, version: 2 };
    expect(types(ticketOccurrences(change(open, closed)))).toEqual(['ticket.rated', 'ticket.closed']);
    expect(types(ticketOccurrences(change(closed, { ...open, version: 3 })))).toEqual(['ticket.changed']);
  });

  it('the ticket of an import is created when somebody works on it, and not when it is closed unread', () => {
    const imported = ticketRow({ imported: AT });
    expect(ticketOccurrences(change(undefined, imported))).toEqual([]);
    const closed = { ...imported, status: 'closed' as const, version: 2 };
    expect(ticketOccurrences(change(imported, closed))).toEqual([]);
    const taken = { ...imported, status: 'open' as const, userId: 3, version: 2 };
    expect(types(ticketOccurrences(change(imported, taken)))).toEqual(['ticket.created']);
  });
});

describe('events of contacts', () => {
  const contact = contactRow();
  const actionOf = (occurrences: readonly Occurrence[]) =>
    z.object({ action: z.string(), mergedInto: z.int().nullable() }).parse(dataOf(occurrences));

  it('a contact is created, changed and removed', () => {
    expect(actionOf(contactOccurrences(change(undefined, contact))).action).toBe('created');
    expect(
      actionOf(contactOccurrences(change(contact, { ...contact, name: 'Mara', version: 2 }))),
    ).toMatchObject({
      action: 'changed',
    });
    const removed = contactOccurrences({
      ...change(contact, undefined),
      recordedAt: '2026-11-21T00:00:00.000Z',
    });
    expect(removed).toMatchObject([{ version: 2, at: '2026-11-21T00:00:00.000Z' }]);
    expect(actionOf(removed).action).toBe('removed');
  });

  it('a contact that was merged into another one is removed', () => {
    const merged = { ...contact, mergedInto: 9, version: 2 };
    expect(actionOf(contactOccurrences(change(contact, merged)))).toEqual({
      action: 'removed',
      mergedInto: 9,
    });
    expect(contactOccurrences(change(merged, undefined))).toEqual([]);
  });

  it('a change that the event does not show is none', () => {
    expect(contactOccurrences(change(contact, { ...contact, urlPicture: 'a', version: 2 }))).toEqual([]);
  });
});

it.each(Object.entries(WEBHOOK_EXAMPLES))('the example of %s is as its schema says', (type, example) => {
  const known = Object.entries(WEBHOOK_DATA).find(([name]) => name === type)?.[1];
  expect(known?.parse(example)).toEqual(example);
});
