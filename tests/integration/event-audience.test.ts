import type { Delivery, EventContext, Recipient } from '@prosa/functions/domain/events/context.ts';
import { fitEvent } from '@prosa/functions/domain/events/fit-event.ts';
import {
  chatRoom,
  MAX_CHAT_ROOMS,
  NOTIFICATION_ROOM,
  withoutTicket,
  withRoom,
} from '@prosa/functions/domain/events/rooms.ts';
import { endsSessions } from '@prosa/functions/domain/events/user-events.ts';
import { decideEvents } from '@prosa/functions/streams/live-entities.ts';
import { campaignFiguresSchema } from '@prosa/shared/entities/campaign.ts';
import { campaignSettingsSchema } from '@prosa/shared/entities/campaign-settings.ts';
import { TICKET_STATUSES } from '@prosa/shared/entities/ticket-terms.ts';
import { EVENT_MAX_BYTES, EVENTS, type LiveEvent } from '@prosa/shared/events/catalogue.ts';
import { canSeeTicket } from '@prosa/shared/rules/ticket-visibility.ts';
import { describe, expect, it } from 'vitest';
import {
  announcementRow,
  assistantRow,
  campaignRow,
  connectionRow,
  connectionStateRow,
  contactListItemRow,
  contactListRow,
  contactRow,
  eventContext,
  fileListRow,
  flowPhraseRow,
  flowRow,
  integrationRow,
  internalChatRow,
  messageRow,
  queueRow,
  quickMessageRow,
  settingsRow,
  stored,
  ticketRow,
  userRow,
  viewer,
} from '../factories/rows.ts';

const recipient = (fields: Parameters<typeof viewer>[0], rights: Partial<Recipient> = {}): Recipient => ({
  viewer: viewer(fields),
  masksNumbers: false,
  managesConnections: false,
  watchesTickets: false,
  ...rights,
});
const ADMIN = recipient({ id: 1, profile: 'admin' }, { managesConnections: true });
const SALES = recipient({ id: 2, queueIds: [1] });
const SUPPORT = recipient({ id: 3, queueIds: [2] });
const MASKED = recipient({ id: 4, queueIds: [1] }, { masksNumbers: true });
const EVERYONE = [ADMIN, SALES, SUPPORT, MASKED];

const context = (fields: Partial<EventContext> = {}) => eventContext({ recipients: EVERYONE, ...fields });
const later = <T>(row: T) => ({ ...row, version: 2 });

/**
 * Returns the events that each user's browser gets, as `<event> <action>`, in order. Checks that every event fits its
 * schema.
 */
const heard = (deliveries: readonly Delivery[], rooms: readonly string[] = []): Record<number, string[]> => {
  const byUser: Record<number, string[]> = {};
  for (const { event, hears } of deliveries) {
    EVENTS[event.name].schema.parse(event.data);
    for (const userId of [1, 2, 3, 4]) {
      if (!hears({ userId, rooms })) continue;
      byUser[userId] = [...(byUser[userId] ?? []), `${event.name} ${event.data.action}`];
    }
  }
  return byUser;
};
const textFor = (deliveries: readonly Delivery[], userId: number, rooms: readonly string[] = []): string =>
  JSON.stringify(deliveries.filter(({ hears }) => hears({ userId, rooms })).map(({ event }) => event));

describe('ticket events', () => {
  it('S-20: reach only users who may see the ticket', () => {
    const after = ticketRow({ queueId: 1 });
    expect(heard(decideEvents({ entity: 'ticket', before: undefined, after }, context()))).toEqual({
      1: ['ticket create'],
      2: ['ticket create'],
      4: ['ticket create'],
    });
  });

  it('S-20: a user who loses sight of a ticket gets a delete event without its contents', () => {
    const before = ticketRow({ queueId: 1 });
    const after = later({ ...before, queueId: 2 });
    const deliveries = decideEvents({ entity: 'ticket', before, after }, context());
    expect(heard(deliveries)).toEqual({
      1: ['ticket update'],
      2: ['ticket delete'],
      3: ['ticket update'],
      4: ['ticket delete'],
    });
    expect(textFor(deliveries, 2)).not.toContain(before.contact.name);
  });

  it('tell of a move to another column of the board, whoever or whatever moved the ticket', () => {
    const before = ticketRow({
      queueId: 1,
      laneId: 1,
      tags: [{ id: 1, name: 'Proposta', color: '#112233' }],
    });
    const tags = [{ id: 2, name: 'Sem resposta', color: '#445566' }];
    const after = later({ ...before, laneId: 2, laneAt: '2026-11-20T12:00:00.000Z', tags });
    const deliveries = decideEvents({ entity: 'ticket', before, after }, context());
    expect(heard(deliveries)).toEqual({ 1: ['ticket update'], 2: ['ticket update'], 4: ['ticket update'] });
    expect(textFor(deliveries, 2)).toContain('"tags":[{"id":2,"name":"Sem resposta","color":"#445566"}]');
    expect(textFor(deliveries, 2)).toContain('"laneAt":"2026-11-20T12:00:00.000Z"');
  });

  it('S-20: attendants of the queue get an update when a colleague takes the ticket', () => {
    const before = ticketRow({ queueId: 1 });
    const after = later({ ...before, status: 'open' as const, userId: 2 });
    expect(heard(decideEvents({ entity: 'ticket', before, after }, context()))).toEqual({
      1: ['ticket update'],
      2: ['ticket update'],
      4: ['ticket delete'],
    });
  });

  it('S-21: reach users with the attendance panel for tickets of any attendant, but only in their own queues', () => {
    const WATCHER = recipient({ id: 2, queueIds: [1] }, { watchesTickets: true });
    const watched = context({ recipients: [ADMIN, WATCHER, recipient({ id: 3, queueIds: [1] })] });
    const before = ticketRow({ queueId: 1, status: 'open', userId: 9 });
    const told = (after: typeof before | undefined) =>
      heard(decideEvents({ entity: 'ticket', before, after }, watched));
    expect(told(later({ ...before, lastMessage: 'Pois não' }))).toEqual({
      1: ['ticket update'],
      2: ['ticket update'],
    });
    expect(told(later({ ...before, queueId: 2 }))[2]).toEqual(['ticket delete']);
    // Users who may see the ticket get the update that closes it, and the panel removes it because of that update.
    expect(told(later({ ...before, status: 'closed' as const }))[2]).toEqual(['ticket update']);
    expect(told(undefined)[2]).toEqual(['ticket delete']);
    const message = messageRow({ queueId: 1 });
    const tickets = new Map([[before.id, before]]);
    expect(
      heard(decideEvents({ entity: 'message', before: undefined, after: message }, { ...watched, tickets }), [
        NOTIFICATION_ROOM,
        chatRoom({ ticketId: 1, contactId: 1, connectionId: 1 }),
      ])[2],
    ).toBeUndefined();
  });

  it('S-21: tell a user with any right nothing that was said on a ticket that is hidden from the user', () => {
    const rights = ['allTicket', 'allowGroup', 'allHistoric', 'allUserChat'] as const;
    let hidden = 0;
    for (const right of [undefined, ...rights])
      for (const [watchesTickets, managesConnections] of [
        [false, false],
        [true, false],
        [false, true],
      ] as const) {
        const fields = { id: 2, queueIds: [1], ...(right === undefined ? {} : { [right]: true }) };
        const user = recipient(fields, { watchesTickets, managesConnections });
        for (const status of TICKET_STATUSES)
          for (const queueId of [null, 1, 2])
            for (const userId of [null, 9]) {
              const isGroup = status === 'group';
              const after = later(ticketRow({ queueId, status, userId, isGroup, lastMessage: 'Segredo' }));
              // Before, every user of the queue saw it.
              const before = ticketRow({ queueId: 1, lastMessage: 'Antes' });
              const told = textFor(
                decideEvents({ entity: 'ticket', before, after }, context({ recipients: [user] })),
                2,
                [NOTIFICATION_ROOM, chatRoom({ ticketId: 1, contactId: 1, connectionId: 1 })],
              );
              if (canSeeTicket(after, user.viewer)) continue;
              hidden += 1;
              expect(told, JSON.stringify([right, status, queueId, userId])).not.toContain('Segredo');
            }
      }
    expect(hidden).toBeGreaterThan(100);
  });

  it('reach a user who could see the ticket only between two writes of one batch', () => {
    const before = ticketRow({ queueId: 3 });
    const between = [later({ ...before, queueId: 2 })];
    const after = { ...before, version: 3 };
    expect(heard(decideEvents({ entity: 'ticket', before, after, between }, context()))).toEqual({
      1: ['ticket update'],
      3: ['ticket delete'],
    });
  });

  it('a ticket that came and went within one batch sends a delete event to those who could see it', () => {
    const between = [ticketRow({ queueId: 1, version: 4 })];
    const change = { entity: 'ticket' as const, before: undefined, after: undefined, between };
    const deliveries = decideEvents(change, context());
    expect(heard(deliveries)).toEqual({ 1: ['ticket delete'], 2: ['ticket delete'], 4: ['ticket delete'] });
    expect(deliveries[0]?.event.data).toEqual({ action: 'delete', ticketId: 1, version: 5 });
  });

  it('a ticket that was only read sends a short event', () => {
    const before = ticketRow({ queueId: 1, unreadMessages: 3 });
    const after = later({ ...before, unreadMessages: 0 });
    expect(heard(decideEvents({ entity: 'ticket', before, after }, context()))).toEqual({
      1: ['ticket updateUnread'],
      2: ['ticket updateUnread'],
      4: ['ticket updateUnread'],
    });
    const answered = { ...after, lastMessage: 'Pois não' };
    expect(heard(decideEvents({ entity: 'ticket', before, after: answered }, context()))[2]).toEqual([
      'ticket update',
    ]);
  });

  it("a removed ticket's delete event has a version above the last", () => {
    const before = ticketRow({ queueId: 1, version: 9 });
    const deliveries = decideEvents({ entity: 'ticket', before, after: undefined }, context());
    expect(heard(deliveries)).toEqual({ 1: ['ticket delete'], 2: ['ticket delete'], 4: ['ticket delete'] });
    expect(deliveries[0]?.event.data).toEqual({ action: 'delete', ticketId: 1, version: 10 });
  });

  it('a write that changes nothing publishes no event', () => {
    const row = ticketRow({ queueId: 1 });
    expect(decideEvents({ entity: 'ticket', before: row, after: row }, context())).toEqual([]);
  });

  it('S-20: hide numbers from the same users as lists do', () => {
    const number = '5511987654321';
    const after = ticketRow({ queueId: 1, contact: { ...ticketRow().contact, name: number, number } });
    const deliveries = decideEvents({ entity: 'ticket', before: undefined, after }, context());
    expect(textFor(deliveries, 2)).toContain(number);
    expect(textFor(deliveries, 4)).not.toContain(number);
    expect(textFor(deliveries, 4)).toContain('5511*******21');
  });
});

describe('message events', () => {
  const ticket = ticketRow({ queueId: 1, status: 'open', userId: 2 });
  const tickets = new Map([[ticket.id, ticket]]);
  const created = { entity: 'message', before: undefined, after: messageRow({ queueId: 1 }) } as const;
  const room = chatRoom({ ticketId: 1, contactId: 1, connectionId: 1 });

  it('reach users with notifications on who may see the ticket', () => {
    expect(heard(decideEvents(created, context({ tickets })), [NOTIFICATION_ROOM])).toEqual({
      1: ['appMessage create'],
      2: ['appMessage create'],
    });
  });

  it('reach users with the conversation open, and no user outside the room', () => {
    expect(heard(decideEvents(created, context({ tickets })), [room])).toEqual({
      1: ['appMessage create'],
      2: ['appMessage create'],
    });
    expect(heard(decideEvents(created, context({ tickets })))).toEqual({});
    const other = chatRoom({ ticketId: 1, contactId: 2, connectionId: 1 });
    expect(heard(decideEvents(created, context({ tickets })), [other])).toEqual({});
  });

  it('S-20: do not reach a user in the room who has lost the right to the ticket', () => {
    const moved = new Map([[1, { ...ticket, queueId: 2, status: 'pending' as const, userId: null }]]);
    expect(heard(decideEvents(created, context({ tickets: moved })), [room, NOTIFICATION_ROOM])).toEqual({
      1: ['appMessage create'],
      3: ['appMessage create'],
    });
  });

  it("events of an older ticket's messages reach a newer ticket's room, as far as the reader may read them", () => {
    const newer = ticketRow({ id: 2, contactId: 1, queueId: 1, status: 'open', userId: 2 });
    const old = ticketRow({ id: 1, contactId: 1, queueId: 2, status: 'closed' });
    const all = new Map([
      [1, old],
      [2, newer],
    ]);
    const newerRoom = chatRoom({ ticketId: 2, contactId: 1, connectionId: 1 });
    const before = messageRow({ queueId: 1, ack: 1 });
    const acked = { entity: 'message', before, after: later({ ...before, ack: 3 }) } as const;
    expect(heard(decideEvents(acked, context({ tickets: all })), [newerRoom])).toEqual({
      1: ['appMessage update'],
      2: ['appMessage update'],
    });
    const elsewhere = { entity: 'message', before: undefined, after: messageRow({ queueId: 2 }) } as const;
    const deliveries = decideEvents(elsewhere, context({ tickets: all }));
    expect(heard(deliveries, [newerRoom])).toEqual({ 1: ['appMessage create'] });
  });

  it("S-20: leave out the message's ticket when the reader is in another ticket and may not see it", () => {
    const newer = ticketRow({ id: 2, contactId: 1, queueId: 1, status: 'open', userId: 2 });
    const foreign = ticketRow({ id: 1, contactId: 1, queueId: 2, status: 'open', userId: 3 });
    const all = new Map([
      [1, foreign],
      [2, newer],
    ]);
    const newerRoom = chatRoom({ ticketId: 2, contactId: 1, connectionId: 1 });
    const deliveries = decideEvents(created, context({ tickets: all }));
    expect(textFor(deliveries, 2, [newerRoom])).toContain('"ticket":null');
    expect(textFor(deliveries, 1, [newerRoom])).toContain('"uuid"');
  });

  it('name the contact in a newer ticket’s room when the message’s own ticket is gone', () => {
    const newer = ticketRow({ id: 2, contactId: 1, queueId: 1, status: 'open', userId: 2 });
    const newerRoom = chatRoom({ ticketId: 2, contactId: 1, connectionId: 1 });
    const change = { ...created, after: messageRow({ queueId: 1, fromMe: false }) };
    const deliveries = decideEvents(change, context({ tickets: new Map([[2, newer]]) }));
    expect(heard(deliveries, [newerRoom])[1]).toEqual(['appMessage create']);
    expect(textFor(deliveries, 1, [newerRoom])).toContain(`"name":"${newer.contact.name}"`);
    expect(newer.contact.name).not.toBe('');
  });

  it('a removed private note sends a delete event', () => {
    const before = messageRow({ isPrivate: true });
    const deliveries = decideEvents({ entity: 'message', before, after: undefined }, context({ tickets }));
    expect(heard(deliveries, [room])[2]).toEqual(['appMessage delete']);
  });
});

describe("events of the company's records", () => {
  it('S-20: only users who manage connections get the QR code', () => {
    const after = connectionStateRow({ status: 'qrcode', qrcode: 'secret-code' });
    const deliveries = decideEvents({ entity: 'connectionState', before: undefined, after }, context());
    expect(heard(deliveries)).toEqual({
      1: ['whatsappSession update', 'whatsapp update'],
      2: ['whatsapp update'],
      3: ['whatsapp update'],
      4: ['whatsapp update'],
    });
    expect(textFor(deliveries, 1)).toContain('secret-code');
    for (const userId of [2, 3, 4]) expect(textFor(deliveries, userId)).not.toContain('secret-code');
  });

  it('contacts, queues, connections and settings reach every user', () => {
    const all = (action: string) => Object.fromEntries([1, 2, 3, 4].map((id) => [id, [action]]));
    const of = (change: Parameters<typeof decideEvents>[0]) => heard(decideEvents(change, context()));
    expect(of({ entity: 'contact', before: undefined, after: contactRow() })).toEqual(all('contact create'));
    expect(of({ entity: 'contact', before: contactRow(), after: undefined })).toEqual(all('contact delete'));
    expect(of({ entity: 'queue', before: undefined, after: queueRow() })).toEqual(all('queue update'));
    expect(of({ entity: 'queue', before: queueRow(), after: undefined })).toEqual(all('queue delete'));
    expect(of({ entity: 'connection', before: undefined, after: connectionRow() })).toEqual(
      all('whatsapp update'),
    );
    expect(of({ entity: 'connection', before: connectionRow(), after: undefined })).toEqual(
      all('whatsapp delete'),
    );
    expect(of({ entity: 'companySettings', before: undefined, after: settingsRow() })).toEqual(
      all('settings update'),
    );
  });

  it('S-20: settings of campaigns reach administrators only', () => {
    const after = { ...campaignSettingsSchema.parse({ companyId: 7, pauseS: 90 }), ...stored };
    const change = { entity: 'campaignSettings', before: undefined, after } as const;
    const deliveries = decideEvents(change, context());
    expect(heard(deliveries)).toEqual({ 1: ['campaignSettings update'] });
    expect(textFor(deliveries, 1)).toContain('"key":"greaterInterval","value":"90"');
    expect(heard(decideEvents({ ...change, before: after }, context()))).toEqual({});
  });

  it('S-20: a contact list and its people reach administrators only, and imported people nobody one by one', () => {
    const row = contactListRow();
    const ofList = (before: typeof row | undefined, after: typeof row | undefined) =>
      heard(decideEvents({ entity: 'contactList', before, after }, context()));
    expect(ofList(undefined, row)).toEqual({ 1: ['contactList create'] });
    expect(ofList(row, later(row))).toEqual({ 1: ['contactList update'] });
    expect(ofList(row, undefined)).toEqual({ 1: ['contactList delete'] });
    expect(ofList(row, row)).toEqual({});
    const item = contactListItemRow();
    const ofItem = (before: typeof item | undefined, after: typeof item | undefined) =>
      heard(decideEvents({ entity: 'contactListItem', before, after }, context()));
    expect(ofItem(undefined, item)).toEqual({ 1: ['contactListItem create'] });
    expect(ofItem(item, later(item))).toEqual({ 1: ['contactListItem update'] });
    expect(ofItem(item, undefined)).toEqual({ 1: ['contactListItem delete'] });
    const imported = contactListItemRow({ importId: '01k2x3y4z5a6b7c8d9e0' });
    expect(ofItem(undefined, imported)).toEqual({});
    expect(ofItem(imported, later(imported))).toEqual({ 1: ['contactListItem update'] });
  });

  it('S-20: a campaign and its figures reach administrators only', () => {
    const row = campaignRow();
    const of = (before: typeof row | undefined, after: typeof row | undefined) =>
      heard(decideEvents({ entity: 'campaign', before, after }, context()));
    expect(of(undefined, row)).toEqual({ 1: ['campaign create'] });
    expect(of(row, later(row))).toEqual({ 1: ['campaign update'] });
    expect(of(row, undefined)).toEqual({ 1: ['campaign delete'] });
    expect(of(row, row)).toEqual({});
    const after = { ...campaignFiguresSchema.parse({ companyId: 7, campaignId: 1, sent: 3 }), ...stored };
    const change = { entity: 'campaignFigures', before: undefined, after } as const;
    const deliveries = decideEvents(change, context({ planned: new Map([[1, 5]]) }));
    expect(heard(deliveries)).toEqual({ 1: ['campaign figures'] });
    expect(textFor(deliveries, 1)).toContain('"valid":5');
  });

  it('S-20: a file list reaches administrators only', () => {
    const row = fileListRow();
    const of = (before: typeof row | undefined, after: typeof row | undefined) =>
      heard(decideEvents({ entity: 'fileList', before, after }, context()));
    expect(of(undefined, row)).toEqual({ 1: ['file create'] });
    expect(of(row, later(row))).toEqual({ 1: ['file update'] });
    expect(of(row, undefined)).toEqual({ 1: ['file delete'] });
    expect(of(row, row)).toEqual({});
  });

  it('S-20: a flow reaches everyone, and a phrase administrators only', () => {
    const row = flowRow();
    const of = (before: typeof row | undefined, after: typeof row | undefined) =>
      heard(decideEvents({ entity: 'flow', before, after }, context()));
    const all = Object.keys(of(undefined, row));
    expect(all.length).toBeGreaterThan(1);
    const everyone = (name: string) => Object.fromEntries(all.map((user) => [user, [name]]));
    expect(of(undefined, row)).toEqual(everyone('flow create'));
    expect(of(row, later(row))).toEqual(everyone('flow update'));
    expect(of(row, undefined)).toEqual(everyone('flow delete'));
    expect(of(row, row)).toEqual({});
    const phrase = flowPhraseRow();
    const ofPhrase = (before: typeof phrase | undefined, after: typeof phrase | undefined) =>
      heard(decideEvents({ entity: 'flowPhrase', before, after }, context()));
    expect(ofPhrase(undefined, phrase)).toEqual({ 1: ['flowPhrase create'] });
    expect(ofPhrase(phrase, later(phrase))).toEqual({ 1: ['flowPhrase update'] });
    expect(ofPhrase(phrase, undefined)).toEqual({ 1: ['flowPhrase delete'] });
    expect(ofPhrase(phrase, phrase)).toEqual({});
  });

  it('S-20, S-56: an integration reaches administrators, without its secrets', () => {
    const row = integrationRow();
    const decided = (before: typeof row | undefined, after: typeof row | undefined) =>
      decideEvents({ entity: 'integration', before, after }, context());
    expect(heard(decided(undefined, row))).toEqual({ 1: ['queueIntegration create'] });
    expect(heard(decided(row, later(row)))).toEqual({ 1: ['queueIntegration update'] });
    expect(heard(decided(row, undefined))).toEqual({ 1: ['queueIntegration delete'] });
    expect(heard(decided(row, row))).toEqual({});
    expect(JSON.stringify(decided(undefined, row).map(({ event }) => event))).not.toContain('fechado');
  });

  it('S-20, S-56: an assistant reaches administrators, without its keys', () => {
    const row = assistantRow();
    const decided = (before: typeof row | undefined, after: typeof row | undefined) =>
      decideEvents({ entity: 'assistant', before, after }, context());
    expect(heard(decided(undefined, row))).toEqual({ 1: ['prompt create'] });
    expect(heard(decided(row, later(row)))).toEqual({ 1: ['prompt update'] });
    expect(heard(decided(row, undefined))).toEqual({ 1: ['prompt delete'] });
    expect(heard(decided(row, row))).toEqual({});
    expect(JSON.stringify(decided(undefined, row).map(({ event }) => event))).not.toContain('fechado');
  });

  it('S-20: changed corrections are announced to administrators, without their texts', () => {
    const row = {
      companyId: 1,
      assistantId: 9,
      id: 4,
      question: 'Abrem no sábado?',
      answer: 'Sim.',
      createdById: 1,
      createdAt: stored.rowCreatedAt,
      ...stored,
    };
    const decided = (before: typeof row | undefined, after: typeof row | undefined) =>
      decideEvents({ entity: 'assistantCorrection', before, after }, context());
    expect(heard(decided(undefined, row))).toEqual({ 1: ['prompt corrections'] });
    expect(heard(decided(row, later(row)))).toEqual({ 1: ['prompt corrections'] });
    expect(heard(decided(row, undefined))).toEqual({ 1: ['prompt corrections'] });
    expect(heard(decided(row, row))).toEqual({});
    expect(JSON.stringify(decided(undefined, row).map(({ event }) => event.data))).toBe(
      JSON.stringify([{ action: 'corrections', intelligenceId: 9 }]),
    );
  });

  it('S-20: an announcement reaches users while they see it, and super administrators always', () => {
    const OPERATOR = recipient({ id: 3, profile: 'admin', super: true });
    const row = announcementRow();
    type Shown = typeof row | undefined;
    const decided = (before: Shown, after: Shown) =>
      heard(
        decideEvents(
          { entity: 'announcement', before, after },
          context({ recipients: [ADMIN, SALES, OPERATOR], nowMs: Date.parse(stored.rowCreatedAt) }),
        ),
      );
    const everyone = (action: string) => ({
      1: [`announcement ${action}`],
      2: [`announcement ${action}`],
      3: [`announcement ${action}`],
    });
    const off = later({ ...row, status: false });
    const expired = later({ ...row, expiresAt: stored.rowCreatedAt });
    const on = { ...row, version: 3 };
    expect(decided(undefined, row)).toEqual(everyone('create'));
    expect(decided(row, later(row))).toEqual(everyone('update'));
    expect(decided(row, undefined)).toEqual(everyone('delete'));
    expect(decided(row, row)).toEqual({});
    expect(decided(undefined, off)).toEqual({ 3: ['announcement create'] });
    for (const hidden of [off, expired])
      expect(decided(row, hidden)).toEqual({ ...everyone('delete'), 3: ['announcement update'] });
    expect(decided(off, on)).toEqual(everyone('update'));
    // A browser may have fetched an announcement that was switched off soon after it was written.
    const between = [row];
    const change = { entity: 'announcement', before: undefined, between, after: off } as const;
    expect(heard(decideEvents(change, context({ recipients: [SALES] })))).toEqual({
      2: ['announcement delete'],
    });
  });

  it('S-20: a chat between users reaches its members alone, as created for those who join and deleted for those who leave', () => {
    const row = internalChatRow({ members: [2, 3] });
    const decided = (before: typeof row | undefined, after: typeof row | undefined) =>
      decideEvents({ entity: 'internalChat', before, after }, context());
    const both = (what: string) => ({ 2: [what], 3: [what] });
    expect(heard(decided(undefined, row))).toEqual(both('chatUser create'));
    expect(heard(decided(row, later(row)))).toEqual(both('chat update'));
    expect(heard(decided(row, undefined))).toEqual(both('chatUser delete'));
    expect(heard(decided(row, row))).toEqual({});
    const changed = { ...internalChatRow({ members: [3, 4] }), version: 2 };
    expect(heard(decided(row, changed))).toEqual({
      2: ['chatUser delete'],
      3: ['chat update'],
      4: ['chatUser create'],
    });
    expect(textFor(decided(row, changed), 2)).not.toContain(row.title);
    // A browser may have fetched the chat while its user was a member.
    const between = [{ ...internalChatRow({ members: [2, 3, 4] }), version: 2 }];
    const back = { ...row, version: 3 };
    const change = { entity: 'internalChat', before: row, between, after: back } as const;
    expect(heard(decideEvents(change, context()))).toEqual({
      ...both('chat update'),
      4: ['chatUser delete'],
    });
  });

  it('S-20: a message between users reaches the members of its chat, also its author, and nobody after its removal', () => {
    const chat = internalChatRow({ members: [2, 3] });
    const row = {
      companyId: chat.companyId,
      chatId: chat.id,
      id: 1,
      senderId: 2,
      message: 'entre nós',
      mentions: [],
      media: null,
      ...stored,
    };
    const decided = (before: typeof row | undefined, after: typeof row | undefined, chats = [chat]) =>
      heard(
        decideEvents(
          { entity: 'internalChatMessage', before, after },
          context({ chats: new Map(chats.map((one) => [one.id, one])) }),
        ),
      );
    expect(decided(undefined, row)).toEqual({
      2: ['chatMessage new-message'],
      3: ['chatMessage new-message'],
    });
    expect(decided(undefined, row, [])).toEqual({});
    expect(decided(row, undefined)).toEqual({});
  });

  it('S-20: a help reaches all users of a company', () => {
    const row = {
      id: 1,
      title: 'Início',
      description: '',
      video: '',
      createdAt: stored.rowCreatedAt,
      ...stored,
    };
    const all = (action: string) => Object.fromEntries([1, 2, 3, 4].map((id) => [id, [`help ${action}`]]));
    const decided = (before: typeof row | undefined, after: typeof row | undefined) =>
      heard(decideEvents({ entity: 'help', before, after }, context()));
    expect(decided(undefined, row)).toEqual(all('create'));
    expect(decided(row, later(row))).toEqual(all('update'));
    expect(decided(row, undefined)).toEqual(all('delete'));
    expect(decided(row, row)).toEqual({});
  });

  it('S-20: a quick message reaches the users who see it, and a delete event those who no longer do', () => {
    const shared = quickMessageRow({ userId: 2, isShared: true });
    const alone = quickMessageRow({ userId: 2, isShared: false });
    const of = (
      before: typeof shared | undefined,
      after: typeof shared | undefined,
      between: (typeof shared)[] = [],
    ) => heard(decideEvents({ entity: 'quickMessage', before, after, between }, context()));
    const all = (action: string) =>
      Object.fromEntries([1, 2, 3, 4].map((id) => [id, [`quickMessage ${action}`]]));
    expect(of(undefined, shared)).toEqual(all('create'));
    expect(of(shared, undefined)).toEqual(all('delete'));
    expect(of(undefined, alone)).toEqual({ 2: ['quickMessage create'] });
    expect(of(alone, undefined)).toEqual({ 2: ['quickMessage delete'] });
    expect(of(alone, later(shared))).toEqual(all('update'));
    expect(of(shared, later(alone))).toEqual({ ...all('delete'), 2: ['quickMessage update'] });
    expect(of(alone, { ...alone, version: 3 }, [later(shared)])).toEqual({
      ...all('delete'),
      2: ['quickMessage update'],
    });
    expect(of(shared, shared)).toEqual({});
  });

  it('a changed user reaches every user without the e-mail, and the user gets changed rights', () => {
    const before = userRow({ id: 2, email: 'hidden@example.com' });
    const after = later({ ...before, queueIds: [2] });
    const deliveries = decideEvents({ entity: 'user', before, after }, context());
    expect(heard(deliveries)).toEqual({
      1: ['user update'],
      2: ['user update', 'auth update'],
      3: ['user update'],
      4: ['user update'],
    });
    expect(textFor(deliveries, 2)).not.toContain('hidden@example.com');
    const renamed = later({ ...before, name: 'Beto' });
    expect(heard(decideEvents({ entity: 'user', before, after: renamed }, context()))[2]).toEqual([
      'user update',
    ]);
  });

  it('online and offline have increasing versions', () => {
    const users = context().names.users;
    const came = { companyId: 1, userId: 2, seenAt: stored.rowUpdatedAt, ...stored };
    const online = decideEvents({ entity: 'presence', before: undefined, after: came }, context());
    const nowMs = Date.parse(stored.rowUpdatedAt) + 400_000;
    const offline = decideEvents({ entity: 'presence', before: came, after: undefined }, context({ nowMs }));
    const versions = [online, offline].map(([delivery]) =>
      delivery?.event.name === 'user' && 'user' in delivery.event.data ? delivery.event.data.user : undefined,
    );
    expect(versions.map((user) => user?.online)).toEqual([true, false]);
    expect(versions[1]?.version).toBeGreaterThan(versions[0]?.version ?? Number.NaN);
    expect(users.has(2)).toBe(true);
    expect(decideEvents({ entity: 'presence', before: came, after: later(came) }, context())).toEqual([]);
  });

  it.each([
    ['a demotion or new password', { sessionVersion: 2 }, true],
    ['a deactivation', { active: false }, true],
    ['a new name', { name: 'Beto' }, false],
  ])('S-20: %s ends sign-in sessions as expected', (_what, fields, expected) => {
    const before = userRow();
    expect(endsSessions({ before, after: { ...before, ...fields } })).toBe(expected);
    expect(endsSessions({ before, after: undefined })).toBe(true);
    expect(endsSessions({ before: undefined, after: before })).toBe(false);
  });
});

describe('R44: events larger than a WebSocket frame', () => {
  const body = 'ã'.repeat(EVENT_MAX_BYTES / 2);
  const frameOf = (event: LiveEvent): { event: string; data: unknown } =>
    JSON.parse(Buffer.from(fitEvent(event).bytes).toString());
  const large = (deliveries: readonly Delivery[]) => deliveries.map(({ event }) => frameOf(event));

  it('a large message is sent as a reference', () => {
    const message = messageRow({ body, version: 5 });
    const tickets = new Map([[1, ticketRow({ queueId: 1 })]]);
    const [frame] = large(
      decideEvents({ entity: 'message', before: undefined, after: message }, context({ tickets })),
    );
    expect(frame).toEqual({
      event: 'company-7-appMessage',
      data: { action: 'reference', id: message.id, version: 5 },
    });
    expect(EVENTS.appMessage.schema.safeParse(frame?.data).success).toBe(true);
  });

  it.each([
    ['ticket', { entity: 'ticket', before: undefined, after: ticketRow({ queueId: 1, lastMessage: body }) }],
    ['contact', { entity: 'contact', before: undefined, after: contactRow({ name: body }) }],
    ['queue', { entity: 'queue', before: undefined, after: queueRow({ greetingMessage: body }) }],
    [
      'settings',
      { entity: 'companySettings', before: undefined, after: settingsRow({ transferMessage: body }) },
    ],
    ['campaign', { entity: 'campaign', before: undefined, after: campaignRow({ messages: [body] }) }],
    [
      'campaignSettings',
      {
        entity: 'campaignSettings',
        before: undefined,
        after: {
          ...campaignSettingsSchema.parse({ companyId: 7, variables: [{ key: 'k', value: body }] }),
          ...stored,
        },
      },
    ],
  ] as const)('a large %s is sent as a reference', (name, change) => {
    for (const frame of large(decideEvents(change, context()))) {
      expect(frame.data).toMatchObject({ action: 'reference' });
      expect(EVENTS[name].schema.safeParse(frame.data).success).toBe(true);
    }
  });

  it('an event that fits stays as it is', () => {
    const { event } =
      decideEvents({ entity: 'queue', before: undefined, after: queueRow() }, context())[0] ?? {};
    expect(event === undefined ? undefined : frameOf(event)).toEqual({
      event: 'company-7-queue',
      data: event?.data,
    });
  });
});

describe('rooms of a WebSocket connection', () => {
  it('are joined once, left by ticket, and limited in number', () => {
    const room = (ticketId: number) => chatRoom({ ticketId, contactId: ticketId, connectionId: 1 });
    expect(withRoom([room(1), NOTIFICATION_ROOM], room(1))).toEqual([NOTIFICATION_ROOM, room(1)]);
    expect(withoutTicket([room(1), NOTIFICATION_ROOM, room(2)], 1)).toEqual([NOTIFICATION_ROOM, room(2)]);
    let rooms = [NOTIFICATION_ROOM];
    for (let id = 1; id <= MAX_CHAT_ROOMS + 5; id++) rooms = withRoom(rooms, room(id));
    expect(rooms).toHaveLength(MAX_CHAT_ROOMS + 1);
    expect(rooms).toContain(NOTIFICATION_ROOM);
    expect(rooms).not.toContain(room(1));
    expect(rooms).toContain(room(MAX_CHAT_ROOMS + 5));
  });
});
