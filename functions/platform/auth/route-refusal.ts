import type { RouteShape } from '@prosa/shared/contracts/route.ts';
import type { DirectoryUser } from '@prosa/shared/entities/user.ts';
import type { ErrorCode } from '@prosa/shared/errors.ts';
import { isPermitted } from '@prosa/shared/permissions.ts';
import type { Directory } from '../directory.ts';
import { isExpired } from './principal.ts';

/** The fields of a route that say who may call it. */
export type RouteRights = Pick<RouteShape, 'permission' | 'expiry' | 'plan'>;

/** A caller of a company; without a user, one with a connection's token. */
interface Caller {
  user?: DirectoryUser;
  directory: Directory;
}

/**
 * Returns the error with which a route refuses a caller, or undefined: checks permission, then subscription, then plan.
 * Whether the caller is active and signed in is decided elsewhere.
 */
export const routeRefusal = (
  row: RouteRights,
  { user, directory }: Caller,
  nowMs: number,
): ErrorCode | undefined => {
  if (user !== undefined && !isPermitted(row.permission, user)) return 'ERR_NO_PERMISSION';
  if (row.expiry === 'enforced' && isExpired(directory, nowMs)) return 'ERR_SUBSCRIPTION_EXPIRED';
  if (row.plan !== null && directory.plan.flags[row.plan] !== true) return 'ERR_PLAN_FEATURE';
  return undefined;
};
