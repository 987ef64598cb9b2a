import { HELPS_MAX, type helpRoutes } from '@prosa/shared/contracts/helps.ts';
import { AppError } from '@prosa/shared/errors.ts';
import { normalizeForSearch } from '@prosa/shared/rules/normalize-for-search.ts';
import { presentHelp } from '../../domain/presenters/present-help.ts';
import { toInstant } from '../../platform/clock.ts';
import type { RouteHandler } from '../../platform/http/bind-routes.ts';
import { commit } from '../../platform/table/commit.ts';
import { GlobalCounter } from '../../platform/table/entities/counters.ts';
import { Help } from '../../platform/table/entities/helps.ts';
import { retryOnConflict } from '../../platform/table/retry-on-conflict.ts';
import { globalTable, openTable } from '../../platform/table/table.ts';
import { nextGlobalId } from '../../platform/table/updates.ts';
import { readHelps } from '../../repositories/organisation/helps.ts';
import { auditItem } from '../../repositories/rows/audit.ts';
import { requireHelp } from './list-helps.ts';

/**
 * Returns the number of helps. Two simultaneous changes can give two helps the same title, which only confuses readers.
 * @throws AppError ERR_HELP_TITLE_EXISTS if another help has this title
 */
const countBesides = async (title: string, id: number): Promise<number> => {
  const helps = await readHelps();
  const wanted = normalizeForSearch(title);
  if (helps.some((help) => help.id !== id && normalizeForSearch(help.title) === wanted))
    throw new AppError('ERR_HELP_TITLE_EXISTS');
  return helps.length;
};

/**
 * Adds a help. The transaction fails and is retried if a simultaneous request took a newer number, so two of them cannot
 * both take the last place.
 * @throws AppError ERR_HELP_TITLE_EXISTS, ERR_HELP_LIMIT
 */
export const createHelp: RouteHandler<typeof helpRoutes.create> = async ({
  principal,
  body,
  request,
  clock,
  ids,
}) => {
  const own = openTable(principal.companyId);
  return retryOnConflict(async () => {
    const id = await nextGlobalId(Help.name);
    if ((await countBesides(body.title, id)) >= HELPS_MAX)
      throw new AppError('ERR_HELP_LIMIT', { details: { limit: HELPS_MAX } });
    const nowMs = clock.now();
    const now = toInstant(nowMs);
    const after = { ...body, id, createdAt: now };
    await commit([
      globalTable.check(GlobalCounter, { name: Help.name }, { value: id }),
      globalTable.put(Help, after, 'absent', nowMs),
      auditItem(own, { principal, request, ids, nowMs }, 'helps.create', { id, after }),
    ]);
    return presentHelp({ ...after, version: 1, rowUpdatedAt: now });
  });
};

/** Changes a help. @throws AppError ERR_NO_HELP_FOUND, ERR_HELP_TITLE_EXISTS, ERR_CONFLICT */
export const updateHelp: RouteHandler<typeof helpRoutes.update> = async ({
  principal,
  params,
  body,
  request,
  clock,
  ids,
}) => {
  const { version, ...fields } = body;
  const own = openTable(principal.companyId);
  return retryOnConflict(async () => {
    const [before] = await Promise.all([requireHelp(params.id), countBesides(fields.title, params.id)]);
    if (version !== undefined && version !== before.version) throw new AppError('ERR_CONFLICT');
    const nowMs = clock.now();
    const after = { ...before, ...fields };
    await commit([
      globalTable.put(Help, after, before.version, nowMs),
      auditItem(own, { principal, request, ids, nowMs }, 'helps.update', { id: before.id, before, after }),
    ]);
    return presentHelp({ ...after, version: before.version + 1, rowUpdatedAt: toInstant(nowMs) });
  });
};

/** Removes a help. @throws AppError ERR_NO_HELP_FOUND */
export const removeHelp: RouteHandler<typeof helpRoutes.remove> = async ({
  principal,
  params,
  request,
  clock,
  ids,
}) => {
  const own = openTable(principal.companyId);
  await retryOnConflict(async () => {
    const before = await requireHelp(params.id);
    const nowMs = clock.now();
    await commit([
      globalTable.delete(Help, { id: before.id }, before.version),
      auditItem(own, { principal, request, ids, nowMs }, 'helps.remove', { id: before.id, before }),
    ]);
  });
  return { message: 'Help deleted' };
};
