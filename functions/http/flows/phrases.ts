import type { FlowPhraseView, flowPhraseRoutes } from '@prosa/shared/contracts/flow-phrases.ts';
import type { BodyOf } from '@prosa/shared/contracts/route.ts';
import type { FlowPhrase as PhraseFields } from '@prosa/shared/entities/flow.ts';
import { AppError } from '@prosa/shared/errors.ts';
import { FLOW_PHRASES_MAX } from '@prosa/shared/rules/flow-limits.ts';
import { presentNamedPhrase } from '../../domain/presenters/present-flow.ts';
import type { UserPrincipal } from '../../platform/auth/principal.ts';
import { toInstant } from '../../platform/clock.ts';
import { forgetDirectory } from '../../platform/directory.ts';
import type { RouteHandler } from '../../platform/http/bind-routes.ts';
import { commit, WriteConflict, type WriteItem } from '../../platform/table/commit.ts';
import { Counter } from '../../platform/table/entities/counters.ts';
import { Flow, FlowPhrase } from '../../platform/table/entities/flows.ts';
import { retryOnConflict } from '../../platform/table/retry-on-conflict.ts';
import { openTable, type Table } from '../../platform/table/table.ts';
import { nextId } from '../../platform/table/updates.ts';
import {
  loadFlowPhrase,
  loadFlowPhrases,
  type PhraseRow,
  phraseItems,
} from '../../repositories/flows/flow-phrases.ts';
import { loadFlow, loadFlows } from '../../repositories/flows/flows.ts';
import { auditItem } from '../../repositories/rows/audit.ts';
import { requireConnection } from '../../repositories/rows/require-entities.ts';
import { requireFlow } from './list-flows.ts';

const requirePhrase = async (table: Table, id: number): Promise<PhraseRow> => {
  const phrase = await loadFlowPhrase(table, id);
  if (phrase === undefined) throw new AppError('ERR_NO_FLOW_PHRASE_FOUND');
  return phrase;
};

const view = async (table: Table, principal: UserPrincipal, phrase: PhraseRow): Promise<FlowPhraseView> => {
  const flow = await loadFlow(table, phrase.flowId);
  return presentNamedPhrase(
    phrase,
    new Map(flow === undefined ? [] : [[flow.id, flow]]),
    principal.directory.connections,
  );
};

/** Lists all phrases. Two queries. */
export const listPhrases: RouteHandler<typeof flowPhraseRoutes.listPhrases> = async ({ principal }) => {
  const table = openTable(principal.companyId);
  const [phrases, flows] = await Promise.all([loadFlowPhrases(table), loadFlows(table)]);
  return {
    flow: phrases.map((phrase) => presentNamedPhrase(phrase, flows, principal.directory.connections)),
  };
};

export const getPhrase: RouteHandler<typeof flowPhraseRoutes.getPhrase> = async ({ principal, params }) => {
  const table = openTable(principal.companyId);
  return { details: await view(table, principal, await requirePhrase(table, params.id)) };
};

type Written = BodyOf<typeof flowPhraseRoutes.createPhrase>;

const fieldsOf = ({
  name,
  flowId,
  whatsappId,
  phrase,
  match,
  status,
}: Written): Omit<PhraseFields, 'companyId' | 'id'> => ({
  name,
  flowId,
  connectionId: whatsappId,
  phrase,
  match,
  status,
});

/** Requires the flow and the connection of a phrase. Two reads. */
const requireNamed = async (table: Table, { flowId, whatsappId }: Written): Promise<void> => {
  await Promise.all([requireFlow(table, flowId), requireConnection(table, whatsappId)]);
};

/** Commits the change of a phrase. The flow may have been removed since it was read. */
const commitPhrase = async (companyId: number, items: readonly WriteItem[]): Promise<void> => {
  try {
    await commit(items);
  } catch (error) {
    if (error instanceof WriteConflict && error.failedOn(Flow))
      throw new AppError('ERR_NO_FLOW_FOUND', { cause: error });
    throw error;
  } finally {
    forgetDirectory(companyId);
  }
};

/**
 * Creates a phrase. Two reads, a query, the number's counter and one transaction, which fails and is retried if a
 * simultaneous request took a newer number, so two of them cannot both take the last place.
 */
export const createPhrase: RouteHandler<typeof flowPhraseRoutes.createPhrase> = async ({
  principal,
  body,
  request,
  clock,
  ids,
}) => {
  const { companyId } = principal;
  const table = openTable(companyId);
  await requireNamed(table, body);
  return retryOnConflict(async () => {
    const id = await nextId(table, FlowPhrase);
    if ((await loadFlowPhrases(table)).length >= FLOW_PHRASES_MAX)
      throw new AppError('ERR_FLOW_PHRASE_LIMIT', { details: { maximum: FLOW_PHRASES_MAX } });
    const nowMs = clock.now();
    const after = { companyId, id, ...fieldsOf(body) };
    await commitPhrase(companyId, [
      table.check(Counter, { name: FlowPhrase.name }, { value: id }),
      ...phraseItems(table, undefined, after, nowMs),
      auditItem(table, { principal, request, ids, nowMs }, 'flowPhrases.create', { id, after }),
    ]);
    const now = toInstant(nowMs);
    return view(table, principal, { ...after, version: 1, rowCreatedAt: now, rowUpdatedAt: now });
  });
};

/** Changes a phrase. Three reads and one transaction. */
export const updatePhrase: RouteHandler<typeof flowPhraseRoutes.updatePhrase> = ({
  principal,
  body,
  request,
  clock,
  ids,
}) => {
  const { companyId } = principal;
  const table = openTable(companyId);
  return retryOnConflict(async () => {
    const before = await requirePhrase(table, body.id);
    await requireNamed(table, body);
    const nowMs = clock.now();
    const after = { ...before, ...fieldsOf(body) };
    await commitPhrase(companyId, [
      ...phraseItems(table, before, after, nowMs),
      auditItem(table, { principal, request, ids, nowMs }, 'flowPhrases.update', {
        id: before.id,
        before,
        after,
      }),
    ]);
    return view(table, principal, {
      ...after,
      version: before.version + 1,
      rowUpdatedAt: toInstant(nowMs),
    });
  });
};

/** Removes a phrase. One read and one transaction. */
export const removePhrase: RouteHandler<typeof flowPhraseRoutes.removePhrase> = async ({
  principal,
  params,
  request,
  clock,
  ids,
}) => {
  const { companyId } = principal;
  const table = openTable(companyId);
  await retryOnConflict(async () => {
    const before = await requirePhrase(table, params.id);
    const nowMs = clock.now();
    await commitPhrase(companyId, [
      ...phraseItems(table, before, undefined, nowMs),
      auditItem(table, { principal, request, ids, nowMs }, 'flowPhrases.remove', { id: before.id, before }),
    ]);
  });
  return { message: 'Flow campaign deleted' };
};
