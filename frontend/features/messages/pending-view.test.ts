import { describe, expect, it } from 'vitest';
import { messageExample } from './message-example.ts';
import type { PendingMessage } from './pending-store.ts';
import { pendingView, withPending } from './pending-view.ts';

const USER = { id: 10, name: 'Bruno', companyId: 2 };
const AT = '2026-11-20T12:00:00.000Z';
const stored = (sortKey: string, clientId: string | null = null) => messageExample(sortKey, AT, { clientId });
const pending = (clientId: string, after: string, change: Partial<PendingMessage> = {}): PendingMessage => ({
  clientId,
  userId: USER.id,
  ticketId: 1,
  ticketUuid: 'u',
  body: clientId,
  isPrivate: false,
  signed: false,
  quotedId: null,
  quoted: null,
  contactId: null,
  createdAt: AT,
  after,
  error: null,
  isWaiting: false,
  file: null,
  ...change,
});
const order = (...args: Parameters<typeof withPending>) => withPending(...args).map(({ body }) => body);

describe('position of a pending message', () => {
  it('stays where it was written, even after newer messages', () => {
    const waiting = [pending('a', '2', { error: 'ERR_INTERNAL' }), pending('b', '2'), pending('c', '3')];
    expect(order([stored('1'), stored('2'), stored('3'), stored('4')], waiting, USER)).toEqual([
      '1',
      '2',
      'a',
      'b',
      '3',
      'c',
      '4',
    ]);
  });

  it('is at the end when no message was shown before', () => {
    expect(order([stored('1')], [pending('a', '1'), pending('b', '')], USER)).toEqual(['1', 'a', 'b']);
    expect(order([], [pending('a', '')], USER)).toEqual(['a']);
    expect(order([stored('5')], [pending('a', '3')], USER)).toEqual(['a', '5']);
  });

  it('is removed once the server has the message', () => {
    expect(order([stored('1', 'a')], [pending('a', ''), pending('b', '1')], USER)).toEqual(['1', 'b']);
  });
});

it('pendingView shows a message that waits for the network as pending, not as failed', () => {
  expect(pendingView(pending('a', '', { isWaiting: true }), USER)).toMatchObject({
    sendState: 'pending',
    sendError: 'ERR_NETWORK',
  });
  expect(pendingView(pending('a', '', { error: 'ERR_NO_WAPP_FOUND' }), USER).sendState).toBe('failed');
});
