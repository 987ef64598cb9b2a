import type { messageRoutes } from '@prosa/shared/contracts/messages.ts';
import { AppError } from '@prosa/shared/errors.ts';
import { hidesNumbers } from '@prosa/shared/rules/hide-numbers.ts';
import { canSeeHistory } from '@prosa/shared/rules/ticket-visibility.ts';
import { fillText } from '../../conversations/fill-text.ts';
import type { ClientRequest, OwnDraft } from '../../conversations/say.ts';
import { tableOf } from '../../conversations/ticket-access.ts';
import {
  messageRefOf,
  quotedSnapshot,
  signedText,
  storedContentOf,
} from '../../domain/messages/outbound-content.ts';
import { vcardOf } from '../../domain/messages/vcard.ts';
import type { HandlerContext } from '../../platform/http/bind-routes.ts';
import { sha256 } from '../../platform/ids.ts';
import { loadContact } from '../../repositories/contacts/contacts.ts';
import { loadMessage } from '../../repositories/tickets/messages.ts';
import type { TicketRow } from '../../repositories/tickets/tickets.ts';
import { sayOnce } from './say-once.ts';
import { type TakenFile, takeFile, takeUpload, type UploadRow } from './take-files.ts';

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

/** Returns the text for the customer: placeholders filled, signed if requested and allowed. Notes stay unchanged. */
const textOf = ({ principal, body, clock }: Context, ticket: TicketRow, written: string): string => {
  if (body.isPrivate) return written;
  const { directory, user } = principal;
  const filled = fillText(directory, ticket, user.name, written, clock.now());
  const text = body.signed && directory.settings.sendSignMessage ? signedText(filled, user.name) : filled;
  if (text.length > MAX_TEXT_CHARS) throw refuseField('body', `more than ${MAX_TEXT_CHARS} characters`);
  return text;
};

const contactDraft = async ({ principal }: Context, contactId: number): Promise<OwnDraft> => {
  const contact = await loadContact(tableOf(principal), contactId);
  if (contact === undefined || contact.isGroup) throw new AppError('ERR_NO_CONTACT_FOUND');
  const { directory, user } = principal;
  // The contact card would reveal the number that its sender may not see.
  if (hidesNumbers(directory.settings, user) && contact.number !== '')
    throw new AppError('ERR_NO_PERMISSION');
  const body = vcardOf(contact);
  return {
    body,
    mediaType: 'contactMessage',
    dataJson: { name: contact.name, contacts: [{ name: contact.name, vcard: body }] },
  };
};

/** Returns the text, or the caption of one file if the request has a list of captions. */
const captionOf = ({ body }: Context['body'], index: number): string =>
  typeof body === 'string' ? body : (body[index] ?? '');

const refuseEmpty = ({ body, files }: Context): void => {
  const fileCount = body.mediaKeys.length + files.length;
  if (Array.isArray(body.body) && body.body.length !== fileCount)
    throw refuseField('body', 'as many captions as files');
  if (body.location != null && (fileCount > 0 || body.vCard != null || body.isPrivate))
    throw refuseField('location', 'a place is a message of its own');
  const isText = fileCount === 0 && body.vCard == null && body.location == null;
  if (isText && captionOf(body, 0).trim() === '') throw refuseField('body', 'nothing to send');
  if (body.voice && fileCount !== 1) throw refuseField('voice', 'a voice note is one file');
  if (new Set(body.mediaKeys).size !== body.mediaKeys.length) throw refuseField('mediaKeys', 'named twice');
};

/** Returns the messages of a request: a contact card, a place, one message per file with its caption, or a text. */
const draftsOf = async (
  context: Context,
  ticket: TicketRow,
  files: readonly TakenFile[],
): Promise<OwnDraft[]> => {
  const { vCard, location, voice } = context.body;
  const textAt = (index: number) => textOf(context, ticket, captionOf(context.body, index));
  if (vCard != null) return [await contactDraft(context, vCard.contactId)];
  if (location != null) return [storedContentOf({ kind: 'location', ...location })];
  if (files.length === 0) return [{ body: textAt(0) }];
  return files.map((file, index) => ({ ...file, body: voice ? '' : textAt(index) }));
};

/**
 * Sends text, files, a contact card or a location, or stores a note. Idempotent: the client id's marker is part of the
 * transaction, and a repeated request returns the messages of the first one. Calls for a text: one consistent batch
 * read (ticket and marker) and one transaction (message, command, client marker, ticket). A quoted message or a card
 * costs one more read.
 */
export const sendMessage = (context: Context) => {
  const { principal, params, body, files, ids } = context;
  refuseEmpty(context);
  const stored: TakenFile[] = [];
  let taken: TakenFile[] | undefined;

  const takeAll = async (uploads: readonly UploadRow[], { contact }: TicketRow): Promise<TakenFile[]> => {
    const fromUploads = await Promise.all(uploads.map((upload) => takeUpload(upload, body.voice, contact)));
    for (const file of files) stored.push(await takeFile(principal, file, ids.uuid(), body.voice, contact));
    return [...fromUploads, ...stored];
  };

  return sayOnce(context, {
    ticketId: params.ticketId,
    request: requestOf(context),
    uploadKeys: [...new Set(body.mediaKeys)],
    isPrivate: body.isPrivate,
    stored,
    draft: async (ticket, uploads) => {
      const quoted = await quotedOf(context, ticket);
      taken ??= await takeAll(uploads, ticket);
      const drafts = await draftsOf(context, ticket, taken);
      return drafts.map((draft) => ({ ...draft, quoted }));
    },
  });
};
