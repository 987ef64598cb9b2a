import { describe, expect, it } from 'vitest';
import { messageExample } from '../messages/message-example.ts';
import { ticketExample, viewerExample } from '../tickets/ticket-example.ts';
import { unreadTitle } from './unread-title.ts';
import { isWorthAnnouncing } from './worth-announcing.ts';

const message = messageExample('1.1.1763720000000-aaaaaaaaaaaaaaaaaaaa', '2026-11-21T12:00:00.000Z');
const ticket = ticketExample(1, { unreadMessages: 1 });
const elsewhere = { uuid: null, visible: true };

describe('the tab’s title', () => {
  it('counts in a circle up to 20 and in brackets above', () => {
    expect([0, 1, 20, 21].map((count) => unreadTitle('Prosa', count))).toEqual([
      'Prosa',
      '① Prosa',
      '⑳ Prosa',
      '(21) Prosa',
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
