import type { SendCapView, sendCapRoutes } from '@prosa/shared/contracts/send-caps.ts';
import { AppError } from '@prosa/shared/errors.ts';
import { isTrial, sendCapsOf } from '@prosa/shared/rules/send-caps.ts';
import { endOfLocalDay } from '@prosa/shared/rules/zone-format.ts';
import { isInForce } from '../../domain/sends/send-limits.ts';
import { systemPrincipal } from '../../platform/auth/principal.ts';
import { toInstant } from '../../platform/clock.ts';
import { type Directory, forgetDirectory, getDirectory } from '../../platform/directory.ts';
import type { RouteHandler } from '../../platform/http/bind-routes.ts';
import { commit } from '../../platform/table/commit.ts';
import { Company, ReachedCap } from '../../platform/table/entities/companies.ts';
import { retryOnConflict } from '../../platform/table/retry-on-conflict.ts';
import { openTable } from '../../platform/table/table.ts';
import { loadSends } from '../../repositories/figures/rollups.ts';
import { reachedToday } from '../../repositories/figures/watch-sends.ts';
import { auditItem } from '../../repositories/rows/audit.ts';

/** Reads a company again. @throws AppError ERR_NOT_FOUND */
const freshDirectory = async (id: number): Promise<Directory> => {
  const { companyId } = systemPrincipal('all-companies', id);
  forgetDirectory(companyId);
  const directory = await getDirectory(companyId);
  if (directory === undefined) throw new AppError('ERR_NOT_FOUND');
  return directory;
};

const sendsOf = ({ companyId, company: { timeZone } }: Directory, nowMs: number) =>
  loadSends(openTable(companyId), { nowMs, timeZone });

const present = async (directory: Directory, nowMs: number): Promise<SendCapView> => {
  const { companyId: id, company } = directory;
  const { total, byConnection } = await sendsOf(directory, nowMs);
  return {
    id,
    name: company.name,
    isTrial: isTrial(directory),
    dailySendCap: company.dailySendCap,
    caps: sendCapsOf(directory),
    sent: total,
    connections: [...byConnection].map(([connectionId, sent]) => ({ id: connectionId, sent })),
    reached: directory.reachedCaps.filter((cap) => isInForce(cap, nowMs)),
    endsAt: toInstant(endOfLocalDay(company.timeZone, nowMs)),
  };
};

export const getSendCap: RouteHandler<typeof sendCapRoutes.getSendCap> = async ({ params, clock }) =>
  present(await freshDirectory(params.id), clock.now());

/**
 * Sets a company's cap of sends. In the same transaction it replaces the marks of reached caps by those of the new cap,
 * so that a company which is stopped sends again at once, or stops.
 */
export const setSendCap: RouteHandler<typeof sendCapRoutes.setSendCap> = async (context) => {
  const { params, body, clock } = context;
  await retryOnConflict(async () => {
    const directory = await freshDirectory(params.id);
    const { companyId, company: before } = directory;
    const nowMs = clock.now();
    const table = openTable(companyId);
    const company = { ...before, ...body };
    const reached = reachedToday({ ...directory, company }, await sendsOf(directory, nowMs), nowMs);
    const isReached = (connectionId: number | null) =>
      reached.some((cap) => cap.connectionId === connectionId);
    await commit([
      table.put(Company, company, before.version, nowMs),
      ...directory.reachedCaps
        .filter(({ connectionId }) => !isReached(connectionId))
        .map((cap) => table.delete(ReachedCap, cap)),
      ...reached.map((cap) => table.put(ReachedCap, cap, 'any', nowMs)),
      auditItem(table, { ...context, nowMs }, 'sendCaps.set', { before, after: company }),
    ]);
  });
  return present(await freshDirectory(params.id), clock.now());
};
