import type { contactListRoutes } from '@prosa/shared/contracts/contact-lists.ts';
import { AppError } from '@prosa/shared/errors.ts';
import { presentContactList } from '../../domain/presenters/present-contact-list.ts';
import type { UserPrincipal } from '../../platform/auth/principal.ts';
import type { RouteHandler } from '../../platform/http/bind-routes.ts';
import { commit } from '../../platform/table/commit.ts';
import { ContactList } from '../../platform/table/entities/contact-lists.ts';
import { parseRow } from '../../platform/table/parse-row.ts';
import { retryOnConflict } from '../../platform/table/retry-on-conflict.ts';
import { openTable } from '../../platform/table/table.ts';
import { nextId } from '../../platform/table/updates.ts';
import { promptTimerItems } from '../../platform/timers/set-timer.ts';
import { checkNumbersSoonItems } from '../../repositories/contacts/contact-list-checks.ts';
import { putContactListItem } from '../../repositories/contacts/contact-lists.ts';
import { requireContactList } from './list-contact-lists.ts';

/** @throws AppError ERR_NO_WAPP_FOUND */
const requireConnection = ({ directory }: UserPrincipal, id: number | null): void => {
  if (id !== null && !directory.connections.has(id)) throw new AppError('ERR_NO_WAPP_FOUND');
};

/** Creates an empty list. The number's counter and one write. */
export const createContactList: RouteHandler<typeof contactListRoutes.create> = async ({
  principal,
  body,
  clock,
}) => {
  const { companyId } = principal;
  const { name, whatsappId } = body;
  requireConnection(principal, whatsappId);
  const table = openTable(companyId);
  const id = await nextId(table, ContactList);
  const contacts = { all: 0, invalid: 0, unchecked: 0 };
  const list = { companyId, id, name, connectionId: whatsappId, contacts };
  const item = putContactListItem(table, undefined, list, clock.now());
  await commit([item]);
  return presentContactList(parseRow(ContactList, item.item));
};

/**
 * Renames a list, or changes its connection, over which the unchecked numbers are then checked. Tries again if its
 * counts change meanwhile. One read and one transaction.
 */
export const updateContactList: RouteHandler<typeof contactListRoutes.update> = async ({
  principal,
  params,
  body,
  clock,
  ids,
}) => {
  const table = openTable(principal.companyId);
  const { name, whatsappId } = body;
  return retryOnConflict(async () => {
    const before = await requireContactList(table, params.id);
    const isMoved = whatsappId !== before.connectionId;
    // A list may keep a connection that was removed; then the default one checks.
    if (isMoved) requireConnection(principal, whatsappId);
    const nowMs = clock.now();
    const item = putContactListItem(table, before, { ...before, name, connectionId: whatsappId }, nowMs);
    const ports = { ids, nowMs };
    const check =
      isMoved && before.contacts.unchecked > 0 ? checkNumbersSoonItems(table, before.id, ports) : [];
    await commit([item, ...check]);
    return presentContactList(parseRow(ContactList, item.item));
  });
};

/** Removes a list at once; a timer removes its items. One read and one transaction. */
export const removeContactList: RouteHandler<typeof contactListRoutes.remove> = async ({
  principal,
  params,
  clock,
  ids,
}) => {
  const table = openTable(principal.companyId);
  await retryOnConflict(async () => {
    const list = await requireContactList(table, params.id);
    const nowMs = clock.now();
    const sweep = { kind: 'contact-list-sweep', subject: list.id, dueAt: nowMs } as const;
    await commit([
      table.delete(ContactList, { id: list.id }, list.version),
      ...promptTimerItems(table, sweep, { ids, nowMs }),
    ]);
  });
  return { message: 'Contact list deleted' };
};
