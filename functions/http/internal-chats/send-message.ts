import type { InternalChatMessageView, internalChatRoutes } from '@prosa/shared/contracts/internal-chats.ts';
import { AppError } from '@prosa/shared/errors.ts';
import { type ChatDraft, withMessage } from '../../domain/internal-chats/change-chat.ts';
import { presentInternalChatMessage } from '../../domain/presenters/present-internal-chat.ts';
import { deleteObject } from '../../platform/blob/blob.ts';
import { mediaLinker } from '../../platform/blob/media-link.ts';
import { toInstant } from '../../platform/clock.ts';
import type { HandlerContext } from '../../platform/http/bind-routes.ts';
import { sha256 } from '../../platform/ids.ts';
import { commit, type WriteItem } from '../../platform/table/commit.ts';
import { InternalChatMessage } from '../../platform/table/entities/internal-chats.ts';
import { parseRow } from '../../platform/table/parse-row.ts';
import { retryOnConflict } from '../../platform/table/retry-on-conflict.ts';
import { openTable } from '../../platform/table/table.ts';
import {
  chatMessageItem,
  type InternalChatMessageRow,
  internalChatItems,
  loadChatMessage,
} from '../../repositories/organisation/internal-chats.ts';
import { clientMarkerItem, loadClientMessage } from '../../repositories/tickets/messages.ts';
import { withOneFile } from '../messages/with-one-file.ts';
import { requireChat } from './require-chat.ts';

type Context = HandlerContext<typeof internalChatRoutes.send>;

/** Hash of the request, by which a repetition is told from another request with the same client id. */
const hashOf = ({ params, body, files }: Context): string => {
  const { clientId: _clientId, ...asked } = body;
  return sha256(JSON.stringify(['internal-chat', params.id, asked, files.map(({ bytes }) => sha256(bytes))]));
};

/**
 * Returns the message of an earlier request with the same client id. One consistent read, none without an id.
 * @throws AppError ERR_IDEMPOTENCY_MISMATCH if the id belonged to a different request
 */
const repeatedMessage = async (
  { principal, params, body }: Context,
  bodyHash: string,
): Promise<InternalChatMessageRow | undefined> => {
  const table = openTable(principal.companyId);
  const marker = await loadClientMessage(table, principal.userId, body.clientId);
  if (marker === undefined) return undefined;
  if (marker.bodyHash !== bodyHash) throw new AppError('ERR_IDEMPOTENCY_MISMATCH');
  return loadChatMessage(table, params.id, Number(marker.messageIds[0]));
};

/**
 * Stores a message, or returns that of an earlier request with the same client id. The chat's version makes sure that no
 * two messages get the same number.
 */
const sendOnce = (
  context: Context,
  bodyHash: string,
  media: ChatDraft['media'],
  marks: (nowMs: number) => WriteItem[],
): Promise<InternalChatMessageRow> => {
  const { principal, params, body, clock, ids } = context;
  const { companyId, userId } = principal;
  const table = openTable(companyId);
  return retryOnConflict(async (tries) => {
    const before = await requireChat(principal, params.id);
    const repeated = tries === 1 ? undefined : await repeatedMessage(context, bodyHash);
    if (repeated !== undefined) return repeated;
    const nowMs = clock.now();
    const draft = { senderId: userId, message: body.message, mentions: body.mentions, media };
    const { chat, message } = withMessage(before, draft, toInstant(nowMs));
    const item = chatMessageItem(table, message, nowMs);
    const marker = {
      companyId,
      userId,
      bodyHash,
      messageIds: [String(message.id)],
    };
    await commit([
      ...internalChatItems(table, before, chat, { ids, nowMs }),
      item,
      ...(body.clientId === undefined
        ? []
        : [clientMarkerItem(table, { ...marker, clientId: body.clientId }, nowMs)]),
      ...marks(nowMs),
    ]);
    return parseRow(InternalChatMessage, item.item);
  });
};

const sendWithFile = (context: Context, bodyHash: string): Promise<InternalChatMessageRow> =>
  withOneFile(context, { keeper: `internal-chat.${context.params.id}` }, async ({ media }, marks) => {
    const { key, fileName, mimeType, size } = media;
    const message = await sendOnce(context, bodyHash, { key, fileName, mimeType, size }, marks);
    // The same request at the same time came first, with a file of its own.
    if (message.media?.key !== key) await deleteObject(key);
    return message;
  });

/**
 * Writes a message into a chat. Two reads and one transaction. Idempotent: the client id's marker is part of the
 * transaction, and a repeated request returns the message of the first one.
 * @throws AppError ERR_NO_CHAT_FOUND, ERR_VALIDATION for nothing to send, ERR_IDEMPOTENCY_MISMATCH, ERR_CONFLICT, and
 * those of {@link withOneFile}
 */
export const sendChatMessage = async (context: Context): Promise<InternalChatMessageView> => {
  const { principal, params, body, files, clock } = context;
  await requireChat(principal, params.id);
  const hasFile = files.length > 0 || body.mediaKey !== undefined;
  if (!hasFile && body.message.trim() === '')
    throw new AppError('ERR_VALIDATION', { details: [{ path: 'body.message', message: 'nothing to send' }] });
  const bodyHash = hashOf(context);
  const message =
    (await repeatedMessage(context, bodyHash)) ??
    (await (hasFile ? sendWithFile(context, bodyHash) : sendOnce(context, bodyHash, null, () => [])));
  return presentInternalChatMessage(message, principal.directory, await mediaLinker(clock.now()));
};
