import { beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '../../lib/api/api-error.ts';
import { queryClient } from '../../lib/api/query.ts';
import { chatMessages } from './chat-cache.ts';
import { chatMessageExample } from './chat-example.ts';
import { discardUnsent, outbox, retryUnsent, sendChatMessage, unsentOf } from './outbox.ts';

const { call } = vi.hoisted(() => ({ call: vi.fn() }));
vi.mock('../../lib/api/api-client.ts', () => ({ call }));

const CHAT = 1;
const USER = 7;
const text = (message: string) => ({ userId: USER, chatId: CHAT, message, mentions: [], file: null });
const waiting = () => outbox.getState().messages;
const stored = () =>
  queryClient.getQueryData(chatMessages(CHAT).queryKey)?.pages[0]?.records.map(({ message }) => message);
const bodies = (): { message: string; clientId: string }[] => call.mock.calls.map(([, { body }]) => body);

beforeEach(() => {
  call.mockReset();
  outbox.setState({ messages: [] });
  queryClient.setQueryData(chatMessages(CHAT).queryKey, {
    pages: [{ records: [chatMessageExample(4)], count: 1, hasMore: false, cursor: null }],
    pageParams: [null],
  });
});

describe('an unsent message', () => {
  it('is sent after those before it, and leaves the outbox once the server has it', async () => {
    const first = Promise.withResolvers<unknown>();
    call.mockReturnValueOnce(first.promise).mockResolvedValueOnce(chatMessageExample(6, { message: 'b' }));
    sendChatMessage(text('a'));
    sendChatMessage(text('b'));
    expect(bodies().map(({ message }) => message)).toEqual(['a']);
    first.resolve(chatMessageExample(5, { message: 'a' }));
    await vi.waitFor(() => expect(waiting()).toEqual([]));
    expect(stored()).toEqual(['texto 4', 'a', 'b']);
  });

  it('R17: stays with its reason when it fails, does not block later ones, and keeps its client id when sent again', async () => {
    call
      .mockRejectedValueOnce(new ApiError({ code: 'ERR_NETWORK', status: 0 }))
      .mockResolvedValueOnce(chatMessageExample(5, { message: 'b' }))
      .mockResolvedValueOnce(chatMessageExample(6, { message: 'a' }));
    sendChatMessage(text('a'));
    sendChatMessage(text('b'));
    await vi.waitFor(() => expect(waiting().map(({ state }) => state)).toEqual(['failed']));
    const [failed] = waiting();
    expect(failed?.error).toMatchObject({ code: 'ERR_NETWORK' });
    if (failed !== undefined) retryUnsent(failed);
    await vi.waitFor(() => expect(waiting()).toEqual([]));
    expect(bodies()[2]?.clientId).toBe(bodies()[0]?.clientId);
    expect(stored()).toEqual(['texto 4', 'b', 'a']);
  });

  it('is dropped when the user discards it', async () => {
    call.mockRejectedValueOnce(new ApiError({ code: 'ERR_NO_CHAT_FOUND', status: 404 }));
    sendChatMessage(text('a'));
    await vi.waitFor(() => expect(waiting()[0]?.state).toBe('failed'));
    discardUnsent(waiting()[0]?.clientId ?? '');
    expect(waiting()).toEqual([]);
  });

  it('is not shown twice when its event arrives before the answer', async () => {
    call.mockReturnValueOnce(new Promise(() => undefined));
    sendChatMessage(text('texto 4'));
    const chat = { userId: USER, chatId: CHAT };
    const before = [chatMessageExample(4, { senderId: USER })];
    expect(unsentOf(waiting(), chat, before)).toHaveLength(1);
    const event = chatMessageExample(5, { senderId: USER, message: 'texto 4' });
    expect(unsentOf(waiting(), chat, [...before, event])).toEqual([]);
    expect(unsentOf(waiting(), { ...chat, userId: 8 }, before)).toEqual([]);
  });
});
