import type { messageRoutes } from '@prosa/shared/contracts/messages.ts';
import { AppError } from '@prosa/shared/errors.ts';
import { hidesNumbers, nameBesideNumber } from '@prosa/shared/rules/hide-numbers.ts';
import { canSeeHistory, canSeeTicket } from '@prosa/shared/rules/ticket-visibility.ts';
import { messageRefOf, quotedSnapshot, signedText } from '../../domain/messages/outbound-content.ts';
import { vcardOf } from '../../domain/messages/vcard.ts';
import { renderTemplate } from '../../domain/texts/render-template.ts';
import { turnOn } from '../../domain/turns/turn.ts';
import type { HandlerContext } from '../../platform/http/bind-routes.ts';
import { sha256 } from '../../platform/ids.ts';
import { ClientMessage, Upload } from '../../platform/table/entities/messages.ts';
import { Ticket } from '../../platform/table/entities/tickets.ts';
import { parseRow } from '../../platform/table/parse-row.ts';
import { retryOnConflict } from '../../platform/table/retry-on-conflict.ts';
import { loadContact } from '../../repositories/contacts.ts';
import { loadMessage } from '../../repositories/messages.ts';
import type { TicketRow } from '../../repositories/tickets.ts';
import { tableOf } from '../tickets/ticket-access.ts';
import { type ClientRequest, commitMessages, type OwnDraft, repeatedAnswer } from './commit-messages.ts';
import { requireSendable, viewMessages } from './message-access.ts';
import { discardFiles, type TakenFile, takeFile, takeUpload, type UploadRow } from './take-files.ts';

type Context = HandlerContext<typeof messageRoutes.send>;

const MAX_TEXT_CHARS = 65_536;

const refuseField = (path: string, message: string): AppError =>
  new AppError('ERR_VALIDATION', { details: [{ path: `body.${path}`, message }] });

const requestOf = ({ params, body, files }: Context): ClientRequest => {
  const { clientId, ...asked } = body;
  return {
    clientId,
    bodyHash: sha256(JSON.stringify([params.ticketId, asked, files.map(({ bytes }) => sha256(bytes))])),
  };
};

/** Everything a send depends on, in one consistent read: the ticket, the request's marker, the uploads it names. */
const loadAll = async ({ principal, params, body }: Context) => {
  const table = tableOf(principal);
  const uploadKeys = [...new Set(body.mediaKeys)];
  const markerKey =
    body.clientId === undefined
      ? []
      : [table.keyOf(ClientMessage, { userId: principal.userId, clientId: body.clientId })];
  const [ticketRaw, ...rest] = await table.getRaw(
    [
      table.keyOf(Ticket, { id: params.ticketId }),
      ...uploadKeys.map((key) => table.keyOf(Upload, { key })),
      ...markerKey,
    ],
    { consistent: true },
  );
  const markerRaw = rest[uploadKeys.length];
  return {
    ticket: ticketRaw === undefined ? undefined : parseRow(Ticket, ticketRaw),
    uploads: rest
      .slice(0, uploadKeys.length)
      .map((raw) => (raw === undefined ? undefined : parseRow(Upload, raw))),
    marker: markerRaw === undefined ? undefined : parseRow(ClientMessage, markerRaw),
  };
};

const usableUploads = ({ principal }: Context, uploads: readonly (UploadRow | undefined)[]): UploadRow[] =>
  uploads.map((upload) => {
    if (upload === undefined || upload.usedBy !== null || upload.userId !== principal.userId) {
      throw new AppError('ERR_MEDIA_MISSING');
    }
    return upload;
  });

const quotedOf = async ({ principal, body }: Context, ticket: TicketRow): Promise<OwnDraft['quoted']> => {
  if (body.quotedMsg == null) return undefined;
  const message = await loadMessage(tableOf(principal), body.quotedMsg);
  const belongs =
    message?.contactId === ticket.contactId &&
    message.connectionId === ticket.connectionId &&
    canSeeHistory(message, ticket, principal.viewer);
  if (message === undefined || !belongs || (message.isPrivate && !body.isPrivate)) {
    throw new AppError('ERR_NO_MESSAGE_FOUND');
  }
  return {
    snapshot: quotedSnapshot(message, { ticketId: ticket.id, queueId: ticket.queueId }),
    ref: messageRefOf(message),
  };
};

/** What the customer reads: placeholders filled, signed where asked and allowed. A note stays as it was written. */
const textOf = ({ principal, body, clock }: Context, ticket: TicketRow, written: string): string => {
  const { directory, user } = principal;
  if (body.isPrivate) return written;
  const filled = renderTemplate(written, {
    contactName: nameBesideNumber(ticket.contact),
    ticketId: ticket.id,
    userName: user.name,
    queueName: ticket.queueId === null ? '' : (directory.queues.get(ticket.queueId)?.name ?? ''),
    connectionName:
      ticket.connectionId === null ? '' : (directory.connections.get(ticket.connectionId)?.name ?? ''),
    companyName: directory.company.name,
    nowMs: clock.now(),
    timeZone: directory.company.timeZone,
    language: directory.settings.language,
  });
  const text = body.signed && directory.settings.sendSignMessage ? signedText(filled, user.name) : filled;
  if (text.length > MAX_TEXT_CHARS) throw refuseField('body', `more than ${MAX_TEXT_CHARS} characters`);
  return text;
};

const contactDraft = async ({ principal }: Context, contactId: number): Promise<OwnDraft> => {
  const contact = await loadContact(tableOf(principal), contactId);
  if (contact === undefined || contact.isGroup) throw new AppError('ERR_NO_CONTACT_FOUND');
  const { directory, user } = principal;
  // The card would hand out the number that its sender may not read.
  if (hidesNumbers(directory.settings, user) && contact.number !== '')
    throw new AppError('ERR_NO_PERMISSION');
  const body = vcardOf(contact);
  return {
    body,
    mediaType: 'contactMessage',
    dataJson: { name: contact.name, contacts: [{ name: contact.name, vcard: body }] },
  };
};

/** The text, or what a list of captions says of one file. */
const captionOf = ({ body }: Context['body'], index: number): string =>
  typeof body === 'string' ? body : (body[index] ?? '');

const refuseEmpty = ({ body, files }: Context): void => {
  const fileCount = body.mediaKeys.length + files.length;
  if (Array.isArray(body.body) && body.body.length !== fileCount)
    throw refuseField('body', 'as many captions as files');
  if (fileCount === 0 && body.vCard == null && captionOf(body, 0).trim() === '')
    throw refuseField('body', 'nothing to send');
  if (body.voice && fileCount !== 1) throw refuseField('voice', 'a voice note is one file');
  if (new Set(body.mediaKeys).size !== body.mediaKeys.length) throw refuseField('mediaKeys', 'named twice');
};

/** A note needs a living ticket; what leaves the house needs more. */
const requireWritable = ({ principal, body }: Context, ticket: TicketRow): void => {
  if (!body.isPrivate) requireSendable(principal, ticket);
  else if (ticket.status === 'closed' || ticket.connectionId === null)
    throw new AppError('ERR_TICKET_TRANSITION');
};

/**
 * Sends text, files or a contact card, or keeps a note. The same client id never makes a second message: its marker is
 * part of the transaction, and a repetition is answered with what the first one made.
 *
 * Calls for a text: one consistent batch read (ticket and marker) and one transaction (message, command, client marker,
 * ticket). A quoted message or a card costs one read more.
 */
export const sendMessage = async (context: Context) => {
  const { principal, body, files, ids, clock } = context;
  refuseEmpty(context);
  const table = tableOf(principal);
  const request = requestOf(context);
  let taken: TakenFile[] | undefined;
  let stored: TakenFile[] = [];

  const takeAll = async (
    uploads: readonly (UploadRow | undefined)[],
    { contact }: TicketRow,
  ): Promise<TakenFile[]> => {
    const fromUploads = await Promise.all(
      usableUploads(context, uploads).map((upload) => takeUpload(upload, body.voice, contact)),
    );
    const kept: TakenFile[] = [];
    stored = kept;
    for (const file of files) kept.push(await takeFile(principal, file, ids.uuid(), body.voice, contact));
    return [...fromUploads, ...kept];
  };

  try {
    return await retryOnConflict(async () => {
      const { ticket, uploads, marker } = await loadAll(context);
      if (ticket === undefined || !canSeeTicket(ticket, principal.viewer))
        throw new AppError('ERR_NO_TICKET_FOUND');
      if (marker !== undefined) {
        const repeated = await repeatedAnswer(principal, marker, request);
        await discardFiles(stored);
        return { messages: await viewMessages(principal, ticket, repeated, clock.now()) };
      }
      requireWritable(context, ticket);
      const quoted = await quotedOf(context, ticket);
      taken ??= await takeAll(uploads, ticket);
      const textAt = (index: number) => textOf(context, ticket, captionOf(body, index));
      const drafts: OwnDraft[] =
        body.vCard != null
          ? [await contactDraft(context, body.vCard.contactId)]
          : taken.length > 0
            ? taken.map((file, index) => ({ ...file, body: body.voice ? '' : textAt(index) }))
            : [{ body: textAt(0) }];
      const nowMs = clock.now();
      const said = await commitMessages(
        principal,
        {
          turn: turnOn(ticket),
          drafts: drafts.map((draft) => ({ ...draft, quoted })),
          isPrivate: body.isPrivate,
        },
        request,
        { ids, nowMs },
        (messages) => {
          const files = messages.filter(({ media }) => media !== null);
          return usableUploads(context, uploads).map((upload, index) =>
            table.put(Upload, { ...upload, usedBy: files[index]?.id ?? null }, upload.version, nowMs),
          );
        },
      );
      stored = [];
      return { messages: await viewMessages(principal, said.ticket, said.messages, nowMs) };
    });
  } catch (error) {
    // Any other error leaves open whether a message names them.
    if (error instanceof AppError) await discardFiles(stored);
    throw error;
  }
};
