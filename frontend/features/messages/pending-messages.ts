import { type MessageView, messageRoutes } from '@prosa/shared/contracts/messages.ts';
import type { MediaType } from '@prosa/shared/entities/message.ts';
import { createStore } from 'zustand/vanilla';
import { call } from '../../lib/api-client.ts';
import { ApiError } from '../../lib/api-error.ts';
import { queryClient } from '../../lib/query.ts';
import { readStored, type StoredValue, writeStored } from '../../lib/storage.ts';
import { putMessages } from './apply-message-event.ts';
import { uploadFile } from './upload-file.ts';

/** What the ids of messages begin with that the server does not know yet. */
export const PENDING_PREFIX = 'pending-';

/** A file on its way. Lives for the visit: a browser cannot keep it over a reload. */
export interface PendingFile {
  file: File;
  voice: boolean;
  /** Object URL, for what can be shown. */
  previewUrl: string;
  /** Bytes sent, 0 to 1. */
  progress: number;
  abort: AbortController;
}

type PendingText = StoredValue<'pendingMessages'>[number];

/**
 * A message that the server has not confirmed yet. The same client id never makes a second message, however often it
 * is sent; `error` is the code of the last failure, null while it is on its way.
 */
export interface PendingMessage extends PendingText {
  quoted: MessageView['quotedMsg'];
  file: PendingFile | null;
}

/** Messages on their way, by client id, oldest first. Texts survive a reload and are sent again with the same id. */
export const pendingStore = createStore<{ messages: readonly PendingMessage[] }>(() => ({
  messages: (readStored('pendingMessages') ?? []).map((text) => ({ ...text, quoted: null, file: null })),
}));

const save = (messages: readonly PendingMessage[]): void => {
  pendingStore.setState({ messages });
  const texts = messages
    .filter(({ file }) => file === null)
    .map(({ file: _file, quoted: _quoted, ...text }) => text);
  writeStored('pendingMessages', texts.length === 0 ? null : texts);
};

const change = (clientId: string, part: Partial<PendingMessage>): void =>
  save(
    pendingStore
      .getState()
      .messages.map((message) => (message.clientId === clientId ? { ...message, ...part } : message)),
  );

/** Takes a message back that never reached the server. */
export const discardPending = (clientId: string): void => {
  const found = pendingStore.getState().messages.find((message) => message.clientId === clientId);
  found?.file?.abort.abort();
  if (found?.file != null) URL.revokeObjectURL(found.file.previewUrl);
  save(pendingStore.getState().messages.filter((message) => message.clientId !== clientId));
};

/** Client ids that wait for an answer right now. */
const underWay = new Set<string>();

/** Sends a pending message; also its repetition, since the client id is the same. Never twice at a time. */
export const deliverPending = async (clientId: string): Promise<void> => {
  const message = pendingStore.getState().messages.find((pending) => pending.clientId === clientId);
  if (message === undefined || underWay.has(clientId)) return;
  underWay.add(clientId);
  change(clientId, { error: null });
  try {
    const { file } = message;
    const mediaKeys =
      file === null
        ? []
        : [
            await uploadFile(file.file, file.abort.signal, (progress) =>
              change(clientId, { file: { ...file, progress } }),
            ),
          ];
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
    });
    putMessages(queryClient, answer.messages);
    discardPending(clientId);
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') return;
    change(clientId, { error: error instanceof ApiError ? error.code : 'ERR_INTERNAL' });
  } finally {
    underWay.delete(clientId);
  }
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

/** Shows a message at once and sends it. Failures stay in the conversation, with their reason. */
export const sendMessage = (
  ticket: { id: number; uuid: string },
  userId: number,
  draft: Draft,
  now: Date = new Date(),
): void => {
  const clientId = crypto.randomUUID();
  const message: PendingMessage = {
    clientId,
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
    error: null,
    file:
      draft.file == null
        ? null
        : {
            ...draft.file,
            previewUrl: URL.createObjectURL(draft.file.file),
            progress: 0,
            abort: new AbortController(),
          },
  };
  save([...pendingStore.getState().messages, message]);
  void deliverPending(clientId);
};

/**
 * Sends again what a lost network or a reload kept back; for the start and for when the network returns.
 * Only what the signed-in person wrote: another's words stay until that person is back.
 */
export const deliverWaiting = (signedInId: number): void => {
  for (const { clientId, userId, error } of pendingStore.getState().messages) {
    if (userId === signedInId && (error === null || error === 'ERR_NETWORK')) void deliverPending(clientId);
  }
};

const mediaTypeOf = (file: File): MediaType => {
  const [kind] = file.type.split('/');
  return kind === 'image' || kind === 'video' || kind === 'audio' ? kind : 'application';
};

/** A pending message as a bubble: a message of the server's shape, last in its conversation. */
export const pendingView = (
  pending: PendingMessage,
  user: { id: number; name: string; companyId: number },
): MessageView => ({
  id: `${PENDING_PREFIX}${pending.clientId}`,
  ticketId: pending.ticketId,
  contactId: 0,
  companyId: user.companyId,
  body: pending.body,
  fromMe: true,
  mediaType:
    pending.file !== null
      ? mediaTypeOf(pending.file.file)
      : pending.contactId !== null
        ? 'contactMessage'
        : 'extendedTextMessage',
  mediaUrl: pending.file?.previewUrl ?? null,
  media:
    pending.file === null
      ? null
      : {
          state: 'stored',
          fileName: pending.file.file.name,
          mimeType: pending.file.file.type,
          size: pending.file.file.size,
          voice: pending.file.voice,
          durationS: null,
          reason: '',
        },
  dataJson: null,
  ack: 0,
  sendState: pending.error === null ? (pending.isPrivate ? 'private' : 'pending') : 'failed',
  sendError: pending.error ?? '',
  clientId: pending.clientId,
  isDeleted: false,
  isEdited: false,
  isForwarded: false,
  isPrivate: pending.isPrivate,
  queueId: null,
  queue: null,
  user: { id: user.id, name: user.name },
  contact: null,
  quotedMsg: pending.quoted,
  reactions: [],
  createdAt: pending.createdAt,
  sortKey: `${Date.parse(pending.createdAt)}-z`,
  version: 0,
});
