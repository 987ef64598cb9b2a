import { AppError } from '@prosa/shared/errors.ts';
import { isAdmin } from '@prosa/shared/permissions.ts';
import type { Attendant } from '../platform/auth/principal.ts';

type Actor = Pick<Attendant, 'directory' | 'user' | 'userId' | 'viewer'>;

/**
 * Throws if the user may not create tickets in a queue.
 * @throws AppError ERR_QUEUE_REQUIRED, ERR_NO_QUEUE_FOUND, ERR_NO_PERMISSION
 */
export const requireOwnQueue = (actor: Actor, queueId: number | null | undefined): number => {
  if (queueId == null) throw new AppError('ERR_QUEUE_REQUIRED');
  if (!actor.directory.queues.has(queueId)) throw new AppError('ERR_NO_QUEUE_FOUND');
  if (!isAdmin(actor.user) && !actor.viewer.queueIds.includes(queueId))
    throw new AppError('ERR_NO_PERMISSION');
  return queueId;
};

/**
 * Throws if the user may not assign new tickets to another user: attendants may only assign them to themselves.
 * @throws AppError ERR_NO_USER_FOUND, ERR_NO_PERMISSION
 */
export const requireOwnUser = (actor: Actor, userId: number): number => {
  if (actor.directory.users.get(userId)?.active !== true) throw new AppError('ERR_NO_USER_FOUND');
  if (userId !== actor.userId && !isAdmin(actor.user)) throw new AppError('ERR_NO_PERMISSION');
  return userId;
};

/**
 * Throws if the contact is a group and the user may not see groups.
 * @throws AppError ERR_NO_PERMISSION
 */
export const requireGroupsFor = ({ viewer }: Actor, { isGroup }: { isGroup: boolean }): void => {
  if (isGroup && !viewer.allowGroup) throw new AppError('ERR_NO_PERMISSION');
};
