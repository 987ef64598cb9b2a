import type { userRoutes } from '@prosa/shared/contracts/users.ts';
import { AppError } from '@prosa/shared/errors.ts';
import { releaseUserTickets } from '../../conversations/detach-tickets.ts';
import { requireMayTouch } from '../../domain/users/change-user.ts';
import { forgetDirectory } from '../../platform/directory.ts';
import type { RouteHandler } from '../../platform/http/bind-routes.ts';
import { commit } from '../../platform/table/commit.ts';
import { EmailOwner, Presence } from '../../platform/table/entities/users.ts';
import { retryOnConflict } from '../../platform/table/retry-on-conflict.ts';
import { globalTable, openTable } from '../../platform/table/table.ts';
import { setTimerItem } from '../../platform/timers/set-timer.ts';
import { forgetUserInOptions } from '../../repositories/organisation/queue-references.ts';
import { auditItem } from '../../repositories/rows/audit.ts';
import { loadUser, type UserRow, userItems } from '../../repositories/users/users.ts';
import { discardPicture } from './discard-picture.ts';
import { remainingAdminItem } from './remaining-admin.ts';

/** Time that one request spends on the user's tickets; the remaining tickets need another call. */
const TICKETS_LIMIT_MS = 12_000;
/** After this no container caches a directory with the user, and the index lists every ticket assigned to the user. */
const SWEEP_AFTER_MS = 60_000;

/**
 * Removes a user: first blocks sign-in and access, then returns the user's tickets to pending and removes the user
 * from menus, then deletes the user. Not one transaction, because the user may have more tickets than a transaction
 * takes. A repeated call continues where the previous one stopped. A sweep a minute later returns tickets that
 * containers with a stale directory assigned to the user.
 */
export const removeUser: RouteHandler<typeof userRoutes.remove> = async ({
  params,
  principal,
  request,
  clock,
  ids,
}) => {
  const { companyId } = principal;
  const table = openTable(companyId);
  const load = async () => {
    const user = await loadUser(table, params.id);
    if (user === undefined) throw new AppError('ERR_NO_USER_FOUND');
    requireMayTouch(user, principal.user);
    return user;
  };
  const entry = (before: UserRow, nowMs: number) =>
    auditItem(table, { principal, request, ids, nowMs }, 'users.remove', { id: before.id, before });
  const isRecorded = await retryOnConflict(async () => {
    const user = await load();
    if (!user.active) return false;
    const items = user.profile === 'admin' ? [await remainingAdminItem(table, companyId, user.id)] : [];
    const ended = { ...user, active: false, sessionVersion: user.sessionVersion + 1 };
    const nowMs = clock.now();
    await commit([...userItems(table, user, ended, nowMs), ...items, entry(user, nowMs)]);
    return true;
  });
  forgetDirectory(companyId);
  const ports = { ids, clock, untilMs: clock.now() + TICKETS_LIMIT_MS };
  if (!(await releaseUserTickets(table, params.id, ports))) {
    throw new AppError('ERR_CONFLICT', { details: { again: true } });
  }
  await forgetUserInOptions(table, params.id, clock.now());
  const removed = await retryOnConflict(async () => {
    const user = await load();
    const nowMs = clock.now();
    const dueAt = nowMs + SWEEP_AFTER_MS;
    await commit([
      ...userItems(table, user, undefined, nowMs),
      globalTable.delete(EmailOwner, { email: user.email }),
      table.delete(Presence, { userId: user.id }),
      setTimerItem(table, { kind: 'user-sweep', subject: user.id, dueAt }, { ids, nowMs }),
      // An earlier request may have begun and logged the removal.
      ...(isRecorded ? [] : [entry(user, nowMs)]),
    ]);
    return user;
  });
  forgetDirectory(companyId);
  await discardPicture(removed);
  return { message: 'User deleted' };
};
