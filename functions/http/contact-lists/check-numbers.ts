import type { contactListRoutes } from '@prosa/shared/contracts/contact-lists.ts';
import { AppError } from '@prosa/shared/errors.ts';
import { checkingConnection } from '../../channels/checking-connection.ts';
import { presentContactList } from '../../domain/presenters/present-contact-list.ts';
import type { RouteHandler } from '../../platform/http/bind-routes.ts';
import { commit } from '../../platform/table/commit.ts';
import { openTable } from '../../platform/table/table.ts';
import { isConnected } from '../../repositories/connections/connections.ts';
import { checkNumbersSoonItems } from '../../repositories/contacts/contact-list-checks.ts';
import { requireContactList } from './list-contact-lists.ts';

/**
 * Has the unchecked numbers of a list checked. One read, one of half a unit, and one transaction.
 * @throws AppError ERR_WAPP_NOT_INITIALIZED if no connected connection can check numbers
 */
export const checkNumbers: RouteHandler<typeof contactListRoutes.checkNumbers> = async ({
  principal,
  params,
  clock,
  ids,
}) => {
  const { companyId, directory } = principal;
  const table = openTable(companyId);
  const list = await requireContactList(table, params.id);
  const connection = checkingConnection(directory.connections, list.connectionId);
  if (connection === undefined || !(await isConnected(table, connection.id)))
    throw new AppError('ERR_WAPP_NOT_INITIALIZED');
  if (list.contacts.unchecked > 0)
    await commit(checkNumbersSoonItems(table, list.id, { ids, nowMs: clock.now() }));
  return presentContactList(list);
};
