import type { DeliveryMessage } from '@prosa/shared/messaging/delivery-message.ts';
import { planAttempt } from '../../domain/webhook-events/plan-attempt.ts';
import { type AttemptOutcome, settleAttempt } from '../../domain/webhook-events/settle-attempt.ts';
import type { CompanyId } from '../../platform/auth/company-id.ts';
import { type Clock, toInstant } from '../../platform/clock.ts';
import type { AskOutside } from '../../platform/fetch-outside.ts';
import { type Ids, shardOf } from '../../platform/ids.ts';
import { log } from '../../platform/log.ts';
import { commit, type WriteItem } from '../../platform/table/commit.ts';
import {
  EndpointHealth,
  WaitingDelivery,
  WebhookDelivery,
} from '../../platform/table/entities/webhook-endpoints.ts';
import { retryOnConflict } from '../../platform/table/retry-on-conflict.ts';
import { openTable, type Table } from '../../platform/table/table.ts';
import { promptTimerItems, setTimerItem } from '../../platform/timers/set-timer.ts';
import {
  type AttemptRows,
  type DeliveryRow,
  deliveryOutboxItem,
  loadAttempt,
} from '../../repositories/webhooks/webhook-deliveries.ts';
import {
  type EndpointRow,
  endpointItems,
  type HealthRow,
} from '../../repositories/webhooks/webhook-endpoints.ts';
import { callEndpoint } from './call-endpoint.ts';

/** What the worker needs of the world. */
export interface DeliveryPorts {
  ask: AskOutside;
  clock: Clock;
  ids: Ids;
}

/** Returns a number from 0 to 1 that spreads deliveries evenly, and is another one for each attempt. */
const jitterOf = ({ id, attempts }: DeliveryRow): number => shardOf(`${id} ${attempts}`, 1000) / 1000;

/** Longer than a call takes: until then no second probe goes out. */
const PROBE_MS = 20_000;
const SPREAD_MS = 1_000;
/** Below this a timer fires to the second, at the cost of a message. */
const PROMPT_MS = 90_000;

/** Returns the writes that bring a delivery back at a time. */
const comeAgainItems = (
  table: Table,
  { endpointId, id }: DeliveryRow,
  dueAt: number,
  ports: { ids: Ids; nowMs: number },
): WriteItem[] => {
  const data = { endpointId, deliveryId: id };
  const timer = { kind: 'webhook-retry', subject: `${endpointId}.${id}`, data, dueAt } as const;
  return dueAt - ports.nowMs < PROMPT_MS
    ? promptTimerItems(table, timer, ports)
    : [setTimerItem(table, timer, ports)];
};

const waitItem = (table: Table, delivery: DeliveryRow, nowMs: number): WriteItem => {
  const { companyId, endpointId, subject, id: deliveryId } = delivery;
  return table.put(
    WaitingDelivery,
    { companyId, endpointId, subject, deliveryId, at: toInstant(nowMs) },
    'any',
    nowMs,
  );
};

/** Returns the writes after which a delivery no longer waits, and the next one of its subject is tried. */
const passOnItems = (
  table: Table,
  { endpointId, subject, id: deliveryId }: DeliveryRow,
  waiting: readonly string[],
  ports: { ids: Ids; nowMs: number },
): WriteItem[] => {
  const next = waiting.find((id) => id !== deliveryId);
  return [
    ...(waiting.includes(deliveryId)
      ? [table.delete(WaitingDelivery, { endpointId, subject, deliveryId })]
      : []),
    ...(next === undefined ? [] : [deliveryOutboxItem(table, { endpointId, deliveryId: next }, ports)]),
  ];
};

/** Prepares an attempt: writes whatever delays or ends it. Returns the rows of the call, if one is to be made. */
const prepare = async (
  table: Table,
  pointer: DeliveryMessage,
  { clock, ids }: DeliveryPorts,
): Promise<{ delivery: DeliveryRow; endpoint: EndpointRow } | undefined> => {
  const rows = await loadAttempt(table, pointer);
  const { delivery, endpoint, health, waiting } = rows;
  const nowMs = clock.now();
  const ports = { ids, nowMs };
  const plan = planAttempt({ ...rows, firstWaiting: waiting[0], nowMs });
  if (delivery === undefined) return undefined;
  const put = (fields: Partial<DeliveryRow>) =>
    table.put(WebhookDelivery, { ...delivery, ...fields }, delivery.version, nowMs);
  switch (plan.does) {
    case 'nothing':
      return undefined;
    case 'give-up':
      await commit([put({ state: 'failed', nextAt: null }), ...passOnItems(table, delivery, waiting, ports)]);
      return undefined;
    case 'wait':
      if (!waiting.includes(delivery.id)) await commit([waitItem(table, delivery, nowMs)]);
      return undefined;
    case 'come-again': {
      // The deliveries that a pause holds up do not all come back in the same instant.
      const dueAt = plan.atMs + (plan.isPaused ? Math.round(SPREAD_MS * jitterOf(delivery)) : 0);
      await commit([
        put({ nextAt: toInstant(dueAt) }),
        waitItem(table, delivery, nowMs),
        ...comeAgainItems(table, delivery, dueAt, ports),
      ]);
      return undefined;
    }
    case 'call':
      if (endpoint === undefined) return undefined;
      if (plan.isProbe && health !== undefined) {
        const pausedUntil = toInstant(nowMs + PROBE_MS);
        await commit([table.put(EndpointHealth, { ...health, pausedUntil }, health.version, nowMs)]);
      }
      return { delivery, endpoint };
  }
};

/** Returns the health of an endpoint without a row: no call of it has failed. */
const withoutFailures = (companyId: CompanyId, endpointId: number) => ({
  companyId,
  endpointId,
  failures: 0,
  failingSince: null,
  pausedUntil: null,
});

/** Returns the write of a changed health; none if it is as before. */
const healthItems = (
  table: Table,
  before: HealthRow | undefined,
  after: ReturnType<typeof withoutFailures> | HealthRow,
  nowMs: number,
): WriteItem[] => {
  const isSame =
    after.failures === (before?.failures ?? 0) && after.pausedUntil === (before?.pausedUntil ?? null);
  return isSame ? [] : [table.put(EndpointHealth, after, before?.version ?? 'absent', nowMs)];
};

/** Returns the writes that switch an endpoint off, if an outcome does. */
const switchOffItems = (
  table: Table,
  { endpoint }: AttemptRows,
  reason: ReturnType<typeof settleAttempt>['off'],
  nowMs: number,
): WriteItem[] => {
  if (reason === null || endpoint === undefined || endpoint.off !== null) return [];
  log.warn('an endpoint of webhooks was switched off', { endpointId: endpoint.id, reason });
  return endpointItems(table, endpoint, { ...endpoint, off: { reason, at: toInstant(nowMs) } }, nowMs);
};

/** Writes the outcome of a call, and what follows from it, in one transaction. */
const record = async (
  companyId: CompanyId,
  pointer: DeliveryMessage,
  outcome: AttemptOutcome,
  { clock, ids }: DeliveryPorts,
): Promise<void> => {
  const table = openTable(companyId);
  const rows = await loadAttempt(table, pointer);
  if (rows.delivery?.state !== 'pending') return;
  const nowMs = clock.now();
  const ports = { ids, nowMs };
  const health = rows.health ?? withoutFailures(companyId, pointer.endpointId);
  const jitter = jitterOf(rows.delivery);
  const settled = settleAttempt({ delivery: rows.delivery, health }, outcome, { nowMs, jitter });
  const { delivery, off, retryAtMs } = settled;
  await commit([
    table.put(WebhookDelivery, delivery, delivery.version, nowMs),
    ...healthItems(table, rows.health, settled.health, nowMs),
    ...switchOffItems(table, rows, off, nowMs),
    ...(retryAtMs === null
      ? passOnItems(table, delivery, rows.waiting, ports)
      : [waitItem(table, delivery, nowMs), ...comeAgainItems(table, delivery, retryAtMs, ports)]),
  ]);
};

/**
 * Tries a delivery whose turn has come, and records the outcome. At least once: if the process ends between the call
 * and its record, the message comes again and the receiver gets the same id twice. A delivery whose endpoint is
 * paused, or that waits behind an earlier one of its subject, costs no call. The caller processes the messages of one
 * FIFO group one after the other.
 */
export const attemptDelivery = async (
  companyId: CompanyId,
  pointer: DeliveryMessage,
  ports: DeliveryPorts,
): Promise<void> => {
  const call = await retryOnConflict(() => prepare(openTable(companyId), pointer, ports));
  if (call === undefined) return;
  const outcome = await callEndpoint(ports.ask, companyId, call, ports.clock);
  await retryOnConflict(() => record(companyId, pointer, outcome, ports));
};
