import { type MessageView, messageRoutes } from '@prosa/shared/contracts/messages.ts';
import { QueryClient } from '@tanstack/react-query';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ticketExample, viewerExample } from '../tickets/ticket-example.ts';
import {
  applyMessageEvent,
  type MessagePages,
  putMessage,
  putMessages,
  removeMessage,
} from './apply-message-event.ts';
import { messageExample } from './message-example.ts';

const START_MS = Date.UTC(2026, 10, 20, 12);
const CONTACT_ID = 1;
const CONNECTION_ID = 1;
const ticket = ticketExample(CONTACT_ID, { whatsappId: CONNECTION_ID });

const message = (second: number, change: Partial<MessageView> = {}): MessageView => {
  const at = START_MS + second * 1000;
  const sortKey = `${at}-${String(second).padStart(20, '0')}`;
  return messageExample(`${CONTACT_ID}.${CONNECTION_ID}.${sortKey}`, new Date(at).toISOString(), {
    sortKey,
    body: `mensagem ${second}`,
    ...change,
  });
};

/** Returns the cache of a client that fetched the newest `pages` pages of a history. */
const fetched = (history: readonly MessageView[], perPage: number, pages: number): MessagePages => {
  const sorted = history.toSorted((a, b) => (a.sortKey < b.sortKey ? -1 : 1));
  const held: MessagePages = { pages: [], pageParams: [] };
  for (let page = 0; page < pages; page += 1) {
    const end = sorted.length - page * perPage;
    if (page > 0 && end <= 0) break;
    const messages = sorted.slice(Math.max(0, end - perPage), Math.max(0, end));
    const hasMore = end > perPage;
    held.pages.push({
      messages,
      count: messages.length,
      hasMore,
      hasNewer: page > 0,
      cursor: hasMore ? `before-${page}` : null,
      ticket,
    });
    held.pageParams.push(page === 0 ? null : `before-${page - 1}`);
  }
  return held;
};

/** Returns the messages in the order of the conversation: oldest first. */
const shown = (data: MessagePages): MessageView[] => data.pages.toReversed().flatMap((page) => page.messages);

describe('putMessage', () => {
  it('appends newer messages and inserts late ones at their position', () => {
    const data = fetched([message(1), message(2), message(5), message(6)], 2, 2);
    const seconds = (held: MessagePages) => shown(held).map(({ body }) => body.replace('mensagem ', ''));
    expect(seconds(putMessage(data, message(9)))).toEqual(['1', '2', '5', '6', '9']);
    expect(seconds(putMessage(data, message(3)))).toEqual(['1', '2', '3', '5', '6']);
    expect(seconds(putMessage(data, message(0)))).toEqual(['0', '1', '2', '5', '6']);
  });

  it('skips a message that is older than all loaded pages', () => {
    const data = fetched([message(1), message(2), message(5), message(6)], 2, 1);
    expect(putMessage(data, message(3))).toBe(data);
  });

  it('accepts only a newer version of a message', () => {
    const data = fetched([message(1, { version: 3, ack: 2 })], 20, 1);
    expect(shown(putMessage(data, message(1, { version: 4, ack: 3 })))[0]?.ack).toBe(3);
    expect(putMessage(data, message(1, { version: 3, ack: 0 }))).toBe(data);
    expect(putMessage(data, message(1, { version: 2, ack: 0 }))).toBe(data);
  });

  it('adds the first message to an empty conversation', () => {
    expect(shown(putMessage(fetched([], 20, 1), message(1)))).toEqual([message(1)]);
  });
});

describe('message events and pages', () => {
  const seconds = fc.uniqueArray(fc.integer({ min: 0, max: 60 }), { maxLength: 25 });

  it('give the same result as a refetch, for any order and repetition of events', () => {
    fc.assert(
      fc.property(
        seconds,
        fc.array(
          fc.record({ second: fc.integer({ min: 0, max: 60 }), version: fc.integer({ min: 2, max: 5 }) }),
        ),
        fc.integer({ min: 1, max: 5 }),
        fc.integer({ min: 1, max: 4 }),
        (before, changes, perPage, pages) => {
          const first = fetched(
            before.map((second) => message(second)),
            perPage,
            pages,
          );
          const now = new Map(before.map((second) => [second, message(second)]));
          let data = first;
          for (const { second, version } of changes) {
            const event = message(second, { version, body: `versão ${version}` });
            if ((now.get(second)?.version ?? 0) < version) now.set(second, event);
            data = putMessage(data, event);
          }
          const all = fetched([...now.values()], 1000, 1);
          const oldest = first.pages.at(-1)?.hasMore === true ? (shown(first)[0]?.sortKey ?? '') : '';
          expect(shown(data)).toEqual(shown(all).filter(({ sortKey }) => sortKey >= oldest));
        },
      ),
    );
  });

  it('keep counts and pages when a message is deleted', () => {
    const data = fetched([message(1), message(2), message(3)], 2, 2);
    const without = removeMessage(data, message(2).id);
    expect(shown(without)).toEqual([message(1), message(3)]);
    expect(without.pages.map(({ count }) => count)).toEqual([1, 1]);
    expect(removeMessage(data, 'unknown')).toBe(data);
  });
});

describe('applyMessageEvent', () => {
  const key = (uuid: string) => [messageRoutes.list.id, { params: { ticketUuid: uuid } }];
  const held = (client: QueryClient, uuid: string) => {
    const data = client.getQueryData<MessagePages>(key(uuid));
    return data === undefined ? [] : shown(data);
  };

  it('updates every ticket of the same conversation and no other', () => {
    const client = new QueryClient();
    const other = fetched([], 20, 1);
    client.setQueryData(key('now'), fetched([message(1)], 20, 1));
    client.setQueryData(key('earlier'), fetched([message(1)], 20, 1));
    client.setQueryData(key('another'), {
      ...other,
      pages: other.pages.map((page) => ({ ...page, ticket: ticketExample(2) })),
    });
    applyMessageEvent(
      client,
      { action: 'create', message: message(2), ticket: null, contact: null },
      viewerExample(),
    );
    expect(held(client, 'now')).toHaveLength(2);
    expect(held(client, 'earlier')).toHaveLength(2);
    expect(held(client, 'another')).toHaveLength(0);
    applyMessageEvent(client, { action: 'delete', message: message(1) }, viewerExample());
    expect(held(client, 'now')).toEqual([message(2)]);
  });

  it('does not add a message of another ticket that the user may not read', () => {
    const client = new QueryClient();
    const viewer = viewerExample({ queueIds: [1] });
    client.setQueryData(key('now'), fetched([], 20, 1));
    const other = { ticketId: ticket.id + 1 };
    for (const [second, queueId] of [
      [1, 1],
      [2, 9],
      [3, null],
    ] as const) {
      const event = {
        action: 'create' as const,
        message: message(second, { ...other, queueId }),
        ticket: null,
        contact: null,
      };
      applyMessageEvent(client, event, viewer);
    }
    applyMessageEvent(
      client,
      { action: 'create', message: message(4, { queueId: 9 }), ticket: null, contact: null },
      viewer,
    );
    expect(held(client, 'now').map(({ body }) => body)).toEqual(['mensagem 1', 'mensagem 4']);
  });

  it("merges a send's response and its event into one message", () => {
    const client = new QueryClient();
    client.setQueryData(key('now'), fetched([], 20, 1));
    applyMessageEvent(
      client,
      {
        action: 'create',
        message: message(1, { version: 2, ack: 1 }),
        ticket: null,
        contact: null,
      },
      viewerExample(),
    );
    putMessages(client, [message(1)]);
    expect(held(client, 'now')).toEqual([message(1, { version: 2, ack: 1 })]);
  });
});
