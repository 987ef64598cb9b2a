import type { contactFileRoutes, ImportView } from '@prosa/shared/contracts/contact-files.ts';
import type { PhoneList } from '@prosa/shared/entities/history-import.ts';
import { AppError } from '@prosa/shared/errors.ts';
import { channelOf } from '../../channels/channels.ts';
import type { RouteHandler } from '../../platform/http/bind-routes.ts';
import { createImport } from './import-contacts.ts';

type Context = Parameters<RouteHandler<typeof contactFileRoutes.importPhone>>[0];

/** Creates the import and the message that has the phone's contact list read and imported, in one transaction. */
const importList = async (
  context: Pick<Context, 'principal' | 'ids' | 'clock'>,
  whatsappId: number | undefined,
  list: PhoneList,
): Promise<ImportView> => {
  const { directory } = context.principal;
  const connection =
    whatsappId === undefined
      ? [...directory.connections.values()].find(({ isDefault }) => isDefault)
      : directory.connections.get(whatsappId);
  if (connection === undefined) throw new AppError('ERR_NO_WAPP_FOUND');
  if (channelOf(connection).begins !== 'session') throw new AppError('ERR_NO_WAPP_FOUND');
  return createImport(context, {
    fileName: connection.name,
    sourceKey: '',
    phone: { connectionId: connection.id, list },
  });
};

export const importPhone: RouteHandler<typeof contactFileRoutes.importPhone> = (context) =>
  importList(context, context.body.whatsappId, 'saved');

export const importChats: RouteHandler<typeof contactFileRoutes.importChats> = (context) =>
  importList(context, context.body.whatsappId, 'chats');
