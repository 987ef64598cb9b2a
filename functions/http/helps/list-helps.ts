import type { helpRoutes } from '@prosa/shared/contracts/helps.ts';
import { AppError } from '@prosa/shared/errors.ts';
import { byTitle } from '@prosa/shared/rules/help-order.ts';
import { normalizeForSearch } from '@prosa/shared/rules/normalize-for-search.ts';
import { presentHelp } from '../../domain/presenters/present-help.ts';
import type { RouteHandler } from '../../platform/http/bind-routes.ts';
import { type HelpRow, loadHelp, readHelps } from '../../repositories/organisation/helps.ts';

/** Returns a help. @throws AppError ERR_NO_HELP_FOUND */
export const requireHelp = async (id: number): Promise<HelpRow> => {
  const help = await loadHelp(id);
  if (help === undefined) throw new AppError('ERR_NO_HELP_FOUND');
  return help;
};

/** Returns all helps by title. One query. */
export const listAllHelps: RouteHandler<typeof helpRoutes.listAll> = async () =>
  (await readHelps()).map(presentHelp).sort(byTitle);

/** Lists helps by title, all on the first page. One query. */
export const listHelps: RouteHandler<typeof helpRoutes.list> = async ({ query }) => {
  const search = normalizeForSearch(query.searchParam);
  const found = (await readHelps())
    .filter(({ title, description }) => normalizeForSearch(`${title}\n${description}`).includes(search))
    .map(presentHelp)
    .sort(byTitle);
  const records = (query.pageNumber ?? 1) === 1 ? found : [];
  return { records, count: found.length, hasMore: false };
};

export const getHelp: RouteHandler<typeof helpRoutes.get> = async ({ params }) =>
  presentHelp(await requireHelp(params.id));
