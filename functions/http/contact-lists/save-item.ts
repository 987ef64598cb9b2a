import type { ContactListItemView, contactListRoutes } from '@prosa/shared/contracts/contact-lists.ts';
import type { ContactListItem as ItemFields } from '@prosa/shared/entities/contact-list.ts';
import { AppError } from '@prosa/shared/errors.ts';
import { presentContactListItem } from '../../domain/presenters/present-contact-list.ts';
import type { RouteHandler } from '../../platform/http/bind-routes.ts';
import { commit, WriteConflict, type WriteItem } from '../../platform/table/commit.ts';
import { ContactListItem } from '../../platform/table/entities/contact-lists.ts';
import { Unique } from '../../platform/table/entities/counters.ts';
import { parseRow } from '../../platform/table/parse-row.ts';
import { retryOnConflict } from '../../platform/table/retry-on-conflict.ts';
import { openTable } from '../../platform/table/table.ts';
import { checkNumbersSoonItems } from '../../repositories/contacts/contact-list-checks.ts';
import {
  contactListItemWrites,
  nextContactListItemId,
} from '../../repositories/contacts/contact-list-items.ts';
import { requireContactList } from './list-contact-lists.ts';
import { requireListItem } from './list-items.ts';

/**
 * Commits the writes and returns the item as it is afterwards.
 * @throws AppError ERR_DUPLICATED_CONTACT if another item of the list has the number
 */
const commitAndView = async (items: readonly WriteItem[]): Promise<ContactListItemView> => {
  try {
    await commit(items);
  } catch (error) {
    if (error instanceof WriteConflict && error.failedOn(Unique))
      throw new AppError('ERR_DUPLICATED_CONTACT', { cause: error });
    throw error;
  }
  const [view] = items.flatMap((item) =>
    item.op === 'put' && item.entity === ContactListItem.name
      ? [presentContactListItem(parseRow(ContactListItem, item.item))]
      : [],
  );
  if (view === undefined) throw new Error('an item was not written');
  return view;
};

/** Adds an item. One read, the number's counter, and one transaction, which also has the number checked. */
export const createListItem: RouteHandler<typeof contactListRoutes.createItem> = async ({
  principal,
  body,
  clock,
  ids,
}) => {
  const { companyId } = principal;
  const table = openTable(companyId);
  const { contactListId, name, number, email } = body;
  await requireContactList(table, contactListId);
  const id = await nextContactListItemId(table, contactListId);
  return retryOnConflict(async (tries) => {
    if (tries > 1) await requireContactList(table, contactListId);
    const nowMs = clock.now();
    const item: ItemFields = {
      companyId,
      contactListId,
      id,
      name,
      number,
      email,
      numberState: 'unchecked',
      checkedAt: null,
      importId: '',
    };
    return commitAndView([
      ...contactListItemWrites(table, contactListId, [{ after: item }], nowMs),
      ...checkNumbersSoonItems(table, contactListId, { ids, nowMs }, id),
    ]);
  });
};

/** Changes an item. Two reads and one transaction; a changed number is checked again. */
export const updateListItem: RouteHandler<typeof contactListRoutes.updateItem> = async ({
  principal,
  params,
  body,
  clock,
  ids,
}) => {
  const table = openTable(principal.companyId);
  const { name, number, email } = body;
  return retryOnConflict(async () => {
    const before = await requireListItem(table, params.id);
    const { contactListId } = before;
    const isNew = number !== before.number;
    const state = isNew ? { number, numberState: 'unchecked' as const, checkedAt: null } : {};
    const nowMs = clock.now();
    return commitAndView([
      ...contactListItemWrites(
        table,
        contactListId,
        [{ before, after: { ...before, name, email, ...state } }],
        nowMs,
      ),
      ...(isNew ? checkNumbersSoonItems(table, contactListId, { ids, nowMs }, before.id) : []),
    ]);
  });
};

/** Removes an item. Two reads and one transaction. */
export const removeListItem: RouteHandler<typeof contactListRoutes.removeItem> = async ({
  principal,
  params,
  clock,
}) => {
  const table = openTable(principal.companyId);
  await retryOnConflict(async () => {
    const before = await requireListItem(table, params.id);
    await commit(contactListItemWrites(table, before.contactListId, [{ before }], clock.now()));
  });
  return { message: 'Contact deleted' };
};
