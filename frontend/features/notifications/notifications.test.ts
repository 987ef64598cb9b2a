import { describe, expect, it } from 'vitest';
import { messageExample } from '../messages/message-example.ts';
import { ticketExample, viewerExample } from '../tickets/ticket-example.ts';
import { unreadTitle } from './unread-title.ts';
import { createTransferWatch, isWorthAnnouncing } from './worth-announcing.ts';

const message = messageExample('1.1.1763720000000-aaaaaaaaaaaaaaaaaaaa', '2026-11-21T12:00:00.000Z');
const ticket = ticketExample(1, { unreadMessages: 1 });
const elsewhere = { uuid: null, visible: true };

describe('the tab’s title', () => {
  it('counts in a circle up to 20 and in brackets above', () => {
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

describe('an incoming message', () => {
  const viewer = viewerExample();
  it('is announced on one’s own ticket, unless it is being read', () => {
    const event = { action: 'create' as const, message, ticket };
    expect(isWorthAnnouncing(event, viewer, elsewhere)).toBe(true);
    expect(isWorthAnnouncing(event, viewer, { uuid: ticket.uuid, visible: true })).toBe(false);
    expect(isWorthAnnouncing(event, viewer, { uuid: ticket.uuid, visible: false })).toBe(true);
  });

  it('is not announced when it is ours, a note, or a colleague’s', () => {
    expect(
      isWorthAnnouncing(
        { action: 'create', message: { ...message, fromMe: true }, ticket },
        viewer,
        elsewhere,
      ),
    ).toBe(false);
    expect(
      isWorthAnnouncing(
        { action: 'create', message: { ...message, isPrivate: true }, ticket },
        viewer,
        elsewhere,
      ),
    ).toBe(false);
    expect(
      isWorthAnnouncing({ action: 'create', message, ticket: { ...ticket, userId: 11 } }, viewer, elsewhere),
    ).toBe(false);
  });

  it('of a waiting ticket is announced where the company wants it', () => {
    const event = {
      action: 'create' as const,
      message,
      ticket: { ...ticket, status: 'pending' as const, userId: null },
    };
    expect(isWorthAnnouncing(event, viewer, elsewhere)).toBe(true);
    expect(isWorthAnnouncing(event, viewerExample({ notifyPending: false }), elsewhere)).toBe(false);
  });
});

describe('a ticket that a colleague hands over', () => {
  const viewer = viewerExample();
  const params = { companyId: 2 };
  const given = ticketExample(7, { transferredBy: { id: 11, name: 'Ana', color: '#39ACE7' } });
  const told = { name: 'ticket', params, data: { action: 'update' as const, ticket: given } } as const;
  const brought = {
    name: 'appMessage',
    params,
    data: { action: 'create' as const, message, ticket: given },
  } as const;

  it.each([
    ['its own event', told],
    ['a new message', brought],
  ])('is told of once, whether %s brings it', (_carrier, event) => {
    const handedOver = createTransferWatch();
    expect(handedOver(event, viewer)).toEqual(given);
    expect(handedOver(told, viewer)).toBeNull();
    expect(handedOver(brought, viewer)).toBeNull();
  });

  it('is told of again when it comes back, and not while it is a colleague’s', () => {
    const handedOver = createTransferWatch();
    const others = { ...told, data: { ...told.data, ticket: { ...given, userId: 11 } } };
    expect(handedOver(others, viewer)).toBeNull();
    expect(handedOver(told, viewer)).toEqual(given);
    const opened = { action: 'updateUnread' as const, ticketId: 7, version: 2 };
    expect(handedOver({ name: 'ticket', params, data: opened }, viewer)).toBeNull();
    expect(handedOver(told, viewer)).toEqual(given);
  });
});
