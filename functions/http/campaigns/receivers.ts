import type { campaignRoutes } from '@prosa/shared/contracts/campaigns.ts';
import type { ReceiverState } from '@prosa/shared/entities/campaign.ts';
import { RECEIVERS_PER_PAGE } from '@prosa/shared/rules/list-sizes.ts';
import { startExport } from '../../conversations/start-export.ts';
import { receiverMatches } from '../../domain/campaigns/receiver-matches.ts';
import { presentReceiver } from '../../domain/presenters/present-campaign.ts';
import type { RouteHandler } from '../../platform/http/bind-routes.ts';
import { pagingOf } from '../../platform/http/paging.ts';
import { openTable, type Page, type Table } from '../../platform/table/table.ts';
import { loadProgress } from '../../repositories/campaigns/campaigns.ts';
import { type ReceiverRow, receiversByState, receiversPage } from '../../repositories/campaigns/receivers.ts';
import { requireCampaign } from './view-campaigns.ts';

/** Receivers examined for one page of a search, or of those being sent to, of 0.3 kB each: at most nine read units. */
const EXAMINED_PER_PAGE = 250;

interface Wanted {
  campaignId: number;
  state: ReceiverState | undefined;
  search: string;
}

/** Reads a page of receivers from a position on. */
const readPage = async (
  table: Table,
  { campaignId, state, search }: Wanted,
  from: number,
): Promise<Page<ReceiverRow>> => {
  // Nearly nobody before the next one waits.
  const next = state === 'waiting' ? ((await loadProgress(table, campaignId))?.next ?? 0) : 0;
  const limit = search === '' && state !== 'sending' ? RECEIVERS_PER_PAGE : EXAMINED_PER_PAGE;
  const where = { campaignId, from: Math.max(from, next), limit };
  const page =
    state === undefined
      ? await receiversPage(table, where)
      : await receiversByState(table, { ...where, state });
  const found = page.rows.filter((row) => receiverMatches(row, search));
  const rows = found.slice(0, RECEIVERS_PER_PAGE);
  const last = rows.at(-1);
  if (found.length > rows.length && last !== undefined) return { rows, next: String(last.position + 1) };
  return page.next === undefined ? { rows } : { rows, next: String(page.next) };
};

/**
 * Lists receivers in the order of sending. One read and one query, and a batch read of those who have no rows of their own;
 * two of both at a thousandth receiver. A page of a search, or
 * of those who wait or are being sent to, may have fewer rows than the limit and still report that there are more.
 */
export const listReceivers: RouteHandler<typeof campaignRoutes.listReceivers> = async ({
  principal,
  params,
  query,
}) => {
  const { state, searchParam, cursor, pageNumber } = query;
  const table = openTable(principal.companyId);
  await requireCampaign(table, params.id);
  const wanted = { campaignId: params.id, state, search: searchParam.trim() };
  const paging = await pagingOf(principal, 'campaign-receivers', wanted, { cursor, pageNumber });
  const page = await paging.read((after) => readPage(table, wanted, Number(after ?? 0)));
  const receivers = page.rows.map(presentReceiver);
  return {
    receivers,
    count: receivers.length,
    hasMore: page.next !== undefined,
    cursor: paging.seal(page.next),
  };
};

/**
 * Has all receivers of a campaign written into a spreadsheet, unless one is being written; see {@link startExport}. One
 * read more.
 */
export const exportReceivers: RouteHandler<typeof campaignRoutes.exportReceivers> = async ({
  principal,
  params,
  request,
  clock,
  ids,
}) => {
  const table = openTable(principal.companyId);
  await requireCampaign(table, params.id);
  const { isNew } = await startExport(
    table,
    { principal, request, ids, nowMs: clock.now() },
    'campaigns.exportReceivers',
    { campaignId: params.id },
    ({ campaignId }) => campaignId === params.id,
  );
  return { message: isNew ? 'Export started' : 'Export in progress' };
};
