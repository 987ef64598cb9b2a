import type { userRoutes } from '@prosa/shared/contracts/users.ts';
import { AppError } from '@prosa/shared/errors.ts';
import { isAdmin } from '@prosa/shared/permissions.ts';
import { changeUser, needsPassword, requireMayTouch } from '../../domain/users/change-user.ts';
import { isHashable, verifyPassword } from '../../platform/auth/password.ts';
import type { UserPrincipal } from '../../platform/auth/principal.ts';
import { forgetSession } from '../../platform/auth/session-life.ts';
import type { RouteHandler } from '../../platform/http/bind-routes.ts';
import type { WriteItem } from '../../platform/table/commit.ts';
import { EmailOwner, Session } from '../../platform/table/entities/users.ts';
import { retryOnConflict } from '../../platform/table/retry-on-conflict.ts';
import { globalTable, openTable, type Table } from '../../platform/table/table.ts';
import { countGuess } from '../../repositories/limits/guesses.ts';
import { auditItem } from '../../repositories/rows/audit.ts';
import { requireConnection, requireQueues } from '../../repositories/rows/require-entities.ts';
import type { UserRow } from '../../repositories/users/users.ts';
import { hashNewPassword } from './new-password.ts';
import { presentUsers } from './present.ts';
import { remainingAdminItem } from './remaining-admin.ts';
import { replaceUser, requireUser } from './replace-user.ts';
import { requireFreeEmail } from './require-free-email.ts';

/** Returns the writes of the unique markers for a changed e-mail address. */
const emailItems = async (before: UserRow, email: string, nowMs: number): Promise<WriteItem[]> => {
  if (email === before.email) return [];
  const { companyId, id: userId } = before;
  await requireFreeEmail(email, companyId, nowMs);
  return [
    globalTable.put(EmailOwner, { email, companyId, userId }, 'absent', nowMs),
    globalTable.delete(EmailOwner, { email: before.email }),
  ];
};

/**
 * Requires the current password for a change of e-mail or password. Guesses are counted like those of signing in,
 * before anything is hashed, so that an unattended sign-in session cannot be used to try passwords (S-13).
 * @returns the verified hash; the write requires that it is still the user's
 * @throws AppError ERR_CURRENT_PASSWORD for a wrong or missing one, ERR_TOO_MANY_REQUESTS
 */
const provenHash = async (
  user: UserRow,
  currentPassword: string | undefined,
  ip: string,
  nowMs: number,
): Promise<string> => {
  if (currentPassword === undefined || !isHashable(currentPassword))
    throw new AppError('ERR_CURRENT_PASSWORD');
  const account = `${user.companyId}.${user.id}`;
  const guess = await countGuess('current-password', { account, ip }, nowMs);
  const { isMatch } = await verifyPassword(currentPassword, user.passwordHash).catch(
    async (error: unknown) => {
      // The password was not checked, so the guess does not count.
      await guess.takeBack();
      throw error;
    },
  );
  if (!isMatch) throw new AppError('ERR_CURRENT_PASSWORD');
  await guess.wasRight();
  return user.passwordHash;
};

/** Returns the writes that keep the current sign-in session when a new password ends all others of the user. */
const ownSessionItems = async (
  table: Table,
  { userId, sessionId }: UserPrincipal,
  { sessionVersion }: Pick<UserRow, 'sessionVersion'>,
  nowMs: number,
): Promise<WriteItem[]> => {
  const session = await table.get(Session, { userId, id: sessionId }, { consistent: true });
  if (session === undefined || session.sessionVersion === sessionVersion) return [];
  return [table.put(Session, { ...session, sessionVersion }, session.version, nowMs)];
};

/** Changes a user: the caller's own account, or any for an administrator. */
export const updateUser: RouteHandler<typeof userRoutes.update> = async ({
  params,
  body,
  principal,
  request,
  clock,
  ids,
}) => {
  const { companyId: _own, ...input } = body;
  const table = openTable(principal.companyId);
  const editor = principal.user;
  // Refused before anything is read or hashed, so the caller does not learn which users exist.
  if (params.id !== principal.userId && !isAdmin(editor)) throw new AppError('ERR_NO_PERMISSION');
  const found = await requireUser(table, params.id);
  requireMayTouch(found, editor);
  const proven = needsPassword(found, input, editor)
    ? await provenHash(found, input.currentPassword, request.ip, clock.now())
    : undefined;
  const passwordHash = input.password === undefined ? undefined : await hashNewPassword(input.password);
  const user = await retryOnConflict(async () => {
    const before = await requireUser(table, params.id);
    if (needsPassword(before, input, editor) && before.passwordHash !== proven) {
      throw new AppError('ERR_CURRENT_PASSWORD');
    }
    const after = changeUser(before, input, editor, passwordHash);
    await requireQueues(
      table,
      after.queueIds.filter((id) => !before.queueIds.includes(id)),
    );
    if (after.connectionId !== before.connectionId) await requireConnection(table, after.connectionId);
    const isDemoted = before.profile === 'admin' && after.profile === 'user';
    const by = { principal, request, ids, nowMs: clock.now() };
    const items = [
      auditItem(table, by, 'users.update', { id: before.id, before, after }),
      ...(proven === undefined ? [] : await ownSessionItems(table, principal, after, clock.now())),
      ...(isDemoted ? [await remainingAdminItem(table, principal.companyId, before.id)] : []),
      // Last, because only an otherwise valid request may learn whether the address is taken.
      ...(await emailItems(before, after.email, clock.now())),
    ];
    return replaceUser(table, before, after, items, clock);
  });
  if (proven !== undefined) forgetSession(principal.sessionId);
  const [view] = await presentUsers([user], principal.directory, clock.now());
  if (view === undefined) throw new Error('a user was not presented');
  return view;
};

/** Stores a user's width of the ticket list. */
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
