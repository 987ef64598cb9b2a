import type { userSessionRoutes } from '@prosa/shared/contracts/user-sessions.ts';
import { requireMayTouch } from '../../domain/users/change-user.ts';
import type { RouteHandler } from '../../platform/http/bind-routes.ts';
import { retryOnConflict } from '../../platform/table/retry-on-conflict.ts';
import { openTable } from '../../platform/table/table.ts';
import { auditItem } from '../../repositories/rows/audit.ts';
import { replaceUser, requireUser } from './replace-user.ts';

/** Ends all sessions of a user, in all browsers, by raising the user's session version. */
export const endSessions: RouteHandler<typeof userSessionRoutes.endSessions> = async ({
  params,
  principal,
  request,
  clock,
  ids,
}) => {
  const table = openTable(principal.companyId);
  await retryOnConflict(async () => {
    const before = await requireUser(table, params.id);
    requireMayTouch(before, principal.user);
    const after = { ...before, sessionVersion: before.sessionVersion + 1 };
    const by = { principal, request, ids, nowMs: clock.now() };
    const entry = auditItem(table, by, 'users.endSessions', { id: before.id, before, after });
    return replaceUser(table, before, after, [entry], clock);
  });
  return { message: 'Sessions ended' };
};
