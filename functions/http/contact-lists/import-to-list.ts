import type { contactListRoutes } from '@prosa/shared/contracts/contact-lists.ts';
import type { RouteHandler } from '../../platform/http/bind-routes.ts';
import { openTable } from '../../platform/table/table.ts';
import { listImportsOfList } from '../../repositories/contacts/contact-files.ts';
import { beginImport, viewImports } from '../contact-files/import-contacts.ts';
import { requireContactList } from './list-contact-lists.ts';

/** Creates the import and the message that has its file read and imported. One read and one transaction. */
export const uploadToList: RouteHandler<typeof contactListRoutes.upload> = async ({ params, ...context }) => {
  const list = await requireContactList(openTable(context.principal.companyId), params.id);
  return beginImport(context, list.id);
};

/** Lists the caller's imports into a list. One read and one query. */
export const listListImports: RouteHandler<typeof contactListRoutes.listImports> = async ({
  principal,
  params,
  clock,
}) => {
  const table = openTable(principal.companyId);
  const list = await requireContactList(table, params.id);
  return {
    imports: await viewImports(await listImportsOfList(table, principal.userId, list.id), clock.now()),
  };
};
