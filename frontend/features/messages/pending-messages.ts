import { type MessageView, messageRoutes } from '@prosa/shared/contracts/messages.ts';
import { call } from '../../lib/api/api-client.ts';
import { ApiError } from '../../lib/api/api-error.ts';
import { queryClient } from '../../lib/api/query.ts';
import { sessionStore } from '../../lib/session/session-store.ts';
import { uploadFile } from '../files/upload-file.ts';
import { putMessages } from './apply-message-event.ts';
import { historyOptions } from './conversation-query.ts';
import {
  addPending,
  changePending,
  discardPending,
  type PendingFile,
  type PendingMessage,
  pendingMessages,
} from './pending-store.ts';

/** The API's own timeout: a response that has not arrived by then is lost, and the request is retried. */
const ANSWER_DUE_MS = 30_000;
/** Temporary errors: overloaded or briefly unavailable; 401 because the user signs in again. */
const PASSING_STATUSES: ReadonlySet<number> = new Set([0, 401, 429, 502, 503, 504]);

const isPassing = (error: unknown): boolean =>
  error instanceof ApiError && PASSING_STATUSES.has(error.status);
const isAbort = (error: unknown): boolean => error instanceof DOMException && error.name === 'AbortError';

/** Returns the key of a message's file; uploads the file if that has not happened yet. */
const uploadedKey = async (clientId: string, pending: PendingFile): Promise<string> => {
  const changeFile = (part: Partial<PendingFile>) =>
    changePending((message) => message.clientId === clientId, { file: { ...pending, ...part } });
  if (pending.key !== null) return pending.key;
  const key = await uploadFile(pending.file, pending.abort.signal, (progress) => changeFile({ progress }));
  changeFile({ progress: 1, key });
  return key;
};

const deliver = async (message: PendingMessage): Promise<void> => {
  const { clientId, file } = message;
  const mediaKeys = file === null ? [] : [await uploadedKey(clientId, file)];
  const answer = await call(messageRoutes.send, {
    params: { ticketId: message.ticketId },
    body: {
      clientId,
      body: message.body,
      isPrivate: message.isPrivate,
      signed: message.signed,
      mediaKeys,
      voice: file?.voice ?? false,
      ...(message.quotedId === null ? {} : { quotedMsg: message.quotedId }),
      ...(message.contactId === null ? {} : { vCard: { contactId: message.contactId } }),
    },
    signal: AbortSignal.timeout(ANSWER_DUE_MS),
  });
  putMessages(queryClient, answer.messages);
};

/** User and ticket pairs whose messages are being sent now. */
const atWork = new Set<string>();

/**
 * Sends a user's waiting messages of a ticket, one after the other in the order typed. Stops on a network error;
 * waiting messages keep their position. A refused message stays with its error and does not block later ones.
 */
const workOff = async (ticketUuid: string, userId: number): Promise<void> => {
  const work = `${userId}:${ticketUuid}`;
  if (atWork.has(work)) return;
  atWork.add(work);
  const isQueued = (message: PendingMessage) =>
    message.ticketUuid === ticketUuid && message.userId === userId && message.error === null;
  // Stops when another user signs in meanwhile, because that user must not send these messages.
  const nextOne = () =>
    sessionStore.getState().user?.id === userId ? pendingMessages().find(isQueued) : undefined;
  try {
    for (let next = nextOne(); next !== undefined; next = nextOne()) {
      const { clientId } = next;
      try {
        await deliver(next);
        discardPending(clientId);
        changePending(isQueued, { isWaiting: false });
      } catch (error) {
        if (isPassing(error)) {
          changePending(isQueued, { isWaiting: true });
          return;
        }
        if (isAbort(error)) discardPending(clientId);
        const code = error instanceof ApiError ? error.code : 'ERR_INTERNAL';
        changePending((message) => message.clientId === clientId, { error: code, isWaiting: false });
      }
    }
  } finally {
    atWork.delete(work);
  }
};

/** Retries a refused message with the same client id, at the same position. */
export const deliverPending = async (clientId: string): Promise<void> => {
  const message = pendingMessages().find((pending) => pending.clientId === clientId);
  if (message === undefined) return;
  const { file } = message;
  changePending((pending) => pending === message, {
    error: null,
    // The bucket no longer has the file, so it is uploaded again; the server first checks whether the message already
    // exists.
    ...(file !== null && message.error === 'ERR_MEDIA_MISSING' ? { file: { ...file, key: null } } : {}),
  });
  await workOff(message.ticketUuid, message.userId);
};

export interface Draft {
  body: string;
  isPrivate?: boolean;
  signed?: boolean;
  quoted?: NonNullable<MessageView['quotedMsg']> | null;
  /** Contact whose card is sent. */
  contactId?: number | null;
  file?: { file: File; voice: boolean } | null;
}

/** Returns the sort key of a ticket's last visible message; empty when none is visible. */
const lastShown = (ticketUuid: string): string =>
  queryClient.getQueryData(historyOptions(ticketUuid).queryKey)?.pages[0]?.messages.at(-1)?.sortKey ?? '';

/**
 * Shows a message immediately and sends it after earlier ones. Failed messages stay in the conversation with their
 * error.
 */
export const sendMessage = (
  ticket: { id: number; uuid: string },
  userId: number,
  draft: Draft,
  now: Date = new Date(),
): void => {
  addPending({
    clientId: crypto.randomUUID(),
    userId,
    ticketId: ticket.id,
    ticketUuid: ticket.uuid,
    body: draft.body,
    isPrivate: draft.isPrivate ?? false,
    signed: draft.signed ?? false,
    quotedId: draft.quoted?.id ?? null,
    quoted: draft.quoted ?? null,
    contactId: draft.contactId ?? null,
    createdAt: now.toISOString(),
    after: lastShown(ticket.uuid),
    error: null,
    isWaiting: pendingMessages().some(({ ticketUuid, isWaiting }) => isWaiting && ticketUuid === ticket.uuid),
    file:
      draft.file == null
        ? null
        : {
            ...draft.file,
            previewUrl: URL.createObjectURL(draft.file.file),
            progress: 0,
            key: null,
            abort: new AbortController(),
          },
  });
  void workOff(ticket.uuid, userId);
};

/**
 * Sends messages that wait because of a lost network or a reload; called at the start and when the network returns.
 * Sends only messages of the signed-in user; other users' messages wait until they sign in again.
 */
export const deliverWaiting = (signedInId: number): void => {
  const mine = pendingMessages().filter(({ userId, error }) => userId === signedInId && error === null);
  for (const ticketUuid of new Set(mine.map((message) => message.ticketUuid)))
    void workOff(ticketUuid, signedInId);
};
