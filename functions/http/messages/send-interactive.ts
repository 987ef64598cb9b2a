import type { interactiveRoutes } from '@prosa/shared/contracts/interactive.ts';
import type { BodyOf } from '@prosa/shared/contracts/route.ts';
import { AppError } from '@prosa/shared/errors.ts';
import { CUSTOMER_TEXTS } from '@prosa/shared/i18n/customer-texts.ts';
import {
  type Button,
  type InteractiveContent,
  interactiveContentSchema,
} from '@prosa/shared/messaging/rich-content.ts';
import { pixKey } from '@prosa/shared/rules/pix-key.ts';
import { fillText } from '../../conversations/fill-text.ts';
import { storedContentOf } from '../../domain/messages/outbound-content.ts';
import type { HandlerContext, RouteHandler } from '../../platform/http/bind-routes.ts';
import { sha256 } from '../../platform/ids.ts';
import { sayOnce } from './say-once.ts';
import { type TakenFile, takeUpload } from './take-files.ts';

/** The parts of the context that all handlers of this file use. */
type Context = Pick<
  HandlerContext<typeof interactiveRoutes.sendPix>,
  'principal' | 'params' | 'ids' | 'clock'
> & {
  body: { clientId?: string | undefined; image?: string | null };
};

/** Texts that a content needs in addition to its request. */
interface Words {
  /** Fills the placeholders. */
  fill: (written: string) => string;
  /** Default texts in the company's language. */
  unsaid: (typeof CUSTOMER_TEXTS)['pt']['button'];
}

/**
 * Sends one interactive message. Permissions, allowed tickets and deduplication are those of a text.
 * @param kind distinguishes requests of different rows with the same client id
 */
const sayContent = (
  context: Context,
  kind: string,
  contentOf: (words: Words) => InteractiveContent,
): ReturnType<typeof sayOnce> => {
  const { principal, params, body, clock } = context;
  const { directory, user } = principal;
  const { clientId, ...asked } = body;
  let taken: TakenFile | undefined;
  return sayOnce(context, {
    ticketId: params.ticketId,
    request: { clientId, bodyHash: sha256(JSON.stringify([kind, params.ticketId, asked])) },
    uploadKeys: body.image ? [body.image] : [],
    isPrivate: false,
    draft: async (ticket, [upload]) => {
      const made = contentOf({
        fill: (written) => fillText(directory, ticket, user.name, written, clock.now()),
        unsaid: CUSTOMER_TEXTS[directory.settings.language].button,
      });
      // Filling the placeholders may have made a text too long.
      const content = interactiveContentSchema.safeParse(made);
      if (!content.success) throw new AppError('ERR_VALIDATION', { cause: content.error });
      const stored = storedContentOf(content.data);
      if (upload === undefined) return [stored];
      taken ??= await takeUpload(upload, false, ticket.contact);
      if (taken.mediaType !== 'image') throw new AppError('ERR_MEDIA_TYPE');
      return [{ ...stored, media: taken.media }];
    },
  });
};

export const sendList: RouteHandler<typeof interactiveRoutes.sendList> = (context) =>
  sayContent(context, 'list', ({ fill, unsaid }) => {
    const { title, text, buttonText, sections } = context.body;
    let count = 0;
    return {
      kind: 'list',
      title: fill(title),
      text: fill(text) || unsaid.list.text,
      footer: '',
      button: buttonText || unsaid.list.title,
      sections: sections.map((section) => ({
        title: section.title,
        rows: section.rows.map(({ rowId, ...row }) => {
          count += 1;
          return { ...row, id: rowId || String(count) };
        }),
      })),
    };
  });

/** Sends a text with one button. */
const sayButton = (
  context: Context & { body: BodyOf<typeof interactiveRoutes.sendCopy> },
  kind: 'copy' | 'call' | 'url',
  buttonOf: (title: string) => Button,
): ReturnType<typeof sayOnce> =>
  sayContent(context, kind, ({ fill, unsaid }) => {
    const { title, description, buttonText } = context.body;
    return {
      kind: 'buttons',
      title: fill(title),
      text: fill(description) || unsaid[kind].text,
      footer: '',
      buttons: [buttonOf(buttonText || unsaid[kind].title)],
    };
  });

export const sendCopy: RouteHandler<typeof interactiveRoutes.sendCopy> = (context) =>
  sayButton(context, 'copy', (title) => ({ action: 'copy', title, code: context.body.copyText }));

export const sendCall: RouteHandler<typeof interactiveRoutes.sendCall> = (context) =>
  sayButton(context, 'call', (title) => ({ action: 'call', title, number: context.body.copyText }));

export const sendUrl: RouteHandler<typeof interactiveRoutes.sendUrl> = (context) =>
  sayButton(context, 'url', (title) => ({ action: 'url', title, url: context.body.copyText }));

export const sendPix: RouteHandler<typeof interactiveRoutes.sendPix> = (context) =>
  sayContent(context, 'pix', ({ fill }) => {
    const {
      title,
      sendvalue,
      sendkey_type: keyType,
      sendmerchant_name: merchantName,
      sendKey,
    } = context.body;
    return {
      kind: 'pix',
      title: fill(title),
      amountCents: sendvalue,
      keyType,
      // The contract has already validated the key.
      pixKey: pixKey(keyType, sendKey) ?? '',
      merchantName,
    };
  });
