import { describe, expect, it } from 'vitest';
import { mayChangeCount } from './ticket-counts.ts';
import { ticketExample, viewerExample } from './ticket-example.ts';

const viewer = viewerExample();
const waiting = ticketExample(3, { status: 'pending', userId: null, unreadMessages: 1, version: 4 });
const next = { ...waiting, version: 5 };

describe('mayChangeCount', () => {
  it('is false for another message, and true when a ticket enters or leaves a list', () => {
    const pending = { status: 'pending' } as const;
    expect(mayChangeCount(waiting, { ...next, unreadMessages: 2 }, pending, viewer)).toBe(false);
    expect(mayChangeCount(waiting, { ...next, status: 'open', userId: 11 }, pending, viewer)).toBe(true);
    expect(mayChangeCount(waiting, { ...next, queueId: 9 }, pending, viewer)).toBe(true);
    const bell = { withUnreadMessages: true };
    expect(mayChangeCount(waiting, { ...next, unreadMessages: 2 }, bell, viewer)).toBe(false);
    expect(mayChangeCount(waiting, { ...next, unreadMessages: 0 }, bell, viewer)).toBe(true);
    expect(mayChangeCount(waiting, { ...next, unreadMessages: 0 }, pending, viewer)).toBe(false);
  });

  it('is true when an event may have been missed', () => {
    const pending = { status: 'pending' } as const;
    expect(mayChangeCount(undefined, next, pending, viewer)).toBe(true);
    expect(mayChangeCount(waiting, { ...waiting, version: 6 }, pending, viewer)).toBe(true);
  });
});
