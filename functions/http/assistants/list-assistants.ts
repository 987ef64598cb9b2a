import type { assistantRoutes } from '@prosa/shared/contracts/assistants.ts';
import { AppError } from '@prosa/shared/errors.ts';
import { normalizeForSearch } from '@prosa/shared/rules/normalize-for-search.ts';
import { usageMonth } from '../../domain/assistants/usage-month.ts';
import { presentAssistant } from '../../domain/presenters/present-assistant.ts';
import { type Health, pauseOf } from '../../domain/services/circuit.ts';
import type { Directory } from '../../platform/directory.ts';
import type { RouteHandler } from '../../platform/http/bind-routes.ts';
import { openTable, type Table } from '../../platform/table/table.ts';
import { listHealths, loadHealth } from '../../repositories/assistants/assistant-health.ts';
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

/** What changes apart from an assistant; undefined before the first use or failure. */
interface State {
  /** Of the month. */
  usage: UsageRow | undefined;
  health: Health | undefined;
}

/** Presents an assistant. */
export const viewOf = (
  assistant: AssistantRow,
  directory: Directory,
  { usage, health }: State,
  nowMs: number,
) => {
  const used = usage ?? { month: monthOf(directory, nowMs), tokens: 0, answers: 0 };
  return presentAssistant(assistant, directory.queues, used, pauseOf(health, nowMs));
};

/** Lists the company's assistants by name, all on the first page. Three consistent queries. */
export const listAssistants: RouteHandler<typeof assistantRoutes.list> = async ({
  principal,
  query,
  clock,
}) => {
  const { companyId, directory } = principal;
  const table = openTable(companyId);
  const nowMs = clock.now();
  const [all, usages, healths] = await Promise.all([
    readAssistants(table),
    loadUsages(table, monthOf(directory, nowMs)),
    listHealths(table),
  ]);
  const search = normalizeForSearch(query.searchParam ?? '');
  const found = all
    .filter(({ name }) => normalizeForSearch(name).includes(search))
    .map((assistant) => {
      const state = { usage: usages.get(assistant.id), health: healths.get(assistant.id) };
      return viewOf(assistant, directory, state, nowMs);
    })
    .sort((a, b) => a.name.localeCompare(b.name) || a.id - b.id);
  const prompts = (query.pageNumber ?? 1) === 1 ? found : [];
  return { prompts, count: found.length, hasMore: false };
};

/** Returns an assistant. Three consistent reads. */
export const getAssistant: RouteHandler<typeof assistantRoutes.get> = async ({
  principal,
  params,
  clock,
}) => {
  const { companyId, directory } = principal;
  const table = openTable(companyId);
  const nowMs = clock.now();
  const [assistant, usage, health] = await Promise.all([
    requireAssistant(table, params.id),
    loadUsage(table, params.id, monthOf(directory, nowMs)),
    loadHealth(table, params.id),
  ]);
  return viewOf(assistant, directory, { usage, health }, nowMs);
};
