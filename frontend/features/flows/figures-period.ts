import type { FlowFiguresView } from '@prosa/shared/contracts/flows.ts';
import type { FlowCounts } from './hooks/editor-marks.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

export interface Period {
  dateStart: string;
  dateEnd: string;
}

/** Returns the period of a number of days that ends on a day, both included: `2026-11-26`. */
export const lastDays = (count: number, today: string): Period => ({
  dateStart: new Date(Date.parse(`${today}T00:00:00Z`) - (count - 1) * DAY_MS).toISOString().slice(0, 10),
  dateEnd: today,
});

/** Whether a period has a beginning that is not after its end, and at most that many days. */
export const isPeriod = ({ dateStart, dateEnd }: Period, maxDays: number): boolean => {
  const days = (Date.parse(`${dateEnd}T00:00:00Z`) - Date.parse(`${dateStart}T00:00:00Z`)) / DAY_MS + 1;
  return days >= 1 && days <= maxDays;
};

const toMap = (counts: readonly { id: string; count: number }[]): Map<string, number> =>
  new Map(counts.map(({ id, count }) => [id, count]));

/** Returns the figures of a flow, by the ids of its parts. */
export const countsOf = ({ nodes, connections, left }: FlowFiguresView): FlowCounts => ({
  nodes: toMap(nodes),
  connections: toMap(connections),
  left: toMap(left),
});
