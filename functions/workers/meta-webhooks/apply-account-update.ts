import { connectionHealthSchema } from '@prosa/shared/entities/connection.ts';
import type { AccountUpdate } from '../../channels/meta/meta-update.ts';
import { afterAccountNews } from '../../domain/connections/after-account-news.ts';
import { systemPrincipal } from '../../platform/auth/principal.ts';
import { toInstant } from '../../platform/clock.ts';
import { log } from '../../platform/log.ts';
import { commit } from '../../platform/table/commit.ts';
import { ConnectionHealth, ConnectionState } from '../../platform/table/entities/connections.ts';
import { retryOnConflict } from '../../platform/table/retry-on-conflict.ts';
import { openTable } from '../../platform/table/table.ts';
import { findConnectionsOfBusiness } from '../../repositories/connections/connections.ts';

interface Place {
  companyId: number;
  connectionId: number;
}

const applyTo = async (place: Place, { news, sentAt }: AccountUpdate, nowMs: number): Promise<void> => {
  const { connectionId } = place;
  const { companyId } = systemPrincipal('meta-webhooks', place.companyId);
  const table = openTable(companyId);
  const [state, known] = await Promise.all([
    table.get(ConnectionState, { connectionId }, { consistent: true }),
    table.get(ConnectionHealth, { connectionId }, { consistent: true }),
  ]);
  // The connection was removed meanwhile.
  if (state === undefined) return;
  const health =
    known ?? connectionHealthSchema.parse({ companyId, connectionId, toldAt: toInstant(sentAt) });
  const after = afterAccountNews({ state, health }, news, sentAt);
  if (after === undefined) return;
  await commit([
    table.put(ConnectionHealth, after.health, known?.version ?? 'absent', nowMs),
    after.state === state
      ? table.check(ConnectionState, { connectionId }, 'exists')
      : table.put(ConnectionState, after.state, state.version, nowMs),
  ]);
  if (after.state !== state)
    log.warn('news of an account', { connectionId, status: after.state.status, reason: after.state.reason });
};

/**
 * Applies news of a business to its connections in every company: their state with its reason, and their health. News
 * that are older than known ones are ignored. Idempotent. Two reads, and two writes, for each connection.
 * @returns false if no company has an account of the business
 */
export const applyAccountUpdate = async (update: AccountUpdate, nowMs: number): Promise<boolean> => {
  const routes = await findConnectionsOfBusiness(update.business);
  await Promise.all(routes.map((route) => retryOnConflict(() => applyTo(route, update, nowMs))));
  return routes.length > 0;
};
