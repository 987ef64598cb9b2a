import { type InternalChatMessageView, internalChatRoutes } from '@prosa/shared/contracts/internal-chats.ts';
import { createStore } from 'zustand/vanilla';
import { call } from '../../lib/api/api-client.ts';
import { queryClient } from '../../lib/api/query.ts';
import { uploadFile } from '../files/upload-file.ts';
import { chatMessages, putChatMessage } from './chat-cache.ts';

/** A message that the server has not confirmed yet. The client id makes sending idempotent. */
export interface UnsentMessage {
  clientId: string;
  userId: number;
  chatId: number;
  message: string;
  mentions: readonly number[];
  file: File | null;
  /** Key of the uploaded file; null until it is uploaded. A retry sends the same file only once. */
  mediaKey: string | null;
  state: 'waiting' | 'sending' | 'failed';
  /** Why it was not sent; null while it is not refused. */
  error: unknown;
  /** Number of the newest message of the chat when sending began; 0 before. */
  after: number;
}

/** Unsent messages in the order typed. Only in memory, because a browser cannot keep files over a reload. */
export const outbox = createStore<{ messages: readonly UnsentMessage[] }>(() => ({ messages: [] }));

const all = (): readonly UnsentMessage[] => outbox.getState().messages;

const change = (clientId: string, part: Partial<UnsentMessage>): void =>
  outbox.setState({
    messages: all().map((message) => (message.clientId === clientId ? { ...message, ...part } : message)),
  });

/** Removes an unsent message. */
export const discardUnsent = (clientId: string): void =>
  outbox.setState({ messages: all().filter((message) => message.clientId !== clientId) });

const newestId = (chatId: number): number =>
  queryClient.getQueryData(chatMessages(chatId).queryKey)?.pages[0]?.records.at(-1)?.id ?? 0;

const send = async ({
  clientId,
  chatId,
  message,
  mentions,
  file,
  mediaKey,
}: UnsentMessage): Promise<InternalChatMessageView> => {
  const key =
    file === null
      ? null
      : (mediaKey ?? (await uploadFile(file, new AbortController().signal, () => undefined)));
  if (key !== null) change(clientId, { mediaKey: key });
  return call(internalChatRoutes.send, {
    params: { id: chatId },
    body: { message, mentions: [...mentions], clientId, ...(key === null ? {} : { mediaKey: key }) },
  });
};

/** Sends the waiting messages of a chat one after the other. A refused message does not block later ones. */
const deliver = async (chatId: number): Promise<void> => {
  const own = all().filter((message) => message.chatId === chatId);
  const next = own.find(({ state }) => state === 'waiting');
  if (next === undefined || own.some(({ state }) => state === 'sending')) return;
  const { clientId } = next;
  change(clientId, { state: 'sending', error: null, after: newestId(chatId) });
  try {
    putChatMessage(queryClient, await send(next));
    discardUnsent(clientId);
  } catch (error) {
    change(clientId, { state: 'failed', error });
  }
  await deliver(chatId);
};

/** Sends a message to a chat; until the server has it, it is in the {@link outbox}. */
export const sendChatMessage = (
  message: Pick<UnsentMessage, 'userId' | 'chatId' | 'message' | 'mentions' | 'file'>,
): void => {
  outbox.setState({
    messages: [
      ...all(),
      {
        ...message,
        clientId: crypto.randomUUID(),
        mediaKey: null,
        state: 'waiting',
        error: null,
        after: 0,
      },
    ],
  });
  void deliver(message.chatId);
};

/** Sends a failed message again, with the same client id. */
export const retryUnsent = ({ clientId, chatId }: UnsentMessage): void => {
  change(clientId, { state: 'waiting', error: null });
  void deliver(chatId);
};

/**
 * Returns a user's unsent messages of a chat, without the message whose event has arrived before the answer to its
 * request.
 */
export const unsentOf = (
  messages: readonly UnsentMessage[],
  { userId, chatId }: Pick<UnsentMessage, 'userId' | 'chatId'>,
  stored: readonly InternalChatMessageView[],
): UnsentMessage[] =>
  messages.filter(
    (unsent) =>
      unsent.chatId === chatId &&
      unsent.userId === userId &&
      !(
        unsent.state === 'sending' &&
        stored.some(
          ({ id, senderId, message, mediaName }) =>
            id > unsent.after &&
            senderId === userId &&
            message === unsent.message &&
            (mediaName !== null) === (unsent.file !== null),
        )
      ),
  );
