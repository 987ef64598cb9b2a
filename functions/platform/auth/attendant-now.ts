import { forgetDirectory, getDirectory } from '../directory.ts';
import type { CompanyId } from './company-id.ts';
import { type Attendant, viewerOf } from './principal.ts';
import { type RouteRights, routeRefusal } from './route-refusal.ts';

const attendantIn = async (
  { companyId, userId, row }: LaterWork,
  nowMs: number,
): Promise<Attendant | undefined> => {
  const directory = await getDirectory(companyId);
  const user = directory?.users.get(userId);
  if (directory === undefined || user?.active !== true) return undefined;
  return routeRefusal(row, { user, directory }, nowMs) === undefined
    ? { companyId, userId, user, viewer: viewerOf(user, directory), directory }
    : undefined;
};

/** Work that a user started with a call of a route, and that a worker or a timer does later. */
interface LaterWork {
  companyId: CompanyId;
  userId: number;
  /** The route that the user called. */
  row: RouteRights;
}

/**
 * Returns the user who started a piece of work, with the rights that the user has now. Returns undefined if the user was
 * removed or deactivated, or may not call the route that starts the work any more (S-05); then the work must end. Costs
 * what {@link getDirectory} costs. A refusal is decided again with the stored rows, because user and permission may be
 * newer than the cached directory.
 */
export const attendantNow = async (work: LaterWork, nowMs: number): Promise<Attendant | undefined> => {
  const attendant = await attendantIn(work, nowMs);
  if (attendant !== undefined) return attendant;
  forgetDirectory(work.companyId);
  return attendantIn(work, nowMs);
};
