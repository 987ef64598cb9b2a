import { errorFields, log } from '@prosa/functions/platform/log.ts';
import {
  connectionHealthSchema,
  type ConnectionHealth as StoredHealth,
} from '@prosa/shared/entities/connection.ts';
import * as z from 'zod';
import type { ConnectionHealth } from './health.ts';
import { type ConnectionRef, refKey, type SessionStore } from './ports.ts';
import { toldDate } from './told-time.ts';

const HOUR_MS = 3_600_000;
/** Interval of checks for changes, and so the maximum delay of a change in the table. */
export const HEALTH_TICK_MS = 15_000;
/** Interval of heartbeats: 288 write units a day for each connection, half a US cent a month. */
export const HEALTH_EVERY_MS = 300_000;

/** WhatsApp's format: numbers as numbers or texts, seconds since the epoch. */
const quotaSchema = z.object({
  capping_status: z.string().optional(),
  used_quota: z.coerce.number().optional(),
  total_quota: z.coerce.number().optional(),
  cycle_end_timestamp: z.coerce.number().optional(),
});
const WARNINGS = new Map<string, NonNullable<StoredHealth['quota']>['warning']>([
  ['FIRST_WARNING', 'first'],
  ['SECOND_WARNING', 'second'],
  ['CAPPED', 'reached'],
]);

const instantOf = (ms: number): string => new Date(ms).toISOString();
/** Returns a date that WhatsApp sends; null for an invalid one, because it must not stop the report. */
const dateOf = (seconds: number | undefined): string | null => {
  const ms = toldDate(seconds);
  return ms === undefined ? null : instantOf(ms);
};
const countOf = (count: number | undefined): number | null =>
  count !== undefined && Number.isSafeInteger(count) && count >= 0 ? count : null;

const quotaOf = (told: unknown): StoredHealth['quota'] => {
  const { data } = quotaSchema.safeParse(told);
  if (data === undefined) return null;
  const quota = {
    warning: WARNINGS.get(data.capping_status ?? '') ?? ('none' as const),
    used: countOf(data.used_quota),
    total: countOf(data.total_quota),
    renewsAt: dateOf(data.cycle_end_timestamp),
  };
  return quota.warning === 'none' && !quota.total ? null : quota;
};

const kindOf = (type: string): NonNullable<StoredHealth['restriction']>['kind'] => {
  if (type.startsWith('BIZ_COMMERCE')) return 'commerce';
  if (type === 'BIZ_QUALITY') return 'quality';
  return type === 'WEB_COMPANION_ONLY' ? 'companion' : 'other';
};

const restrictionOf = (told: ConnectionHealth['restriction'], nowMs: number): StoredHealth['restriction'] => {
  if (told?.isActive !== true) return null;
  const until = told.timeEnforcementEnds?.getTime();
  if (until !== undefined && until <= nowMs) return null;
  return { kind: kindOf(told.enforcementType ?? ''), until: dateOf(until && until / 1000) };
};

/** Returns the stored form of an account's health, for its administrators. */
export const storedHealthOf = (
  health: ConnectionHealth,
  waitingConversations: number,
  nowMs: number,
): StoredHealth => ({
  companyId: health.companyId,
  connectionId: health.connectionId,
  toldAt: instantOf(nowMs),
  newsAt: {},
  violationAt: null,
  lastFrameAt: health.lastFrameAt === 0 ? null : instantOf(health.lastFrameAt),
  waitingConversations,
  drops: health.droppedAt.filter((at) => nowMs - at < HOUR_MS).length,
  unreadable: Math.max(0, health.undecryptable - health.recovered),
  restriction: restrictionOf(health.restriction, nowMs),
  quota: quotaOf(health.quota),
});

/** Delayed messages of connections that are down: the first of each conversation, because the others wait behind it. */
export class WaitingSends {
  private readonly byRef = new Map<string, { ref: ConnectionRef; untils: Map<string, number> }>();

  /** Adds a message that waits until then, epoch milliseconds. */
  add({ companyId, connectionId }: ConnectionRef, key: string, until: number): void {
    const ref = { companyId, connectionId };
    const { untils } = this.byRef.get(refKey(ref)) ?? { untils: new Map<string, number>() };
    untils.set(key, until);
    this.byRef.set(refKey(ref), { ref, untils });
  }

  done(ref: ConnectionRef, key: string): void {
    this.byRef.get(refKey(ref))?.untils.delete(key);
  }

  /**
   * Returns how many conversations have waiting messages now. A message that another host sent is dropped when its
   * time ends.
   */
  count(ref: ConnectionRef, nowMs: number): number {
    const untils = this.byRef.get(refKey(ref))?.untils;
    for (const [key, until] of untils ?? []) if (until < nowMs) untils?.delete(key);
    if (untils?.size === 0) this.byRef.delete(refKey(ref));
    return untils?.size ?? 0;
  }

  refs(): ConnectionRef[] {
    return [...this.byRef.values()].map(({ ref }) => ref);
  }
}

const SILENT = connectionHealthSchema.omit({ companyId: true, connectionId: true, toldAt: true }).parse({});

/**
 * Stores the health of a host's accounts: each change at the next check, otherwise a heartbeat per `HEALTH_EVERY_MS`.
 */
export class HealthReports {
  private readonly store: SessionStore;
  private readonly waiting: WaitingSends;
  private readonly told = new Map<string, StoredHealth>();
  private timer: NodeJS.Timeout | undefined;

  constructor(store: SessionStore, waiting: WaitingSends) {
    this.store = store;
    this.waiting = waiting;
  }

  /** @param running returns the connections running at the moment */
  start(running: () => readonly ConnectionHealth[], everyMs: number): void {
    let isTelling = false;
    this.timer = setInterval(() => {
      if (isTelling) return;
      isTelling = true;
      void this.tell(running(), Date.now()).finally(() => {
        isTelling = false;
      });
    }, everyMs);
  }

  stop(): void {
    clearInterval(this.timer);
  }

  /** Checks once every connection that runs, or that messages wait for. One write for each change. */
  async tell(running: readonly ConnectionHealth[], nowMs: number): Promise<void> {
    const live = running.map((health) => storedHealthOf(health, this.waiting.count(health, nowMs), nowMs));
    const liveKeys = new Set(live.map(refKey));
    const toldRefs = [...this.told.values()].filter(({ waitingConversations }) => waitingConversations > 0);
    const others = new Map([...this.waiting.refs(), ...toldRefs].map((ref) => [refKey(ref), ref]));
    const down = [...others.values()]
      .filter((ref) => !liveKeys.has(refKey(ref)))
      .map(({ companyId, connectionId }) => ({
        ...(this.told.get(refKey({ companyId, connectionId })) ?? { ...SILENT, companyId, connectionId }),
        toldAt: instantOf(nowMs),
        waitingConversations: this.waiting.count({ companyId, connectionId }, nowMs),
      }));
    for (const health of live) if (this.isDue(health, true)) await this.write(health);
    for (const health of down) if (this.isDue(health, false)) await this.write(health);
  }

  private isDue(health: StoredHealth, isLive: boolean): boolean {
    const before = this.told.get(refKey(health));
    if (before === undefined) return true;
    if (isLive && Date.parse(health.toldAt) - Date.parse(before.toldAt) >= HEALTH_EVERY_MS) return true;
    return comparable(health) !== comparable(before);
  }

  private async write(health: StoredHealth): Promise<void> {
    try {
      await this.store.writeHealth(health);
      this.told.set(refKey(health), health);
    } catch (error) {
      const { companyId, connectionId } = health;
      log.warn('health not told; it is told later', { companyId, connectionId, ...errorFields(error) });
    }
  }
}

/** Returns the health without the fields that change with every frame. */
const comparable = ({ toldAt: _toldAt, lastFrameAt: _lastFrameAt, ...rest }: StoredHealth): string =>
  JSON.stringify(rest);
