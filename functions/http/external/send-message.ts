import type { externalRoutes } from '@prosa/shared/contracts/external.ts';
import { AppError } from '@prosa/shared/errors.ts';
import { mayBeGiven, type WantedPlace } from '../../domain/external/place-message.ts';
import { signedText } from '../../domain/messages/outbound-content.ts';
import { type ApiTokenPrincipal, viewerOf } from '../../platform/auth/principal.ts';
import type { HandlerContext, RouteHandler } from '../../platform/http/bind-routes.ts';
import { sha256 } from '../../platform/ids.ts';
import type { NamedCall } from '../../repositories/rows/external-calls.ts';
import type { TakenFile } from '../messages/take-files.ts';
import type { ExternalDraft } from './external-turn.ts';
import { recipientOf, requireOpenWindow, requireUnblockedNumber, requireWantedBy } from './recipient.ts';
import { refuseField } from './refuse-field.ts';
import { requireConnected } from './require-connected.ts';
import { scheduleMessage } from './schedule-message.ts';
import { findAnswer, sendKept, sendWithoutRecord } from './send-once.ts';
import { findKnown, type KnownTemplate, templateDraft } from './template-draft.ts';
import { withFiles } from './with-files.ts';

type Context = HandlerContext<typeof externalRoutes.sendMessage>;

/** Requires a text, files or a template. @throws AppError ERR_VALIDATION */
const requireContent = ({ body, files }: Context): void => {
  if (body.template === undefined && files.length === 0 && body.body === '')
    throw refuseField('body', 'nothing to send');
  if (body.template === undefined) return;
  if (body.body !== '') throw refuseField('template', 'a template has no other text');
  if (files.length > 1) throw refuseField('medias', 'a template has one file');
};

/** Returns the call with its key and a hash of all that it asks for. */
const namedCall = ({ principal, headers, body, files }: Context): NamedCall => ({
  connectionId: principal.connection.id,
  key: headers['idempotency-key'],
  bodyHash: sha256(
    JSON.stringify([
      'send',
      body,
      files.map(({ bytes, fileName, mimeType }) => [sha256(bytes), fileName, mimeType]),
    ]),
  ),
});

/**
 * Requires that the ids of a request belong to the company, and that the user works in the queue.
 * @throws AppError ERR_NO_PERMISSION, ERR_NO_USER_FOUND, ERR_NO_QUEUE_FOUND, ERR_VALIDATION
 */
const requireOwn = (
  { connection, directory }: ApiTokenPrincipal,
  { userId, queueId }: WantedPlace,
  connectionId: number | null,
): void => {
  if (connectionId !== null && connectionId !== connection.id) throw new AppError('ERR_NO_PERMISSION');
  const user = userId === null ? undefined : directory.users.get(userId);
  if (userId !== null && user?.active !== true) throw new AppError('ERR_NO_USER_FOUND');
  if (queueId !== null && !directory.queues.has(queueId)) throw new AppError('ERR_NO_QUEUE_FOUND');
  if (user !== undefined && !mayBeGiven(viewerOf(user, directory), { queueId, isGroup: false }))
    throw refuseField('userId', 'does not work in the queue');
};

/** Returns the text, or the caption of every file, with the attendant's name above it on request. */
const textOf = ({ principal, body }: Context): string => {
  const signer = body.userId == null ? undefined : principal.directory.users.get(body.userId);
  return body.sendSignature && signer !== undefined && body.body !== ''
    ? signedText(body.body, signer.name)
    : body.body;
};

/** Returns the messages of a request: a template, one for each file with the text as its caption, or the text. */
const draftsOf = (
  context: Context,
  template: KnownTemplate | undefined,
  files: readonly TakenFile[],
): ExternalDraft[] => {
  if (template !== undefined) return [templateDraft(template, files[0])];
  const text = textOf(context);
  return files.length === 0 ? [{ body: text }] : files.map((file) => ({ ...file, body: text }));
};

/**
 * Sends a text, files or a template over the token's connection, once for each key. Either finds or makes contact and
 * ticket, and closes the ticket if requested, or only sends, or makes a schedule.
 * @throws AppError ERR_TICKET_ELSEWHERE, ERR_CONTACT_BLOCKED, ERR_REPLY_WINDOW_CLOSED, ERR_MARKETING_STOPPED,
 * ERR_IDEMPOTENCY_MISMATCH, and others that the route declares
 */
export const sendExternalMessage: RouteHandler<typeof externalRoutes.sendMessage> = async (context) => {
  requireContent(context);
  const { principal, body, files, ids, clock } = context;
  const call = namedCall(context);
  const repeated = await findAnswer(principal, call, clock.now());
  if (repeated !== undefined) return repeated;
  const wanted = { userId: body.userId ?? null, queueId: body.queueId ?? null };
  requireOwn(principal, wanted, body.whatsappId ?? null);
  const { sendAt } = body;
  if (sendAt !== undefined) return scheduleMessage(context, { sendAt, text: textOf(context), wanted, call });
  const recipient = recipientOf(principal, body.number);
  const storesNothing = body.noRegister;
  const [scene] = await Promise.all([
    recipient.scene(),
    requireUnblockedNumber(recipient),
    requireConnected(principal),
  ]);
  const template = body.template === undefined ? undefined : await findKnown(principal, body.template);
  if (template !== undefined) await requireWantedBy(recipient, template.template);
  else await requireOpenWindow(recipient, clock.now());
  const send = storesNothing ? sendWithoutRecord : sendKept;
  const whose = { principal, number: body.number, wanted, closes: body.closeTicket, call };
  return withFiles({ principal, number: body.number, ids }, files, (taken) =>
    send(
      { ids, clock },
      {
        ...whose,
        drafts: draftsOf(context, template, taken),
        // Storing files takes so long that the conversation has to be read again.
        scene: taken.length === 0 ? scene : undefined,
      },
    ),
  );
};
