import type { contactFileRoutes, ImportView } from '@prosa/shared/contracts/contact-files.ts';
import type { PhoneList } from '@prosa/shared/entities/history-import.ts';
import { AppError } from '@prosa/shared/errors.ts';
import { channelOf } from '../../channels/channels.ts';
import type { RouteHandler } from '../../platform/http/bind-routes.ts';
import { outboxItem } from '../../platform/queue/outbox-item.ts';
import { commit } from '../../platform/table/commit.ts';
import { ContactImport } from '../../platform/table/entities/contact-files.ts';
import { parseRow } from '../../platform/table/parse-row.ts';
import { openTable } from '../../platform/table/table.ts';
import { contactWork, importItem } from '../../repositories/contacts/contact-files.ts';
import { viewImport } from './import-contacts.ts';

type Context = Parameters<RouteHandler<typeof contactFileRoutes.importPhone>>[0];

/** Creates the import and the message that has the phone's contact list read and imported, in one transaction. */
const importList = async (
  { principal, ids, clock }: Pick<Context, 'principal' | 'ids' | 'clock'>,
  whatsappId: number | undefined,
  list: PhoneList,
): Promise<ImportView> => {
  const { companyId, userId, directory } = principal;
  const connection =
    whatsappId === undefined
      ? [...directory.connections.values()].find(({ isDefault }) => isDefault)
      : directory.connections.get(whatsappId);
  if (connection === undefined) throw new AppError('ERR_NO_WAPP_FOUND');
  if (channelOf(connection).begins !== 'session') throw new AppError('ERR_NO_WAPP_FOUND');
  const table = openTable(companyId);
  const nowMs = clock.now();
  const id = ids.sortable(nowMs);
  const item = importItem(
    table,
    undefined,
    {
      companyId,
      id,
      userId,
      fileName: connection.name,
      sourceKey: '',
      phone: { connectionId: connection.id, list },
      state: 'reading',
    },
    nowMs,
  );
  const work = contactWork('contact-imports', { companyId, userId, id });
  await commit([item, outboxItem(table, work, { ids, nowMs })]);
  return viewImport(parseRow(ContactImport, item.item), nowMs);
};

export const importPhone: RouteHandler<typeof contactFileRoutes.importPhone> = (context) =>
  importList(context, context.body.whatsappId, 'saved');

export const importChats: RouteHandler<typeof contactFileRoutes.importChats> = (context) =>
  importList(context, context.body.whatsappId, 'chats');
