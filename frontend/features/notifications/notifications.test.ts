import { describe, expect, it } from 'vitest';
import { messageExample } from '../messages/message-example.ts';
import { ticketExample, viewerExample } from '../tickets/ticket-example.ts';
import { unreadTitle } from './unread-title.ts';
import { createTransferWatch, isWorthAnnouncing } from './worth-announcing.ts';

const message = messageExample('1.1.1763720000000-aaaaaaaaaaaaaaaaaaaa', '2026-11-21T12:00:00.000Z');
const ticket = ticketExample(1, { unreadMessages: 1 });
const elsewhere = { uuid: null, visible: true };

describe('title of the tab', () => {
  it('shows the count as a circled number up to 20 and in brackets above', () => {
    expect([0, 1, 20, 21, 99, 100].map((count) => unreadTitle('Prosa', count))).toEqual([
      'Prosa',
      '① Prosa',
      '⑳ Prosa',
      '(21) Prosa',
      '(99) Prosa',
      '(99+) Prosa',
    ]);
  });
});

describe('incoming message', () => {
  const viewer = viewerExample();
  it("is announced on the user's own ticket, unless the user is reading it", () => {
    const event = { action: 'create' as const, message, ticket, contact: ticket.contact };
    expect(isWorthAnnouncing(event, viewer, elsewhere)).toBe(true);
    expect(isWorthAnnouncing(event, viewer, { uuid: ticket.uuid, visible: true })).toBe(false);
    expect(isWorthAnnouncing(event, viewer, { uuid: ticket.uuid, visible: false })).toBe(true);
  });

  it("is not announced when it is outgoing, a note, or on a colleague's ticket", () => {
    expect(
      isWorthAnnouncing(
        { action: 'create', message: { ...message, fromMe: true }, ticket, contact: ticket.contact },
        viewer,
        elsewhere,
      ),
    ).toBe(false);
    expect(
      isWorthAnnouncing(
        { action: 'create', message: { ...message, isPrivate: true }, ticket, contact: ticket.contact },
        viewer,
        elsewhere,
      ),
    ).toBe(false);
    expect(
      isWorthAnnouncing(
        { action: 'create', message, ticket: { ...ticket, userId: 11 }, contact: ticket.contact },
        viewer,
        elsewhere,
      ),
    ).toBe(false);
  });

  it("a message of a waiting ticket is announced when the company's setting says so", () => {
    const event = {
      action: 'create' as const,
      message,
      ticket: { ...ticket, status: 'pending' as const, userId: null },
      contact: ticket.contact,
    };
    expect(isWorthAnnouncing(event, viewer, elsewhere)).toBe(true);
    expect(isWorthAnnouncing(event, viewerExample({ notifyPending: false }), elsewhere)).toBe(false);
  });
});

describe('ticket transferred to the user', () => {
  const viewer = viewerExample();
  const params = { companyId: 2 };
  const given = ticketExample(7, { transferredBy: { id: 11, name: 'Ana', color: '#39ACE7' } });
  const told = { name: 'ticket', params, data: { action: 'update' as const, ticket: given } } as const;
  const brought = {
    name: 'appMessage',
    params,
    data: { action: 'create' as const, message, ticket: given, contact: given.contact },
  } as const;

  it.each([
    ['its own event', told],
    ['a new message', brought],
  ])('is announced once, whether %s brings it', (_carrier, event) => {
    const { hear: handedOver } = createTransferWatch();
    expect(handedOver(event, viewer)).toEqual(given);
    expect(handedOver(told, viewer)).toBeNull();
    expect(handedOver(brought, viewer)).toBeNull();
  });

  it("is announced again when it comes back, but not while it is a colleague's", () => {
    const { hear: handedOver } = createTransferWatch();
    const others = { ...told, data: { ...told.data, ticket: { ...given, userId: 11 } } };
    expect(handedOver(others, viewer)).toBeNull();
    expect(handedOver(told, viewer)).toEqual(given);
    const opened = { action: 'updateUnread' as const, ticketId: 7, version: 2 };
    expect(handedOver({ name: 'ticket', params, data: opened }, viewer)).toBeNull();
    expect(handedOver(told, viewer)).toEqual(given);
  });
});
