import type { userRoutes } from '@prosa/shared/contracts/users.ts';
import { AppError } from '@prosa/shared/errors.ts';
import { changeUser, isAdmin, requireMayTouch } from '../../domain/users/change-user.ts';
import type { RouteHandler } from '../../platform/http/bind-routes.ts';
import type { WriteItem } from '../../platform/table/commit.ts';
import { EmailOwner } from '../../platform/table/entities/users.ts';
import { retryOnConflict } from '../../platform/table/retry-on-conflict.ts';
import { globalTable, openTable } from '../../platform/table/table.ts';
import { requireConnection, requireQueues } from '../../repositories/require-entities.ts';
import type { UserRow } from '../../repositories/users.ts';
import { hashNewPassword } from './new-password.ts';
import { presentUsers } from './present.ts';
import { remainingAdminItem } from './remaining-admin.ts';
import { replaceUser, requireUser } from './replace-user.ts';

/** The markers that follow a changed address. */
const emailItems = async (before: UserRow, email: string, nowMs: number): Promise<WriteItem[]> => {
  if (email === before.email) return [];
  const owner = await globalTable.get(EmailOwner, { email }, { consistent: true });
  if (owner !== undefined) throw new AppError('ERR_EMAIL_EXISTS');
  const { companyId, id: userId } = before;
  return [
    globalTable.put(EmailOwner, { email, companyId, userId }, 'absent', nowMs),
    globalTable.delete(EmailOwner, { email: before.email }),
  ];
};

/** Changes a user: oneself, or any for an administrator. */
export const updateUser: RouteHandler<typeof userRoutes.update> = async ({
  params,
  body,
  principal,
  clock,
}) => {
  const { companyId: _own, ...input } = body;
  const table = openTable(principal.companyId);
  const editor = principal.user;
  // Refused before anything is read or hashed for him; he learns nothing of who exists.
  if (params.id !== principal.userId && !isAdmin(editor)) throw new AppError('ERR_NO_PERMISSION');
  requireMayTouch(await requireUser(table, params.id), editor);
  const passwordHash = input.password === undefined ? undefined : await hashNewPassword(input.password);
  const user = await retryOnConflict(async () => {
    const before = await requireUser(table, params.id);
    const after = changeUser(before, input, editor, passwordHash);
    await requireQueues(
      table,
      after.queueIds.filter((id) => !before.queueIds.includes(id)),
    );
    if (after.connectionId !== before.connectionId) await requireConnection(table, after.connectionId);
    const isDemoted = before.profile === 'admin' && after.profile === 'user';
    const items = [
      ...(await emailItems(before, after.email, clock.now())),
      ...(isDemoted ? [await remainingAdminItem(table, principal.companyId, before.id)] : []),
    ];
    return replaceUser(table, before, after, items, clock);
  });
  const [view] = await presentUsers([user], principal.directory, clock.now());
  if (view === undefined) throw new Error('a user was not presented');
  return view;
};

/** Keeps the width of the ticket list for a user. */
export const setListWidth: RouteHandler<typeof userRoutes.setListWidth> = async ({
  params,
  body,
  principal,
  clock,
}) => {
  const table = openTable(principal.companyId);
  if (params.id !== principal.userId) throw new AppError('ERR_NO_PERMISSION');
  const user = await retryOnConflict(async () => {
    const before = await requireUser(table, params.id);
    return replaceUser(table, before, { ...before, ...body }, [], clock);
  });
  const [view] = await presentUsers([user], principal.directory, clock.now());
  if (view === undefined) throw new Error('a user was not presented');
  return view;
};
