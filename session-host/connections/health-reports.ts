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
/** How often it is looked whether something changed; what did is in the table so much later at most. */
export const HEALTH_TICK_MS = 15_000;
/** Signs of life are told this often: 288 write units a day for each connection, half a US cent a month. */
export const HEALTH_EVERY_MS = 300_000;

/** As WhatsApp tells it: numbers as numbers or texts, seconds since the epoch. */
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
/** Of what WhatsApp sends, for a date that is none must not stop the report. */
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

/** What is stored of an account's health, for its administrators. */
export const storedHealthOf = (
  health: ConnectionHealth,
  waitingConversations: number,
  nowMs: number,
): StoredHealth => ({
  companyId: health.companyId,
  connectionId: health.connectionId,
  toldAt: instantOf(nowMs),
  lastFrameAt: health.lastFrameAt === 0 ? null : instantOf(health.lastFrameAt),
  waitingConversations,
  drops: health.droppedAt.filter((at) => nowMs - at < HOUR_MS).length,
  restriction: restrictionOf(health.restriction, nowMs),
  quota: quotaOf(health.quota),
});

/**
 * Messages that were put off because their connection is not up: the first of each conversation, since the others wait behind
 * it.
 */
export class WaitingSends {
  private readonly byRef = new Map<string, { ref: ConnectionRef; untils: Map<string, number> }>();

  /** One that waits until then, epoch milliseconds. */
  add({ companyId, connectionId }: ConnectionRef, key: string, until: number): void {
    const ref = { companyId, connectionId };
    const { untils } = this.byRef.get(refKey(ref)) ?? { untils: new Map<string, number>() };
    untils.set(key, until);
    this.byRef.set(refKey(ref), { ref, untils });
  }

  done(ref: ConnectionRef, key: string): void {
    this.byRef.get(refKey(ref))?.untils.delete(key);
  }

  /** How many wait now; what another host carried out is forgotten when its time is up. */
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

/** Tells the table how the accounts of a host are doing: at once what changed, now and then that they are there. */
export class HealthReports {
  private readonly store: SessionStore;
  private readonly waiting: WaitingSends;
  private readonly told = new Map<string, StoredHealth>();
  private timer: NodeJS.Timeout | undefined;

  constructor(store: SessionStore, waiting: WaitingSends) {
    this.store = store;
    this.waiting = waiting;
  }

  /** @param running what runs at the moment */
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

  /** Looks once after every connection that runs, or that messages wait for. One write for each with something new. */
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

/** All but what moves with every frame. */
const comparable = ({ toldAt: _toldAt, lastFrameAt: _lastFrameAt, ...rest }: StoredHealth): string =>
  JSON.stringify(rest);
