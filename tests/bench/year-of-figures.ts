import { incrementsBetween, NO_SHARE } from '@prosa/functions/domain/rollups/shares.ts';
import type { WriteItem } from '@prosa/functions/platform/table/commit.ts';
import type { Table } from '@prosa/functions/platform/table/table.ts';
import { rollupItems } from '@prosa/functions/repositories/figures/figures.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const DAYS = 365;
/** Hour at which the first attendant starts tickets; the others start at the hours after it. */
const FIRST_HOUR = 8;
const HOURS = 10;
/** An attendant's figures of one day. */
const QUEUES = 6;
const CONNECTIONS = 3;
const TAGS = 15;
const FIGURES = {
  begun: 14,
  finished: 13,
  waited: 12,
  waitS: 4_320,
  handled: 13,
  handlingS: 11_700,
  resolved: 13,
  resolvedS: 15_600,
  reopened: 2,
  unrated: 5,
  declined: 1,
  promoters: 6,
  passives: 1,
  detractors: 1,
  rateSum: 71,
};

/** Returns the row of sums as an update leaves it if it did not exist before. */
const raisedRow = (write: WriteItem, nowMs: number): Record<string, unknown> => {
  if (write.op !== 'update') throw new Error('sums are raised by updates');
  const { names = {}, values = {} } = write.update;
  const given = Object.entries(names).map(([placeholder, name]) => [
    name,
    values[placeholder.replace('#', ':')],
  ]);
  const at = new Date(nowMs).toISOString();
  return { ...Object.fromEntries(given), ...write.key, version: 1, rowCreatedAt: at };
};

/** Makes the sums of a year in which every attendant worked every day, as the stream would have left them. */
export const yearOfFigures = (
  table: Table,
  startMs: number,
  attendants: number,
): Record<string, unknown>[] => {
  function* increments() {
    for (let at = 0; at < DAYS * attendants; at++) {
      const day = new Date(startMs + Math.floor(at / attendants) * DAY_MS).toISOString().slice(0, 10);
      const userId = 1 + (at % attendants);
      const queueId = 1 + (userId % QUEUES);
      const connectionId = 1 + (userId % CONNECTIONS);
      const tagIds = [1 + (at % TAGS)];
      const groups = { queueId, connectionId, tagIds };
      const attendance = {
        day,
        hour: FIRST_HOUR + (userId % HOURS),
        userId,
        ...groups,
        figures: FIGURES,
      };
      yield* incrementsBetween(NO_SHARE, { ...NO_SHARE, attendance });
    }
  }
  return rollupItems(table, increments(), startMs).map((write) => raisedRow(write, startMs));
};
