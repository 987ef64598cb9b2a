import type { RouteShape } from '@prosa/shared/contracts/route.ts';
import { AppError } from '@prosa/shared/errors.ts';
import { isPermitted } from '@prosa/shared/permissions.ts';
import { verifyAccessToken } from '../auth/access-token.ts';
import { isExpired, type Principal, viewerOf } from '../auth/principal.ts';
import { forgetDirectory, getDirectory } from '../directory.ts';
import type { Middleware } from '../lambda/create-handler.ts';
import type { HttpCall, HttpResult } from './http-call.ts';
import { requireOwnOrigin } from './require-own-origin.ts';

const BEARER = /^Bearer ([A-Za-z0-9._~+/=-]{1,4096})$/;

/** Proves who calls: a valid token of a living session version of an active user. */
export const authenticate = async (authorization: string | undefined, nowMs: number): Promise<Principal> => {
  const token = authorization === undefined ? undefined : BEARER.exec(authorization)?.[1];
  if (token === undefined) throw new AppError('ERR_UNAUTHENTICATED');
  const claims = await verifyAccessToken(token, nowMs);
  let directory = await getDirectory(claims.companyId);
  let user = directory?.users.get(claims.userId);
  if (user === undefined || user.sessionVersion < claims.sessionVersion) {
    // The token is genuine and newer than what this container read: the user has just been made or changed.
    forgetDirectory(claims.companyId);
    directory = await getDirectory(claims.companyId);
    user = directory?.users.get(claims.userId);
  }
  if (
    directory === undefined ||
    user === undefined ||
    !user.active ||
    user.sessionVersion !== claims.sessionVersion
  ) {
    throw new AppError('ERR_UNAUTHENTICATED');
  }
  return {
    companyId: claims.companyId,
    userId: user.id,
    sessionId: claims.sessionId,
    user,
    viewer: viewerOf(user, directory),
    directory,
  };
};

/** Decides a row for a caller: permission, then subscription, then plan. Super is bound by none of the latter two. */
export const authorize = (row: RouteShape, principal: Principal, nowMs: number): void => {
  if (!isPermitted(row.permission, principal.user)) throw new AppError('ERR_NO_PERMISSION');
  if (row.expiry === 'enforced' && isExpired(principal.directory, nowMs))
    throw new AppError('ERR_SUBSCRIPTION_EXPIRED');
  if (row.plan !== null && principal.directory.plan.flags[row.plan] !== true)
    throw new AppError('ERR_PLAN_FEATURE');
};

/**
 * Callers may repeat their company's id, as older clients do; another company's is refused, whatever the field.
 * @throws AppError ERR_NO_PERMISSION
 */
export const refuseForeignCompany = (principal: Principal, ...inputs: unknown[]): void => {
  for (const input of inputs) {
    if (typeof input !== 'object' || input === null || !('companyId' in input)) continue;
    const { companyId } = input;
    if (companyId !== undefined && companyId !== principal.companyId) throw new AppError('ERR_NO_PERMISSION');
  }
};

/** Rows whose callers prove themselves otherwise, or need not. */
const WITHOUT_PRINCIPAL = new Set(['public', 'cookie', 'webhook']);

/**
 * Finds out who calls and whether the row lets them, before anything of the request is parsed.
 * @throws AppError ERR_NOT_FOUND, ERR_ORIGIN_REFUSED, and those of {@link authenticate} and {@link authorize}
 */
export const authorizeCaller = (): Middleware<HttpCall, HttpResult> => ({
  before: async ({ event: call }) => {
    if (call.route === undefined) throw new AppError('ERR_NOT_FOUND');
    const { row } = call.route;
    const { headers } = call.request;
    if (row.permission === 'cookie') requireOwnOrigin(headers);
    if (WITHOUT_PRINCIPAL.has(row.permission)) return;
    call.principal = await authenticate(headers.authorization, call.nowMs);
    authorize(row, call.principal, call.nowMs);
  },
});
