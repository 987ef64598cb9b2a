import type { QuickMessageView, quickMessageRoutes } from '@prosa/shared/contracts/quick-messages.ts';
import type { QuickMessage } from '@prosa/shared/entities/quick-message.ts';
import { AppError } from '@prosa/shared/errors.ts';
import type { UserPrincipal } from '../../platform/auth/principal.ts';
import type { Clock } from '../../platform/clock.ts';
import type { HandlerContext, RouteHandler } from '../../platform/http/bind-routes.ts';
import type { Ids } from '../../platform/ids.ts';
import { commit, WriteConflict, type WriteItem } from '../../platform/table/commit.ts';
import { Unique } from '../../platform/table/entities/counters.ts';
import { QuickMessage as QuickMessageEntity } from '../../platform/table/entities/quick-messages.ts';
import { parseRow } from '../../platform/table/parse-row.ts';
import { retryOnConflict } from '../../platform/table/retry-on-conflict.ts';
import { openTable } from '../../platform/table/table.ts';
import { nextId } from '../../platform/table/updates.ts';
import { countCreation } from '../../repositories/limits/creation-limits.ts';
import { type QuickMessageRow, quickMessageItems } from '../../repositories/organisation/quick-messages.ts';
import { viewQuickMessages } from './list-quick-messages.ts';
import { requireChangeable, requireManageable } from './require-quick-message.ts';

type Written = HandlerContext<typeof quickMessageRoutes.create>['body'];

const fieldsFrom = ({ shortcode, message, geral, visao, status }: Written) => ({
  shortcode,
  message,
  // No other user sees a private quick message, so editing by all is off, also for when it is shared later.
  isEditableByAll: visao && geral,
  isShared: visao,
  active: status,
});

/**
 * Fields that only managers of the quick message may change, even if every user may edit it: shortcode and
 * visibility.
 */
const MANAGED_FIELDS = ['shortcode', 'isEditableByAll', 'isShared'] as const;

/** Commits the writes and returns the quick message as it is afterwards. */
const commitAndView = async (items: readonly WriteItem[], nowMs: number): Promise<QuickMessageView> => {
  try {
    await commit(items);
  } catch (error) {
    // A shortcode that another quick message holds is a duplicate, not a race.
    if (error instanceof WriteConflict && error.failedOn(Unique))
      throw new AppError('ERR_SHORTCODE_EXISTS', { cause: error });
    throw error;
  }
  const rows = items.flatMap((item): QuickMessageRow[] =>
    item.op === 'put' && item.entity === QuickMessageEntity.name
      ? [parseRow(QuickMessageEntity, item.item)]
      : [],
  );
  const [view] = await viewQuickMessages(rows, nowMs);
  if (view === undefined) throw new Error('a quick message was not presented');
  return view;
};

/** Creates a quick message. Two writes for rate limiting, the number's counter and one transaction. */
export const createQuickMessage: RouteHandler<typeof quickMessageRoutes.create> = async ({
  principal,
  body,
  clock,
  ids,
}) => {
  const { companyId, userId } = principal;
  const table = openTable(companyId);
  const nowMs = clock.now();
  await countCreation('quickMessage', principal, nowMs);
  const id = await nextId(table, QuickMessageEntity);
  const quick = { companyId, id, userId, media: null, ...fieldsFrom(body) };
  return commitAndView(quickMessageItems(table, undefined, quick, { writerId: userId, ids, nowMs }), nowMs);
};

/** Applies a change to a quick message. One read and one transaction. */
export const changeQuickMessage = (
  principal: UserPrincipal,
  id: number,
  { clock, ids }: { clock: Clock; ids: Ids },
  change: (quick: QuickMessageRow) => QuickMessage,
  also: (nowMs: number) => WriteItem[] = () => [],
): Promise<QuickMessageView> => {
  const table = openTable(principal.companyId);
  return retryOnConflict(async () => {
    const quick = await requireChangeable(table, principal, id);
    const nowMs = clock.now();
    const ports = { writerId: principal.userId, ids, nowMs };
    return commitAndView([...quickMessageItems(table, quick, change(quick), ports), ...also(nowMs)], nowMs);
  });
};

export const updateQuickMessage: RouteHandler<typeof quickMessageRoutes.update> = ({
  principal,
  params,
  body,
  ...ports
}) =>
  changeQuickMessage(principal, params.id, ports, (quick) => {
    const fields = fieldsFrom(body);
    if (MANAGED_FIELDS.some((name) => quick[name] !== fields[name])) requireManageable(principal, quick);
    return { ...quick, ...fields };
  });

/** Removes a quick message. One read and one transaction; its file is deleted a little later. */
export const removeQuickMessage: RouteHandler<typeof quickMessageRoutes.remove> = async ({
  principal,
  params,
  clock,
  ids,
}) => {
  const table = openTable(principal.companyId);
  await retryOnConflict(async () => {
    const quick = await requireChangeable(table, principal, params.id);
    requireManageable(principal, quick);
    const ports = { writerId: principal.userId, ids, nowMs: clock.now() };
    await commit(quickMessageItems(table, quick, undefined, ports));
  });
  return { message: 'Quick message deleted' };
};
