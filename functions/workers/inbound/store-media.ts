import type { MessageMedia } from '@prosa/shared/entities/message.ts';
import { isActiveStatus } from '@prosa/shared/entities/ticket-terms.ts';
import type { InboundEventOf } from '@prosa/shared/messaging/inbound-event.ts';
import { channelOf } from '../../channels/channels.ts';
import { act, portsAt } from '../../conversations/act.ts';
import { asSystem } from '../../conversations/actor.ts';
import { emptyScene } from '../../conversations/scene.ts';
import { FILE_OVER_LIMIT, fileOverLimit } from '../../domain/automatic/file-over-limit.ts';
import { say, withoutSilenced } from '../../domain/engine/scene.ts';
import { engineWorld, otherTicket, type World } from '../../domain/engine/world.ts';
import { judgeInboundFile } from '../../domain/media/judge-file.ts';
import { awaitsFile } from '../../domain/media/overdue-media.ts';
import { messageMask } from '../../domain/presenters/present-message.ts';
import { type Moment, mergeTurns, type TurnPiece, turnOn } from '../../domain/turns/turn.ts';
import { deleteObject, headObject, keepObject, sniffObject } from '../../platform/blob/blob.ts';
import { detectType, headText } from '../../platform/blob/detect-type.ts';
import { isStoredOf } from '../../platform/blob/file-keys.ts';
import type { Table } from '../../platform/table/table.ts';
import { loadContact } from '../../repositories/contacts/contacts.ts';
import { loadMessage, type MessageRow } from '../../repositories/tickets/messages.ts';
import type { InboundContext } from './ports.ts';

type Judged = Pick<MessageRow, 'media' | 'mediaType'>;

const failed = (message: MessageRow, media: MessageMedia, reason: string): Judged => ({
  mediaType: message.mediaType,
  media: { ...media, state: 'failed', reason },
});

/** Returns a file's name without the numbers of its contact and sender; a read for names that could contain one. */
const withoutNumbers = async (table: Table, message: MessageRow, fileName: string): Promise<string> => {
  if (!/\d.*\d/.test(fileName)) return fileName;
  const contact = await loadContact(table, message.contactId);
  return messageMask(message, contact ?? { name: '', number: '' }, { maskNumbers: true }).text(fileName);
};

/** Checks the bytes that arrived and serves the object with its detected type. */
const judgeArrived = async (
  table: Table,
  message: MessageRow,
  media: MessageMedia,
  arrived: { key: string; mimeType: string; size: number },
): Promise<Judged> => {
  const object = isStoredOf(message.companyId, arrived.key) ? await headObject(arrived.key) : undefined;
  if (object === undefined) return failed(message, media, 'ERR_MEDIA_MISSING');
  // An empty object has no first bytes to read.
  if (object.size === 0) return failed(message, media, 'ERR_MEDIA_EMPTY');
  const head = await sniffObject(arrived.key);
  if (head === undefined) return failed(message, media, 'ERR_MEDIA_MISSING');
  const judged = judgeInboundFile({
    detected: await detectType(head),
    declared: arrived.mimeType,
    fileName: media.fileName,
    head: headText(head),
  });
  // Copied onto itself, because type and disposition are stored with the object, the same for every reader.
  const shownName = await withoutNumbers(table, message, judged.fileName);
  await keepObject(arrived.key, arrived.key, judged.mimeType, shownName);
  const isSticker = message.mediaType === 'stickerMessage' && judged.mediaType === 'image';
  return {
    mediaType: isSticker || message.mediaType === 'application' ? message.mediaType : judged.mediaType,
    media: {
      ...media,
      state: 'stored',
      key: arrived.key,
      mimeType: judged.mimeType,
      fileName: judged.fileName,
      size: object.size,
      reason: '',
    },
  };
};

/**
 * Returns a notice to the customer that a file of previously unknown size was too large, while the ticket is active.
 */
const noticeOf = (message: MessageRow, world: World, moment: Moment): TurnPiece => {
  if (message.media?.reason !== FILE_OVER_LIMIT) return {};
  const ticket = otherTicket(world, message.ticketId);
  if (ticket === undefined || ticket.connectionId === null || !isActiveStatus(ticket.status)) return {};
  const { downloadLimitMb: limitMb, settings } = world;
  const refusal = fileOverLimit(message, ticket, { limitMb, ...settings });
  if (refusal === undefined) return {};
  const heard = { messages: [message], message, texts: [], isTooQuick: false, openedAt: null };
  const scene = { ...engineWorld(world, channelOf(ticket), ticket.connectionId), moment, heard };
  return withoutSilenced(say(turnOn(ticket), refusal, scene));
};

/** Deletes a file that arrived for a message which has been deleted meanwhile (S-44). */
const discard = async ({ companyId, result }: InboundEventOf<'media'>): Promise<void> => {
  if (result.state === 'stored' && isStoredOf(companyId, result.key)) await deleteObject(result.key);
};

/**
 * Stores that the file of an inbound message has arrived, or never will. Only a message that waits for its file is
 * changed.
 */
export const storeMedia = async (context: InboundContext, event: InboundEventOf<'media'>): Promise<void> => {
  const { result } = event;
  let judged: Judged | undefined;
  const verdictOn = async (message: MessageRow, media: MessageMedia): Promise<Judged> => {
    judged ??=
      result.state === 'stored'
        ? await judgeArrived(context.table, message, media, result)
        : failed(message, media, result.reason);
    return judged;
  };
  const open = async () => {
    const message = await loadMessage(context.table, event.messageId);
    if (message === undefined || message.isDeleted) await discard(event);
    const waits = message !== undefined && !message.isDeleted && awaitsFile(message.media);
    const verdict = waits && message.media !== null ? await verdictOn(message, message.media) : undefined;
    return { ...emptyScene(asSystem(context.directory)), message, verdict };
  };
  await act(portsAt(context), open, ({ message, verdict }, world, moment) => {
    if (message === undefined || verdict === undefined) return undefined;
    const after = { ...message, ...verdict };
    return mergeTurns(noticeOf(after, world, moment), {
      messages: [{ before: message, after }],
      timers: [{ kind: 'media-check', subject: message.id, dueAt: null }],
    });
  });
};
