import type { authRoutes } from '@prosa/shared/contracts/auth.ts';
import { AppError } from '@prosa/shared/errors.ts';
import { decideRefresh } from '../../domain/auth/refresh-token.ts';
import { mayWorkAt } from '../../domain/auth/within-hours.ts';
import { sessionEnded } from '../../platform/auth/session-ended.ts';
import { forgetSession } from '../../platform/auth/session-life.ts';
import { requireDirectory } from '../../platform/directory.ts';
import type { RouteHandler } from '../../platform/http/bind-routes.ts';
import { log } from '../../platform/log.ts';
import { closeSessionsSockets } from '../../platform/realtime/sockets.ts';
import { commit } from '../../platform/table/commit.ts';
import { Session } from '../../platform/table/entities/users.ts';
import { retryOnConflict } from '../../platform/table/retry-on-conflict.ts';
import { loadSession, madeSuccessor, rotateSession } from '../../repositories/users/sessions.ts';
import { readRefreshCookie } from './refresh-cookie.ts';
import { sessionReply } from './session-reply.ts';

/**
 * Exchanges a refresh token for a new pair; each token works once (RFC 9700). Tabs that race with the same token get
 * the same successor. A token that is presented again later was copied, so its family is ended. Outside of the user's
 * working hours the request is refused, like a sign-in. One read and one write, and another
 * write when a page starts.
 * @throws AppError ERR_UNAUTHENTICATED, ERR_OUT_OF_HOURS
 */
export const refresh: RouteHandler<typeof authRoutes.refresh> = async ({ request, body, clock }) => {
  const text = readRefreshCookie(request.cookies);
  if (text === undefined) throw new AppError('ERR_UNAUTHENTICATED');
  return retryOnConflict(async () => {
    const nowMs = clock.now();
    const loaded = await loadSession(text);
    if (loaded === undefined) throw new AppError('ERR_UNAUTHENTICATED');
    const { token, companyId, table, session, user, presented } = loaded;
    const decision = decideRefresh(
      session,
      presented,
      user && { isActive: user.active, sessionVersion: user.sessionVersion },
      nowMs,
    );
    if (session === undefined || user === undefined) throw new AppError('ERR_UNAUTHENTICATED');
    if (decision === 'over') {
      throw session.sessionVersion === user.sessionVersion
        ? new AppError('ERR_UNAUTHENTICATED')
        : sessionEnded(user);
    }
    if (decision === 'replayed') {
      await commit([table.delete(Session, { userId: user.id, id: session.id })]);
      log.error('a used refresh token came back; its family is revoked', {
        alert: 'refresh-token-replay',
        companyId,
        userId: user.id,
      });
      forgetSession(session.id);
      await closeSessionsSockets(table, new Set([session.id]));
      throw new AppError('ERR_UNAUTHENTICATED');
    }
    const directory = await requireDirectory(companyId);
    // The refresh token stays valid: it continues the sign-in session when the working hours begin.
    if (!mayWorkAt(user, directory.company.timeZone, nowMs)) throw new AppError('ERR_OUT_OF_HOURS');
    const reply = (refreshToken: string) =>
      sessionReply(
        table,
        user,
        directory,
        { id: session.id, refreshToken, remember: session.remember },
        body.page,
        nowMs,
      );
    if (decision === 'repeat') {
      const successor = await madeSuccessor(session, text, token);
      if (successor === undefined) throw new AppError('ERR_UNAUTHENTICATED');
      return reply(successor);
    }
    const rotated = await rotateSession(table, session, text, token, nowMs);
    await commit([rotated.item]);
    return reply(rotated.refreshToken);
  });
};
