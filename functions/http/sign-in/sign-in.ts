import type { signInRoutes } from '@prosa/shared/contracts/sign-in.ts';
import { PLATFORM_COMPANY_ID } from '@prosa/shared/entities/company.ts';
import { AppError } from '@prosa/shared/errors.ts';
import { deviceOf } from '../../domain/auth/device.ts';
import { surplusSessions } from '../../domain/auth/sessions.ts';
import { mayWorkAt } from '../../domain/auth/within-hours.ts';
import { hashPassword, isHashable, verifyPassword } from '../../platform/auth/password.ts';
import { systemPrincipal } from '../../platform/auth/principal.ts';
import { forgetSession } from '../../platform/auth/session-life.ts';
import { toInstant } from '../../platform/clock.ts';
import { forgetDirectory, requireDirectory } from '../../platform/directory.ts';
import type { RouteHandler } from '../../platform/http/bind-routes.ts';
import { createLimiter } from '../../platform/limiter.ts';
import { commit } from '../../platform/table/commit.ts';
import { Company } from '../../platform/table/entities/companies.ts';
import { EmailOwner, Session, User } from '../../platform/table/entities/users.ts';
import { retryOnConflict } from '../../platform/table/retry-on-conflict.ts';
import { globalTable, openTable } from '../../platform/table/table.ts';
import { countGuess } from '../../repositories/limits/guesses.ts';
import { auditItem } from '../../repositories/rows/audit.ts';
import { presenceItems } from '../../repositories/users/presence.ts';
import { loadSessions, openSession } from '../../repositories/users/sessions.ts';
import { loadUser, userItems } from '../../repositories/users/users.ts';
import { sessionReply } from '../auth/session-reply.ts';

/** Precision of a company's last login. A write per login would write the company's row too often. */
const LAST_LOGIN_STEP_MS = 60 * 60 * 1000;

/** A hash takes a core for 50 ms, so an admitted request waits half a second at most. */
const judging = createLimiter({ atOnce: 2, maxWaiting: 8 });

/** Looked up for an unknown e-mail, so that it takes as many reads as a known one; real ids begin at 1. */
const NOBODY = { companyId: PLATFORM_COMPANY_ID, userId: 0 };

const findUser = async (email: string) => {
  const owner = await globalTable.get(EmailOwner, { email }, { consistent: true });
  const { userId, ...place } = owner ?? NOBODY;
  const { companyId } = systemPrincipal('sign-in', place.companyId);
  const table = openTable(companyId);
  return { companyId, table, found: await loadUser(table, userId) };
};

/**
 * Returns the user with this e-mail and password, or undefined. Counts the guess before hashing the password (S-13).
 * @throws AppError ERR_TOO_MANY_REQUESTS
 */
const findByPassword = async (email: string, password: string, ip: string, nowMs: number) => {
  const guess = await countGuess('sign-in', { account: email, ip }, nowMs);
  try {
    const { companyId, table, found } = await findUser(email);
    const { isMatch, isWeak } = await verifyPassword(password, found?.passwordHash);
    if (found === undefined || !isMatch || !found.active) return undefined;
    await guess.wasRight();
    return { companyId, table, found, isWeak };
  } catch (error) {
    // The password was not checked, so the guess does not count.
    await guess.takeBack();
    throw error;
  }
};

/**
 * Signs in and creates a sign-in session, shared by all windows of one browser. Ends the user's other sessions if the
 * company allows only one session per user. Unknown account, wrong password and deactivated account get the same
 * response in the same time (S-12). Costs two writes, two reads, two writes, a query and one transaction, plus those of
 * the directory, and a write when a page starts.
 */
export const signIn: RouteHandler<typeof signInRoutes.signIn> = async ({ body, request, clock, ids }) => {
  // Every account refuses such a password, so the answer reveals nothing.
  if (!isHashable(body.password)) throw new AppError('ERR_INVALID_CREDENTIALS');
  const owner = await judging('sign-in', () =>
    findByPassword(body.email, body.password, request.ip, clock.now()),
  );
  if (owner === undefined) throw new AppError('ERR_INVALID_CREDENTIALS');
  const { companyId, table, found, isWeak } = owner;
  const rehashed = isWeak ? await hashPassword(body.password) : undefined;

  return retryOnConflict(async (tries) => {
    const nowMs = clock.now();
    if (tries > 1) forgetDirectory(companyId);
    const directory = await requireDirectory(companyId);
    if (!mayWorkAt(found, directory.company.timeZone, nowMs)) throw new AppError('ERR_OUT_OF_HOURS');
    const { company } = directory;
    const isDue = company.lastLogin === null || nowMs - Date.parse(company.lastLogin) >= LAST_LOGIN_STEP_MS;
    const before = tries > 1 ? await loadUser(table, found.id) : found;
    if (before === undefined || !before.active || before.passwordHash !== found.passwordHash) {
      throw new AppError('ERR_INVALID_CREDENTIALS');
    }
    const isOnlyOne = directory.settings.oneSessionPerUser;
    const sessionVersion = before.sessionVersion + (isOnlyOne ? 1 : 0);
    const user = {
      ...before,
      sessionVersion,
      soleVersion: isOnlyOne ? sessionVersion : before.soleVersion,
      passwordHash: rehashed ?? before.passwordHash,
    };
    const surplus = surplusSessions(await loadSessions(table, user.id), user, nowMs);
    const device = deviceOf(request.headers['user-agent']);
    const session = openSession(
      table,
      user,
      { remember: body.remember, device, ip: request.ip },
      { ids, nowMs },
    );
    await commit([
      session.item,
      ...surplus.map(({ id }) => table.delete(Session, { userId: user.id, id })),
      ...presenceItems(table, user.id, { ids, nowMs }),
      ...(isOnlyOne || rehashed !== undefined
        ? userItems(table, before, user, nowMs)
        : // A changed password, a demotion and a removal raise the version or take the user away.
          [table.check(User, { id: user.id }, { active: true, sessionVersion: user.sessionVersion })]),
      auditItem(table, { principal: { userId: user.id, user }, request, ids, nowMs }, 'auth.login', {
        id: user.id,
        before,
      }),
      ...(isDue
        ? [table.put(Company, { ...company, lastLogin: toInstant(nowMs) }, company.version, nowMs)]
        : []),
    ]);
    if (isOnlyOne || isDue) forgetDirectory(companyId);
    for (const { id } of surplus) forgetSession(id);
    return sessionReply(
      table,
      user,
      directory,
      { id: session.sessionId, refreshToken: session.refreshToken, remember: body.remember },
      body.page,
      nowMs,
    );
  });
};
