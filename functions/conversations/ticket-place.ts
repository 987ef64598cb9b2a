import { AppError } from '@prosa/shared/errors.ts';
import type { Attendant } from '../platform/auth/principal.ts';
import { isAdmin } from './ticket-access.ts';

type Actor = Pick<Attendant, 'directory' | 'user' | 'userId' | 'viewer'>;

/**
 * Refuses a queue in which a person may not open tickets.
 * @throws AppError ERR_QUEUE_REQUIRED, ERR_NO_QUEUE_FOUND, ERR_NO_PERMISSION
 */
export const requireOwnQueue = (actor: Actor, queueId: number | null | undefined): number => {
  if (queueId == null) throw new AppError('ERR_QUEUE_REQUIRED');
  if (!actor.directory.queues.has(queueId)) throw new AppError('ERR_NO_QUEUE_FOUND');
  if (!isAdmin(actor) && !actor.viewer.queueIds.includes(queueId)) throw new AppError('ERR_NO_PERMISSION');
  return queueId;
};

/**
 * Refuses a user to whom a person may not give new tickets: attendants give them to themselves.
 * @throws AppError ERR_NO_USER_FOUND, ERR_NO_PERMISSION
 */
export const requireOwnUser = (actor: Actor, userId: number): number => {
  if (actor.directory.users.get(userId)?.active !== true) throw new AppError('ERR_NO_USER_FOUND');
  if (userId !== actor.userId && !isAdmin(actor)) throw new AppError('ERR_NO_PERMISSION');
  return userId;
};

/**
 * Refuses a group to a person who does not see groups.
 * @throws AppError ERR_NO_PERMISSION
 */
export const requireGroupsFor = ({ viewer }: Actor, { isGroup }: { isGroup: boolean }): void => {
  if (isGroup && !viewer.allowGroup) throw new AppError('ERR_NO_PERMISSION');
};
