import type { BodyOf } from '@prosa/shared/contracts/route.ts';
import type { tagRoutes } from '@prosa/shared/contracts/tags.ts';
import type { Tag } from '@prosa/shared/entities/tag.ts';
import { AppError } from '@prosa/shared/errors.ts';
import { isAdmin } from '@prosa/shared/permissions.ts';
import { makesLaneLoop } from '@prosa/shared/rules/lane-loop.ts';
import { LANES_MAX } from '@prosa/shared/rules/list-sizes.ts';
import { mayChangeTag } from '@prosa/shared/rules/tag-rights.ts';
import { followTag } from '../../conversations/follow-tag.ts';
import { presentTag } from '../../domain/presenters/present-tag.ts';
import { sharedItemsUser, type UserPrincipal } from '../../platform/auth/principal.ts';
import type { Clock } from '../../platform/clock.ts';
import { forgetDirectory } from '../../platform/directory.ts';
import type { RouteHandler } from '../../platform/http/bind-routes.ts';
import type { Ids } from '../../platform/ids.ts';
import { commit, WriteConflict, type WriteItem } from '../../platform/table/commit.ts';
import { Unique } from '../../platform/table/entities/counters.ts';
import { retryOnConflict } from '../../platform/table/retry-on-conflict.ts';
import { openTable, type Table } from '../../platform/table/table.ts';
import { setTimerItem } from '../../platform/timers/set-timer.ts';
import { countCreation } from '../../repositories/limits/creation-limits.ts';
import {
  ensureTag,
  examineLanes,
  type LaneRules,
  loadTag,
  type TagRow,
  tagItems,
} from '../../repositories/organisation/tags.ts';
import { requireTag } from './list-tags.ts';

type Body = BodyOf<typeof tagRoutes.create>;
type Rules = Pick<Tag, 'timeLane' | 'nextLaneId' | 'rollbackLaneId' | 'greetingMessageLane'>;

/** Time that a request spends on updating the contacts with the tag; a timer completes the rest. */
const FOLLOWING_LIMIT_MS = 5_000;
/** After this no request with the old tag still runs, and the stream has processed the contacts that it tagged. */
const SWEEP_AFTER_MS = 60_000;

/** Requires the right to change kanban columns: they are for administrators, and part of a plan. */
const requireMayWriteColumns = (principal: UserPrincipal): void => {
  if (!principal.directory.plan.flags.useKanban) throw new AppError('ERR_PLAN_FEATURE');
  if (!isAdmin(principal.user)) throw new AppError('ERR_NO_PERMISSION');
};

/** Requires the right to change or remove a tag. @throws AppError ERR_PLAN_FEATURE, ERR_NO_PERMISSION */
const requireMayChange = (principal: UserPrincipal, tag: TagRow): void => {
  if (tag.kanban) requireMayWriteColumns(principal);
  else if (!mayChangeTag(tag, sharedItemsUser(principal))) throw new AppError('ERR_NO_PERMISSION');
};

const saved = async (table: Table, id: number): Promise<TagRow> => {
  const tag = await loadTag(table, id);
  if (tag === undefined) throw new AppError('ERR_NO_TAG_FOUND');
  return tag;
};

const rulesOf = ({ timeLane, nextLaneId, rollbackLaneId, greetingMessageLane }: Body): Rules => ({
  timeLane,
  nextLaneId,
  rollbackLaneId,
  greetingMessageLane,
});

/**
 * Requires that a column's rules name other columns of the company, and that no ticket would come back to the column by
 * the time rules alone.
 * @param id of the column; 0 for a new one
 * @throws AppError ERR_NO_TAG_FOUND, ERR_LANE_LOOP
 */
const requireSoundRules = (
  id: number,
  { timeLane, nextLaneId, rollbackLaneId }: Rules,
  lanes: LaneRules['lanes'],
) => {
  const others = lanes.filter((lane) => lane.id !== id);
  for (const named of [nextLaneId, rollbackLaneId])
    if (named !== null && !others.some((lane) => lane.id === named)) throw new AppError('ERR_NO_TAG_FOUND');
  if (makesLaneLoop({ id, timeLane, nextLaneId }, others)) throw new AppError('ERR_LANE_LOOP');
};

/**
 * Creates a tag, or returns the one with this name. Two simultaneous requests cannot both take the last column's place,
 * nor close a loop together: the second one conflicts with the first and is decided again.
 * @throws AppError ERR_PLAN_FEATURE, ERR_NO_PERMISSION, ERR_NO_TAG_FOUND, ERR_LANE_LIMIT, ERR_LANE_LOOP
 */
export const createTag: RouteHandler<typeof tagRoutes.create> = async ({ principal, body, clock }) => {
  const { companyId, userId } = principal;
  const kanban = body.kanban === 1;
  if (kanban) requireMayWriteColumns(principal);
  const { name, color } = body;
  const table = openTable(companyId);
  const nowMs = clock.now();
  const count = () => countCreation('tag', principal, nowMs);
  const wanted = { companyId, name, color, kanban, userId };
  if (!kanban) return presentTag(await ensureTag(table, wanted, nowMs, count));
  const rules = rulesOf(body);
  const lane = await ensureTag(table, { ...wanted, ...rules }, nowMs, count, async () => {
    const { lanes, unchanged } = await examineLanes(table);
    if (lanes.length >= LANES_MAX) throw new AppError('ERR_LANE_LIMIT', { details: { limit: LANES_MAX } });
    requireSoundRules(0, rules, lanes);
    return [unchanged];
  });
  forgetDirectory(companyId);
  return presentTag(lane);
};

/**
 * Updates the contacts and tickets with the tag: as many as the time limit allows now; a timer in a minute updates
 * the rest and those tagged meanwhile.
 */
const follow = async (table: Table, tagId: number, { clock, ids }: { clock: Clock; ids: Ids }) => {
  await followTag(table, tagId, { clock, ids, untilMs: clock.now() + FOLLOWING_LIMIT_MS });
};
const sweepItem = (table: Table, tagId: number, ports: { ids: Ids; nowMs: number }) =>
  setTimerItem(table, { kind: 'tag-sweep', subject: tagId, dueAt: ports.nowMs + SWEEP_AFTER_MS }, ports);

/** Returns the check that the rules of a changed column need. */
const laneChecks = async (table: Table, id: number, rules: Rules): Promise<WriteItem[]> => {
  const { lanes, unchanged } = await examineLanes(table);
  requireSoundRules(id, rules, lanes);
  return [unchanged];
};

/**
 * Changes a tag. New rules of a column apply at once to the tickets in it: their timers are set anew.
 * @throws AppError ERR_NO_TAG_FOUND, ERR_TAG_NAME_EXISTS, ERR_PLAN_FEATURE, ERR_NO_PERMISSION, ERR_LANE_LOOP
 */
export const updateTag: RouteHandler<typeof tagRoutes.update> = async ({
  principal,
  params,
  body,
  clock,
  ids,
}) => {
  const table = openTable(principal.companyId);
  const kanban = body.kanban === 1;
  await retryOnConflict(async () => {
    const before = await requireTag(table, params.id);
    requireMayChange(principal, before);
    const rules = kanban ? rulesOf(body) : undefined;
    const checks = rules === undefined ? [] : await laneChecks(table, before.id, rules);
    // Otherwise contacts would keep a kanban column, and tickets a tag.
    if (before.kanban !== kanban)
      throw new AppError('ERR_VALIDATION', {
        details: [{ path: 'body.kanban', message: 'a tag stays what it is' }],
      });
    const nowMs = clock.now();
    const after = { ...before, name: body.name, color: body.color, ...rules };
    try {
      await commit([
        ...checks,
        ...tagItems(table, before, after, nowMs),
        sweepItem(table, before.id, { ids, nowMs }),
      ]);
    } catch (error) {
      if (error instanceof WriteConflict && error.failedOn(Unique))
        throw new AppError('ERR_TAG_NAME_EXISTS', { cause: error });
      throw error;
    }
  });
  if (kanban) forgetDirectory(principal.companyId);
  await follow(table, params.id, { clock, ids });
  return presentTag(await saved(table, params.id));
};

/**
 * Stops new assignments of the tag first, then removes it from contacts and tickets; a column also from the rules of other
 * columns.
 */
export const removeTag: RouteHandler<typeof tagRoutes.remove> = async ({ principal, params, clock, ids }) => {
  const table = openTable(principal.companyId);
  await retryOnConflict(async () => {
    const tag = await requireTag(table, params.id);
    requireMayChange(principal, tag);
    const nowMs = clock.now();
    await commit([...tagItems(table, tag, undefined, nowMs), sweepItem(table, tag.id, { ids, nowMs })]);
  });
  forgetDirectory(principal.companyId);
  await follow(table, params.id, { clock, ids });
  return { message: 'Tag deleted' };
};
