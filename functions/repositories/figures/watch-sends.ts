import type { ReachedCap as ReachedCapFields } from '@prosa/shared/entities/reached-cap.ts';
import { sendCapsOf } from '@prosa/shared/rules/send-caps.ts';
import { endOfLocalDay, localDay } from '@prosa/shared/rules/zone-format.ts';
import type { DaySends } from '../../domain/sends/count-sends.ts';
import {
  capsReached,
  checkEvery,
  isAnomalous,
  isMany,
  SEND_ANOMALY,
} from '../../domain/sends/send-limits.ts';
import { toInstant } from '../../platform/clock.ts';
import { type Directory, forgetDirectory } from '../../platform/directory.ts';
import { log } from '../../platform/log.ts';
import { commit, WriteConflict } from '../../platform/table/commit.ts';
import { Company, ReachedCap } from '../../platform/table/entities/companies.ts';
import { CountedFact } from '../../platform/table/entities/tickets.ts';
import { openTable } from '../../platform/table/table.ts';
import { loadSends, meanOfWeek } from './rollups.ts';

/** What this container knows of a company's messages of a day. */
interface Watch {
  /** Messages that were counted since the sums were last read. */
  unread: number;
  day: string;
  /** Whether the day is known to be an anomaly, or not to be one so far: with the mean of the days before. */
  anomaly: 'told' | { mean: number } | undefined;
}

const watches = new Map<number, Watch>();
const MAX_COMPANIES = 2_000;

const watchOf = (companyId: number, day: string): Watch => {
  const held = watches.get(companyId);
  if (held?.day === day) return held;
  if (watches.size >= MAX_COMPANIES) watches.clear();
  const watch: Watch = { unread: 0, day, anomaly: undefined };
  watches.set(companyId, watch);
  return watch;
};

/** Returns the caps that the messages of the company's current day have reached. */
export const reachedToday = (
  { companyId, company, plan }: Pick<Directory, 'companyId' | 'company' | 'plan'>,
  sent: DaySends,
  nowMs: number,
): ReachedCapFields[] => {
  const endsAt = toInstant(endOfLocalDay(company.timeZone, nowMs));
  return capsReached(sent, sendCapsOf({ company, plan })).map((reached) => ({
    companyId,
    ...reached,
    endsAt,
  }));
};

/** More caps than the connections of any plan reach at once. */
const MAX_CAPS = 90;

/**
 * Marks the caps that are reached. Checks that the company is as the directory says, so that a cached directory does not
 * bring back the mark of a cap that was raised meanwhile.
 * @returns whether the directory was current
 */
const markReached = async (directory: Directory, sent: DaySends, nowMs: number): Promise<boolean> => {
  const isKnown = (one: ReachedCapFields): boolean =>
    directory.reachedCaps.some(
      ({ connectionId, cap, endsAt }) =>
        connectionId === one.connectionId && cap === one.cap && endsAt === one.endsAt,
    );
  const news = reachedToday(directory, sent, nowMs)
    .filter((one) => !isKnown(one))
    .slice(0, MAX_CAPS);
  if (news.length === 0) return true;
  const { companyId, company } = directory;
  const table = openTable(companyId);
  try {
    await commit([
      table.check(Company, {}, { version: company.version }),
      ...news.map((one) => table.put(ReachedCap, one, 'any', nowMs)),
    ]);
  } catch (error) {
    if (!(error instanceof WriteConflict)) throw error;
    return false;
  } finally {
    forgetDirectory(companyId);
  }
  for (const { connectionId, cap } of news)
    log.warn('a cap of sends is reached', { metric: 'send-cap-reached', connectionId, cap });
  return true;
};

/** Logs a day with far more messages than the days before, once a day: the marker is written first. */
const tellAnomaly = async (
  { companyId, company: { timeZone } }: Directory,
  watch: Watch,
  { total }: DaySends,
  nowMs: number,
): Promise<void> => {
  if (watch.anomaly === 'told' || !isMany(total)) return;
  const table = openTable(companyId);
  const { mean } = watch.anomaly ?? { mean: await meanOfWeek(table, { nowMs, timeZone }) };
  watch.anomaly = { mean };
  if (!isAnomalous(total, mean)) return;
  const marker = { companyId, id: `send-anomaly.${watch.day}`, at: toInstant(nowMs) };
  try {
    await commit([table.put(CountedFact, marker, 'absent', nowMs)]);
    log.error('a company sends far more than usual', {
      metric: SEND_ANOMALY.metric,
      companyId,
      sent: total,
      mean,
    });
  } catch (error) {
    if (!(error instanceof WriteConflict)) throw error;
  }
  watch.anomaly = 'told';
};

/**
 * Watches how much a company sends (S-69), after its messages were counted. Marks the caps that are reached in the
 * directory, which whoever sends has read anyway, and logs an anomaly. The sums are not read for every message but a
 * fiftieth of the lowest limit apart, by each container for itself. So a cap is exceeded by a few percent, and by what
 * is sent in the seconds until the stream is read and cached directories are read again.
 * @param count the messages that were counted
 */
export const watchSends = async (directory: Directory, count: number, nowMs: number): Promise<void> => {
  const { companyId, company, plan } = directory;
  const { timeZone } = company;
  const watch = watchOf(companyId, localDay(timeZone, nowMs));
  watch.unread += count;
  if (watch.unread < checkEvery(sendCapsOf({ company, plan }))) return;
  const sent = await loadSends(openTable(companyId), { nowMs, timeZone });
  const isCurrent = await markReached(directory, sent, nowMs);
  await tellAnomaly(directory, watch, sent, nowMs);
  // Otherwise the next message is checked by the directory as it is then.
  if (isCurrent) watch.unread = 0;
};
