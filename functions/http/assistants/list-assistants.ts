import type { assistantRoutes } from '@prosa/shared/contracts/assistants.ts';
import { AppError } from '@prosa/shared/errors.ts';
import { normalizeForSearch } from '@prosa/shared/rules/normalize-for-search.ts';
import { usageMonth } from '../../domain/assistants/usage-month.ts';
import { presentAssistant } from '../../domain/presenters/present-assistant.ts';
import type { Directory } from '../../platform/directory.ts';
import type { RouteHandler } from '../../platform/http/bind-routes.ts';
import { openTable, type Table } from '../../platform/table/table.ts';
import { loadUsage, loadUsages, type UsageRow } from '../../repositories/assistants/assistant-usage.ts';
import {
  type AssistantRow,
  loadAssistant,
  listAssistants as readAssistants,
} from '../../repositories/assistants/assistants.ts';

/** Returns an assistant. @throws AppError ERR_NO_ASSISTANT_FOUND */
export const requireAssistant = async (table: Table, id: number): Promise<AssistantRow> => {
  const assistant = await loadAssistant(table, id);
  if (assistant === undefined) throw new AppError('ERR_NO_ASSISTANT_FOUND');
  return assistant;
};

/** Returns the month to which use counts now. */
export const monthOf = ({ company }: Directory, nowMs: number): string => usageMonth(nowMs, company.timeZone);

/** Presents an assistant. @param usage of the month; undefined without any */
export const viewOf = (
  assistant: AssistantRow,
  { queues }: Directory,
  month: string,
  usage: UsageRow | undefined,
) => presentAssistant(assistant, queues, usage ?? { month, tokens: 0, answers: 0 });

/** Lists the company's assistants by name, all on the first page. Two consistent queries. */
export const listAssistants: RouteHandler<typeof assistantRoutes.list> = async ({
  principal,
  query,
  clock,
}) => {
  const { companyId, directory } = principal;
  const table = openTable(companyId);
  const month = monthOf(directory, clock.now());
  const [all, usages] = await Promise.all([readAssistants(table), loadUsages(table, month)]);
  const search = normalizeForSearch(query.searchParam ?? '');
  const found = all
    .filter(({ name }) => normalizeForSearch(name).includes(search))
    .map((assistant) => viewOf(assistant, directory, month, usages.get(assistant.id)))
    .sort((a, b) => a.name.localeCompare(b.name) || a.id - b.id);
  const prompts = (query.pageNumber ?? 1) === 1 ? found : [];
  return { prompts, count: found.length, hasMore: false };
};

/** Returns an assistant. Two consistent reads. */
export const getAssistant: RouteHandler<typeof assistantRoutes.get> = async ({
  principal,
  params,
  clock,
}) => {
  const { companyId, directory } = principal;
  const table = openTable(companyId);
  const month = monthOf(directory, clock.now());
  const [assistant, usage] = await Promise.all([
    requireAssistant(table, params.id),
    loadUsage(table, params.id, month),
  ]);
  return viewOf(assistant, directory, month, usage);
};
