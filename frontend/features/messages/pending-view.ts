import type { MessageView } from '@prosa/shared/contracts/messages.ts';
import type { MediaType } from '@prosa/shared/entities/message.ts';
import { PENDING_PREFIX, type PendingMessage } from './pending-store.ts';

const mediaTypeOf = (file: File): MediaType => {
  const [kind] = file.type.split('/');
  return kind === 'image' || kind === 'video' || kind === 'audio' ? kind : 'application';
};

/**
 * Returns a pending message in the server's format, for a bubble. A message that waits for the network is `pending`
 * with `ERR_NETWORK`.
 */
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
  transcribedText: null,
  dataJson: null,
  ack: 0,
  sendState:
    pending.error !== null ? 'failed' : pending.isPrivate && !pending.isWaiting ? 'private' : 'pending',
  sendError: pending.error ?? (pending.isWaiting ? 'ERR_NETWORK' : ''),
  failedChange: null,
  clientId: pending.clientId,
  isDeleted: false,
  isEdited: false,
  isForwarded: false,
  isPrivate: pending.isPrivate,
  queueId: null,
  queue: null,
  saidBy: '',
  user: { id: user.id, name: user.name },
  contact: null,
  ticket: { id: pending.ticketId, whatsappId: 0, queueId: null, queue: null },
  read: true,
  wid: null,
  remoteJid: '',
  quotedMsg: pending.quoted,
  reactions: [],
  votes: [],
  pinnedUntil: null,
  createdAt: pending.createdAt,
  sortKey: `${pending.after}-z`,
  version: 0,
});

/** Whether a message waits for the network. */
export const isWaitingForLine = ({ sendState, sendError }: MessageView): boolean =>
  sendState === 'pending' && sendError === 'ERR_NETWORK';

/**
 * Inserts pending messages where they were written: after the message that was last at that time, before newer ones.
 * A message that was written when no message was shown comes last.
 * @param stored oldest first
 * @param pending in the order typed
 */
export const withPending = (
  stored: readonly MessageView[],
  pending: readonly PendingMessage[],
  user: { id: number; name: string; companyId: number },
): MessageView[] => {
  const confirmed = new Set(stored.map(({ clientId }) => clientId));
  const waiting = pending.filter(({ clientId }) => !confirmed.has(clientId));
  const placed = stored.flatMap((message) => {
    const later = waiting.findIndex(({ after }) => after === '' || after >= message.sortKey);
    const before = waiting.splice(0, later < 0 ? waiting.length : later);
    return [...before.map((one) => pendingView(one, user)), message];
  });
  return [...placed, ...waiting.map((one) => pendingView(one, user))];
};
