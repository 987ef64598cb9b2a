import type { assistantCallRoutes } from '@prosa/shared/contracts/assistant-calls.ts';
import { CALLS_PER_PAGE } from '@prosa/shared/contracts/service-calls.ts';
import { AppError } from '@prosa/shared/errors.ts';
import type { Directory } from '../../platform/directory.ts';
import type { RouteHandler } from '../../platform/http/bind-routes.ts';
import { openTable } from '../../platform/table/table.ts';
import {
  type CallRow,
  loadCall,
  listCalls as readCalls,
} from '../../repositories/assistants/assistant-calls.ts';
import { callPageOf, keptSince } from '../integrations/call-log.ts';
import { requireAssistant } from './list-assistants.ts';

/** Presents a call with the name of the queue to which the model gave the conversation. */
const presentCall = ({ handedTo, ...call }: CallRow, { queues }: Directory) => {
  const queue = handedTo === null ? undefined : queues.get(handedTo);
  return { ...call, handedTo: queue === undefined ? null : { id: queue.id, name: queue.name } };
};

/** Lists the calls of an assistant. One read and one query. */
export const listCalls: RouteHandler<typeof assistantCallRoutes.calls> = async ({
  principal,
  params,
  query,
  clock,
}) => {
  const table = openTable(principal.companyId);
  await requireAssistant(table, params.id);
  const options = { limit: CALLS_PER_PAGE, since: keptSince(clock.now()) };
  const page = await callPageOf(principal, { of: 'assistant-calls', id: params.id }, query, (after) =>
    readCalls(table, params.id, { after, ...options }),
  );
  return { ...page, calls: page.calls.map((call) => presentCall(call, principal.directory)) };
};

/** Returns a call with its question. Two reads. @throws AppError ERR_NO_ASSISTANT_FOUND, ERR_NO_CALL_FOUND */
export const getCall: RouteHandler<typeof assistantCallRoutes.call> = async ({
  principal,
  params,
  clock,
}) => {
  const table = openTable(principal.companyId);
  await requireAssistant(table, params.id);
  const call = await loadCall(table, params.id, params.callId);
  if (call === undefined || call.at < keptSince(clock.now())) throw new AppError('ERR_NO_CALL_FOUND');
  return presentCall(call, principal.directory);
};
