import type { interactiveRoutes } from '@prosa/shared/contracts/interactive.ts';
import { AppError } from '@prosa/shared/errors.ts';
import { needsOf } from '@prosa/shared/rules/message-template.ts';
import { fitsHeader, storedContentOf } from '../../domain/messages/outbound-content.ts';
import { requireWanted, templateContent } from '../../domain/messages/template-content.ts';
import type { RouteHandler } from '../../platform/http/bind-routes.ts';
import { sha256 } from '../../platform/ids.ts';
import { openTable } from '../../platform/table/table.ts';
import { loadConnection } from '../../repositories/connections/connections.ts';
import { findTemplate } from '../../repositories/connections/message-templates.ts';
import { loadContact } from '../../repositories/contacts/contacts.ts';
import { sayOnce } from './say-once.ts';
import { type TakenFile, takeUpload } from './take-files.ts';

/**
 * Sends a template of the ticket's connection. Three reads more than a text.
 * @throws AppError those of `sayOnce`; ERR_NO_TEMPLATE_FOUND; ERR_TEMPLATE_STATE; ERR_MARKETING_STOPPED;
 * ERR_TEMPLATE_VALUES for values that are missing, or a file that the header does not show (`mediaKey`)
 */
export const sendTemplate: RouteHandler<typeof interactiveRoutes.sendTemplate> = (context) => {
  const { principal, params, body } = context;
  const { clientId, mediaKey, values, ...named } = body;
  const table = openTable(principal.companyId);
  let taken: TakenFile | undefined;
  return sayOnce(context, {
    ticketId: params.ticketId,
    request: {
      clientId,
      bodyHash: sha256(JSON.stringify(['template', params.ticketId, named, values, mediaKey])),
    },
    uploadKeys: mediaKey ? [mediaKey] : [],
    isPrivate: false,
    draft: async ({ connectionId, contact }, [upload]) => {
      const [connection, recipient] = await Promise.all([
        connectionId === null ? undefined : loadConnection(table, connectionId),
        loadContact(table, contact.id),
      ]);
      if (connection === undefined) throw new AppError('ERR_NO_WAPP_FOUND');
      const template = await findTemplate(table, connection, named);
      if (template === undefined) throw new AppError('ERR_NO_TEMPLATE_FOUND');
      if (recipient !== undefined) requireWanted(template, recipient);
      const stored = storedContentOf(templateContent(template, values));
      const { file } = needsOf(template);
      const unfit = new AppError('ERR_TEMPLATE_VALUES', { details: { missing: ['mediaKey'] } });
      if ((upload === undefined) !== (file === null)) throw unfit;
      if (upload === undefined) return [stored];
      taken ??= await takeUpload(upload, false, contact);
      if (!fitsHeader(file, taken)) throw unfit;
      return [{ ...stored, media: taken.media }];
    },
  });
};
