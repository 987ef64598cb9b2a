import { type Increment, incrementsBetween } from '@prosa/functions/domain/rollups/shares.ts';
import type { Table } from '@prosa/functions/platform/table/table.ts';
import { addToRollupItem } from '@prosa/functions/platform/table/updates.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const DAYS = 365;
/** When the first of the attendants begins a day's tickets; the others at the hours after it. */
const FIRST_HOUR = 8;
const HOURS = 10;
/** What an attendant does in a day. */
const FIGURES = {
  begun: 14,
  finished: 13,
  waited: 12,
  waitS: 4_320,
  handled: 13,
  handlingS: 11_700,
  unrated: 5,
  declined: 1,
  promoters: 6,
  passives: 1,
  detractors: 1,
  rateSum: 71,
};

/** A row of sums as raising it leaves it where it was not there before. */
const raisedRow = (
  table: Table,
  row: Pick<Increment, 'kind' | 'period' | 'shard'>,
  by: ReadonlyMap<string, number>,
  nowMs: number,
): Record<string, unknown> => {
  const write = addToRollupItem(table, row, by, nowMs);
  if (write.op !== 'update') throw new Error('sums are raised by updates');
  const { names = {}, values = {} } = write.update;
  const given = Object.entries(names).map(([placeholder, name]) => [
    name,
    values[placeholder.replace('#', ':')],
  ]);
  const at = new Date(nowMs).toISOString();
  return { ...Object.fromEntries(given), ...write.key, version: 1, rowCreatedAt: at };
};

/** The sums of a year in which every attendant worked on every day, as the stream would have left them. */
export const yearOfFigures = (
  table: Table,
  startMs: number,
  attendants: number,
): Record<string, unknown>[] => {
  const rows = new Map<
    string,
    { row: Pick<Increment, 'kind' | 'period' | 'shard'>; by: Map<string, number> }
  >();
  for (let day = 0; day < DAYS; day++) {
    for (let userId = 1; userId <= attendants; userId++) {
      const attendance = {
        day: new Date(startMs + day * DAY_MS).toISOString().slice(0, 10),
        hour: FIRST_HOUR + (userId % HOURS),
        userId,
        figures: FIGURES,
      };
      for (const { counter, by, ...row } of incrementsBetween(null, {
        status: null,
        ticketId: null,
        attendance,
      })) {
        const name = `${row.kind} ${row.period} ${row.shard}`;
        const raised = rows.get(name) ?? { row, by: new Map<string, number>() };
        rows.set(name, raised);
        raised.by.set(counter, (raised.by.get(counter) ?? 0) + by);
      }
    }
  }
  return [...rows.values()].map(({ row, by }) => raisedRow(table, row, by, startMs));
};
