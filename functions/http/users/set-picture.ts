import type { userRoutes } from '@prosa/shared/contracts/users.ts';
import { AppError } from '@prosa/shared/errors.ts';
import { isAdmin } from '@prosa/shared/permissions.ts';
import { PICTURE_MAX_BYTES, PICTURE_MAX_PIXELS } from '@prosa/shared/rules/file-limits.ts';
import { requireMayTouch } from '../../domain/users/change-user.ts';
import type { UserPrincipal } from '../../platform/auth/principal.ts';
import { deleteObject, putObject } from '../../platform/blob/blob.ts';
import { storedKey } from '../../platform/blob/file-keys.ts';
import type { HandlerContext, RouteHandler } from '../../platform/http/bind-routes.ts';
import { retryOnConflict } from '../../platform/table/retry-on-conflict.ts';
import { openTable } from '../../platform/table/table.ts';
import { auditItem } from '../../repositories/rows/audit.ts';
import { readPicture } from '../media/read-picture.ts';
import { discardPicture } from './discard-picture.ts';
import { presentUsers } from './present.ts';
import { replaceUser, requireUser } from './replace-user.ts';

type Context = Pick<
  HandlerContext<typeof userRoutes.removePicture>,
  'principal' | 'request' | 'clock' | 'ids'
>;

/**
 * Requires that the caller may change the user: the caller's own account, or any for an administrator. Other callers
 * do not learn which users exist.
 */
const requireOwnOrAdmin = async (principal: UserPrincipal, userId: number): Promise<void> => {
  if (userId !== principal.userId && !isAdmin(principal.user)) throw new AppError('ERR_NO_PERMISSION');
  requireMayTouch(await requireUser(openTable(principal.companyId), userId), principal.user);
};

/** Sets a user's picture, or removes it (''), and deletes the previous picture. */
const changePicture = async (
  context: Context,
  action: 'users.setPicture' | 'users.removePicture',
  userId: number,
  key: string,
) => {
  const { principal, clock } = context;
  const table = openTable(principal.companyId);
  const { before, after } = await retryOnConflict(async () => {
    const found = await requireUser(table, userId);
    requireMayTouch(found, principal.user);
    const changed = { ...found, profileImage: key };
    const by = { ...context, nowMs: clock.now() };
    const entry = auditItem(table, by, action, { id: userId, before: found, after: changed });
    return { before: found, after: await replaceUser(table, found, changed, [entry], clock) };
  });
  if (before.profileImage !== key) await discardPicture(before);
  const [user] = await presentUsers([after], principal.directory, clock.now());
  if (user === undefined) throw new Error('a user was not presented');
  return user;
};

/**
 * Sets a user's picture, in the company's part of the bucket. Camera metadata is removed (S-42).
 * @throws AppError ERR_NO_PERMISSION, ERR_NO_USER_FOUND, ERR_MEDIA_EMPTY, ERR_MEDIA_TYPE, ERR_FILESIZE_OVER_LIMIT
 */
export const setPicture: RouteHandler<typeof userRoutes.setPicture> = async (context) => {
  const { params, body, files, principal, ids } = context;
  await requireOwnOrAdmin(principal, params.id);
  if (body.userId !== undefined && body.userId !== params.id) throw new AppError('ERR_NO_USER_FOUND');
  const picture = readPicture(files, {
    field: 'profileImage',
    maxBytes: PICTURE_MAX_BYTES,
    maxPixels: PICTURE_MAX_PIXELS,
  });
  const key = storedKey(principal.companyId, ids.uuid());
  await putObject(key, picture.bytes, picture.mimeType);
  try {
    return {
      user: await changePicture(context, 'users.setPicture', params.id, key),
      message: 'Picture saved',
    };
  } catch (error) {
    // After any other error the user's row may refer to the picture.
    if (error instanceof AppError) await deleteObject(key);
    throw error;
  }
};

/** Removes a user's picture. Does nothing if there is none. */
export const removePicture: RouteHandler<typeof userRoutes.removePicture> = async (context) => {
  const { params, principal } = context;
  await requireOwnOrAdmin(principal, params.id);
  return {
    user: await changePicture(context, 'users.removePicture', params.id, ''),
    message: 'Picture removed',
  };
};
