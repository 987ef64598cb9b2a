import type { RouteShape } from '@prosa/shared/contracts/route.ts';
import { AppError } from '@prosa/shared/errors.ts';
import { callerOf } from '@prosa/shared/permissions.ts';
import { verifyAccessToken } from '../auth/access-token.ts';
import { provenCompany } from '../auth/company-id.ts';
import { findConnectionByToken } from '../auth/connection-token.ts';
import { type ApiTokenPrincipal, type Principal, type UserPrincipal, viewerOf } from '../auth/principal.ts';
import { routeRefusal } from '../auth/route-refusal.ts';
import { sessionEnded } from '../auth/session-ended.ts';
import { forgetSession, livingSession } from '../auth/session-life.ts';
import { forgetDirectory, getDirectory } from '../directory.ts';
import type { Middleware } from '../lambda/create-handler.ts';
import { PROVIDERS } from '../webhooks/providers.ts';
import type { HttpCall, HttpResult } from './http-call.ts';
import { requireOwnOrigin } from './require-own-origin.ts';

const BEARER = /^Bearer ([A-Za-z0-9._~+/=-]{1,4096})$/;

/** @throws AppError ERR_UNAUTHENTICATED if there is no token */
const bearerToken = (authorization: string | undefined): string => {
  const token = authorization === undefined ? undefined : BEARER.exec(authorization)?.[1];
  if (token === undefined) throw new AppError('ERR_UNAUTHENTICATED');
  return token;
};

/**
 * Authenticates a user: requires a valid token of a valid sign-in session of an active user.
 * @throws AppError ERR_SESSION_EXPIRED for a token that a refresh can replace, ERR_UNAUTHENTICATED if the sign-in
 * session has ended
 */
const authenticateUser = async (token: string, nowMs: number): Promise<UserPrincipal> => {
  const claims = await verifyAccessToken(token, nowMs);
  const companyId = provenCompany(claims.companyId);
  let [directory, session] = await Promise.all([
    getDirectory(companyId),
    livingSession(companyId, claims, nowMs),
  ]);
  if (session === undefined) throw new AppError('ERR_UNAUTHENTICATED');
  let user = directory?.users.get(claims.userId);
  if (user === undefined || user.sessionVersion < session.sessionVersion) {
    // The sign-in session is newer than this container's cached directory: the user was just created or changed.
    forgetDirectory(companyId);
    directory = await getDirectory(companyId);
    user = directory?.users.get(claims.userId);
  } else if (user.sessionVersion > session.sessionVersion) {
    // All sign-in sessions of the user ended, except the one in which the password was changed.
    forgetSession(claims.sessionId);
    session = await livingSession(companyId, claims, nowMs);
  }
  if (directory === undefined || user === undefined || !user.active || session === undefined)
    throw new AppError('ERR_UNAUTHENTICATED');
  if (user.sessionVersion !== session.sessionVersion) throw sessionEnded(user);
  return {
    kind: 'user',
    companyId,
    userId: user.id,
    sessionId: claims.sessionId,
    user,
    viewer: viewerOf(user, directory),
    directory,
  };
};

/** Message that external programs show to their users. It reveals nothing about the token's owner. */
const INVALID_TOKEN = { message: 'Invalid token: contact the administrator of the platform' };

/**
 * Returns the connection that a token of the external API belongs to.
 * @throws AppError ERR_NO_PERMISSION for an unknown token, including a user's: the API specification distinguishes it
 * from a missing token
 */
const authenticateToken = async (token: string, nowMs: number): Promise<ApiTokenPrincipal> => {
  const found = await findConnectionByToken(token, nowMs);
  if (found === undefined) throw new AppError('ERR_NO_PERMISSION', { details: INVALID_TOKEN });
  const { connectionId } = found;
  const companyId = provenCompany(found.companyId);
  let directory = await getDirectory(companyId);
  if (directory?.connections.has(connectionId) !== true) {
    // The connection may be newer than this container's cached directory.
    forgetDirectory(companyId);
    directory = await getDirectory(companyId);
  }
  const connection = directory?.connections.get(connectionId);
  if (directory === undefined || connection === undefined)
    throw new AppError('ERR_NO_PERMISSION', { details: INVALID_TOKEN });
  return { kind: 'api-token', companyId, connection, directory };
};

/** Checks a route for a caller, by {@link routeRefusal}. */
const authorize = (row: RouteShape, principal: UserPrincipal | ApiTokenPrincipal, nowMs: number): void => {
  const refusal = routeRefusal(row, principal, nowMs);
  if (refusal !== undefined) throw new AppError(refusal);
};

/**
 * Refuses another company's id in any field. Callers may repeat their own company's id, as older clients do.
 * @throws AppError ERR_NO_PERMISSION
 */
export const refuseForeignCompany = (principal: Principal, ...inputs: unknown[]): void => {
  if (principal.kind === 'webhook') return;
  for (const input of inputs) {
    if (typeof input !== 'object' || input === null || !('companyId' in input)) continue;
    const { companyId } = input;
    if (companyId != null && String(companyId) !== String(principal.companyId))
      throw new AppError('ERR_NO_PERMISSION');
  }
};

/** Authenticates the caller as the row requires. Returns undefined for rows without authentication. */
const identify = async (row: RouteShape, call: HttpCall): Promise<Principal | undefined> => {
  const { request, queryParameters: query, nowMs } = call;
  const caller = callerOf(row.permission);
  if (caller === 'anybody') return undefined;
  if (caller === 'webhook') {
    const { provider, method } = row;
    if (provider === undefined) throw new Error(`${row.id} names no provider`);
    await PROVIDERS[provider].prove({ method, request, query });
    return { kind: 'webhook', provider };
  }
  const token = bearerToken(request.headers.authorization);
  const principal = await (caller === 'user' ? authenticateUser : authenticateToken)(token, nowMs);
  authorize(row, principal, nowMs);
  return principal;
};

/**
 * Authenticates the caller and checks the route's permission, before any part of the request is parsed.
 * @throws AppError ERR_NOT_FOUND, ERR_ORIGIN_REFUSED, ERR_UNAUTHENTICATED, ERR_SESSION_EXPIRED, ERR_NO_PERMISSION,
 * ERR_SUBSCRIPTION_EXPIRED, ERR_PLAN_FEATURE
 */
export const authorizeCaller = (): Middleware<HttpCall, HttpResult> => ({
  before: async ({ event: call }) => {
    if (call.route === undefined) throw new AppError('ERR_NOT_FOUND');
    const { row } = call.route;
    if (row.permission === 'cookie') requireOwnOrigin(call.request.headers);
    const principal = await identify(row, call);
    if (principal !== undefined) call.principal = principal;
  },
});
