import type { signInRoutes } from '@prosa/shared/contracts/sign-in.ts';
import { PLATFORM_COMPANY_ID } from '@prosa/shared/entities/company.ts';
import { AppError } from '@prosa/shared/errors.ts';
import { mayWorkAt } from '../../domain/auth/within-hours.ts';
import { hashPassword, isHashable, verifyPassword } from '../../platform/auth/password.ts';
import { systemPrincipal } from '../../platform/auth/principal.ts';
import { toInstant } from '../../platform/clock.ts';
import { forgetDirectory, requireDirectory } from '../../platform/directory.ts';
import type { RouteHandler } from '../../platform/http/bind-routes.ts';
import { commit } from '../../platform/table/commit.ts';
import { Company } from '../../platform/table/entities/companies.ts';
import { EmailOwner } from '../../platform/table/entities/users.ts';
import { retryOnConflict } from '../../platform/table/retry-on-conflict.ts';
import { globalTable, openTable } from '../../platform/table/table.ts';
import { createTurns } from '../../platform/turns.ts';
import { countGuess } from '../../repositories/limits/guesses.ts';
import { auditItem } from '../../repositories/rows/audit.ts';
import { presenceItems } from '../../repositories/users/presence.ts';
import { openSession } from '../../repositories/users/sessions.ts';
import { loadUser, userItems } from '../../repositories/users/users.ts';
import { sessionReply } from '../auth/session-reply.ts';

/** How exact a company's last login is kept; a write per login would touch the company's row all the time. */
const LAST_LOGIN_STEP_MS = 60 * 60 * 1000;

/** A hash takes a core for 50 ms: who is let in waits half a second at the longest. */
const judging = createTurns({ atOnce: 2, maxWaiting: 8 });

/** Looked up for an unknown e-mail, so that it takes as many reads as a known one; ids begin at 1. */
const NOBODY = { companyId: PLATFORM_COMPANY_ID, userId: 0 };

const findUser = async (email: string) => {
  const owner = await globalTable.get(EmailOwner, { email }, { consistent: true });
  const { userId, ...place } = owner ?? NOBODY;
  const { companyId } = systemPrincipal('sign-in', place.companyId);
  const table = openTable(companyId);
  return { companyId, table, found: await loadUser(table, userId) };
};

/**
 * Returns the user with this e-mail and password, or undefined. The guess is counted before it is hashed (S-13).
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
    // Nobody looked at it.
    await guess.takeBack();
    throw error;
  }
};

/**
 * Signs in, and ends the session that the user had elsewhere: there is one at a time, for all windows of one browser.
 * Unknown account, wrong password and deactivated account look and take the same (S-12). Two writes, two reads, two writes
 * and one transaction, beside the directory's.
 */
export const signIn: RouteHandler<typeof signInRoutes.signIn> = async ({ body, request, clock, ids }) => {
  // Every account refuses it alike, so this tells nobody anything.
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
    const user = {
      ...before,
      sessionVersion: before.sessionVersion + 1,
      passwordHash: rehashed ?? before.passwordHash,
    };
    const session = openSession(table, user, body.remember, { ids, nowMs });
    await commit([
      session.item,
      ...presenceItems(table, user.id, { ids, nowMs }),
      ...userItems(table, before, user, nowMs),
      auditItem(table, { principal: { userId: user.id, user }, request, ids, nowMs }, 'auth.login', {
        id: user.id,
        before,
      }),
      ...(isDue
        ? [table.put(Company, { ...company, lastLogin: toInstant(nowMs) }, company.version, nowMs)]
        : []),
    ]);
    forgetDirectory(companyId);
    return sessionReply(
      user,
      directory,
      { id: session.sessionId, refreshToken: session.refreshToken, remember: body.remember },
      nowMs,
    );
  });
};
