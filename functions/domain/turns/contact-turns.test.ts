import { contactSchema } from '@prosa/shared/entities/contact.ts';
import { conversationSchema, ticketSchema } from '@prosa/shared/entities/ticket.ts';
import { describe, expect, it } from 'vitest';
import { turnItems } from '../../conversations/commit-turn.ts';
import { systemPrincipal } from '../../platform/auth/principal.ts';
import { createSystemIds } from '../../platform/ids.ts';
import { openTable } from '../../platform/table/table.ts';
import { contactRemoval, contactTurns, newContactTurn } from './contact-turns.ts';
import { pointerRemoval, ticketRemoval } from './ticket-removal.ts';
import { stepTicket } from './ticket-turns.ts';
import { mergeTurns } from './turn.ts';

const NOW = '2026-11-21T12:00:00.000Z';
const moment = { nowMs: Date.parse(NOW), ids: createSystemIds() };
const table = openTable(systemPrincipal('setup', 7).companyId);
const stored = { version: 4, rowCreatedAt: NOW, rowUpdatedAt: NOW };

const ana = {
  ...contactSchema.parse({
    companyId: 7,
    id: 3,
    name: 'Ana',
    channel: 'whatsapp',
    identities: [
      { kind: 'phone', value: '5531988887777' },
      { kind: 'lid', value: '99' },
    ],
  }),
  ...stored,
};
const ticketOfAna = (id: number, fields: object = {}) => ({
  ...ticketSchema.parse({
    companyId: 7,
    id,
    uuid: `${id.toString(16).padStart(8, '0')}-0000-8000-8000-000000000000`,
    status: 'open',
    channel: 'whatsapp',
    contactId: 3,
    contact: { id: 3, name: 'Ana', number: '5531988887777' },
    connectionId: 2,
    activityAt: NOW,
    ...fields,
  }),
  ...stored,
});
const conversation = (fields: object = {}) => ({
  ...conversationSchema.parse({ companyId: 7, contactId: 3, connectionId: 2, ...fields }),
  ...stored,
});
/** Returns the writes of a turn: operation, entity and sort key. */
const writesOf = (turn: Parameters<typeof turnItems>[1]): string[] =>
  turnItems(table, turn, moment).map(({ op, entity, key }) => `${op} ${entity} ${key.sk}`);
const conditionsOf = (turn: Parameters<typeof turnItems>[1]) =>
  turnItems(table, turn, moment).map(({ entity, condition }) => [
    entity,
    condition?.values ?? condition?.expression,
  ]);

describe('the turns of a contact', () => {
  it('a new contact is created with a marker for each identity in canonical form', () => {
    const turn = newContactTurn({
      companyId: 7,
      id: 3,
      name: 'Ana',
      channel: 'whatsapp',
      identities: [
        { kind: 'phone', value: '5531988887777' },
        { kind: 'phone', value: '553188887777' },
      ],
    });
    expect(turn.contacts[0]?.after).toMatchObject({
      number: '5531988887777',
      identities: [{ kind: 'phone' }],
    });
    expect(conditionsOf(turn)).toEqual([
      ['contact', 'attribute_not_exists(pk)'],
      ['contactAlias', 'attribute_not_exists(pk)'],
    ]);
  });

  it("a changed contact updates its tickets' copies, and releases the markers of removed identities", () => {
    const after = {
      ...ana,
      name: 'Ana Lima',
      identities: [{ kind: 'phone' as const, value: '5531988887777' }],
    };
    const turns = contactTurns(ana, after, [ticketOfAna(12), ticketOfAna(13)]);
    expect(turns).toHaveLength(1);
    expect(turns[0].tickets.map((change) => change.after.contact.name)).toEqual(['Ana Lima', 'Ana Lima']);
    expect(conditionsOf(turns[0])).toEqual([
      ['ticket', { ':expected': 4 }],
      ['ticket', { ':expected': 4 }],
      ['contact', { ':expected': 4 }],
      ['contactAlias', undefined],
    ]);
  });

  it('a change of a contact with more tickets than a transaction allows is split into several transactions', () => {
    const tickets = Array.from({ length: 200 }, (_none, at) => ticketOfAna(at + 1));
    const turns = contactTurns(ana, { ...ana, name: 'Ana Lima' }, tickets);
    expect(turns.map((turn) => turn.contacts.length)).toEqual([1, 0, 0]);
    expect(turns.flatMap((turn) => turn.tickets.map(({ before }) => before?.id))).toEqual(
      tickets.map(({ id }) => id),
    );
    for (const turn of turns) expect(turnItems(table, turn, moment).length).toBeLessThanOrEqual(100);
  });

  it('consent is stored in the same transaction as the step that needs it', () => {
    const before = ticketOfAna(12, { status: 'lgpd' });
    const turn = mergeTurns(
      contactTurns(ana, { ...ana, lgpdAcceptedAt: NOW }, [])[0],
      stepTicket({ before, after: { ...before, status: 'pending', lgpdAcceptedAt: NOW }, logs: [] }, moment),
    );
    expect(turn.contacts).toEqual([{ before: ana, after: { ...ana, lgpdAcceptedAt: NOW } }]);
    expect(conditionsOf(turn)).toEqual([
      ['ticket', { ':expected': 4 }],
      ['contact', { ':expected': 4 }],
    ]);
  });

  it('a removed contact is deleted with its identities and the pointers of its conversations', () => {
    const writes = writesOf(contactRemoval(ana, [conversation()]));
    expect(writes.map((write) => write.split(' ').slice(0, 2).join(' '))).toEqual([
      'delete contact',
      'delete contactAlias',
      'delete contactAlias',
      'delete conversation',
    ]);
  });
});

describe('removing a ticket', () => {
  const gone = ticketOfAna(12, { status: 'closed', closedAt: NOW, latestClosed: true });
  const other = ticketOfAna(9, { status: 'closed', closedAt: NOW });

  it('shows the previous closed ticket in its place', () => {
    const pointers = conversation({ lastTicketId: 12, lastClosedByQueue: { 0: 12 } });
    const turn = ticketRemoval(gone, [], pointers, other);
    expect(turn.tickets).toEqual([{ before: other, after: { ...other, latestClosed: true } }]);
    expect(turn.conversations[0]?.after).toMatchObject({ lastTicketId: 9, lastClosedByQueue: { 0: 9 } });
    expect(conditionsOf(turn)).toEqual([
      ['ticket', { ':expected': 4 }],
      ['conversation', { ':expected': 4 }],
      ['ticket', { ':expected': 4 }],
      ['contactTicket', undefined],
    ]);
  });

  it('clears the pointers if there is no other ticket', () => {
    const pointers = conversation({ activeTicketId: 12, lastTicketId: 12, lastClosedByQueue: { 5: 12 } });
    const [change] = ticketRemoval(gone, [], pointers, undefined).conversations;
    expect(change?.after).toMatchObject({ activeTicketId: null, lastTicketId: null, lastClosedByQueue: {} });
  });

  it('clears the remaining pointers if the ticket is already gone', () => {
    const pointers = conversation({ lastTicketId: 12, lastClosedByQueue: { 0: 12, 5: 8 } });
    const [change] = pointerRemoval(pointers, 12).conversations;
    expect(change?.after).toMatchObject({ lastTicketId: null, lastClosedByQueue: { 5: 8 } });
  });
});
