import type { MessageView } from '@prosa/shared/contracts/messages.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { draftOf, draftStore, setDraft, shownDraft } from '../tickets/drafts.ts';
import { conversationItems } from './conversation-items.ts';
import { messageExample as message } from './message-example.ts';

const ZONE = 'America/Sao_Paulo';
describe('conversationItems', () => {
  it("puts a date line above the first message of each day in the company's time zone", () => {
    const items = conversationItems(
      [message('a', '2026-11-20T02:30:00.000Z'), message('b', '2026-11-20T03:30:00.000Z')],
      ZONE,
      null,
    );
    expect(items.map((item) => (item.kind === 'day' ? item.day : item.key))).toEqual([
      '2026-11-19',
      'a',
      '2026-11-20',
      'b',
    ]);
  });

  it('leaves out the first date line while an older page may contain the start of that day', () => {
    const messages = [message('a', '2026-11-20T02:30:00.000Z'), message('b', '2026-11-20T03:30:00.000Z')];
    expect(conversationItems(messages, ZONE, null, true).map(({ kind }) => kind)).toEqual([
      'message',
      'day',
      'message',
    ]);
  });

  it('groups messages of one author within five minutes, except across a pause or the unread line', () => {
    const items = conversationItems(
      [
        message('a', '2026-11-20T12:00:00.000Z'),
        message('b', '2026-11-20T12:04:00.000Z'),
        message('c', '2026-11-20T12:04:30.000Z', {
          fromMe: true,
          contact: null,
          user: { id: 3, name: 'Ana' },
        }),
        message('d', '2026-11-20T12:20:00.000Z'),
        message('e', '2026-11-20T12:20:10.000Z'),
      ],
      ZONE,
      'e',
    );
    const shape: unknown[] = items.flatMap<unknown>((item) =>
      item.kind === 'message'
        ? [[item.key, item.isFirst, item.isLast]]
        : item.kind === 'unread'
          ? [['unread', item.count]]
          : [],
    );
    expect(shape).toEqual([
      ['a', true, false],
      ['b', false, true],
      ['c', true, true],
      ['d', true, true],
      ['unread', 1],
      ['e', true, true],
    ]);
  });

  it("keeps a sent message's key when the stored message replaces it", () => {
    const pending = message('temporary', '2026-11-20T12:00:00.000Z', { clientId: 'c1', fromMe: true });
    const stored = { ...pending, id: '1.1.x', sendState: 'sent' as const };
    const keyOf = (one: MessageView) => conversationItems([one], ZONE, null)[1]?.key;
    expect(keyOf(stored)).toBe(keyOf(pending));
  });
});

describe('drafts', () => {
  beforeEach(() => draftStore.setState({ texts: {} }));
  it('are stored per user, ticket and tab, and deleted when emptied', () => {
    setDraft(1, 'u', 'reply', 'oi');
    setDraft(2, 'u', 'note', 'nota');
    const { texts } = draftStore.getState();
    expect(draftOf(texts, 1, 'u', 'reply')).toBe('oi');
    expect(draftOf(texts, 1, 'u', 'note')).toBe('');
    expect(shownDraft(texts, 2, 'u')).not.toBe('');
    setDraft(1, 'u', 'reply', '   ');
    expect(shownDraft(draftStore.getState().texts, 1, 'u')).toBe('');
  });
});
