import type { dashboardRoutes, GroupFigures } from '@prosa/shared/contracts/dashboard.ts';
import type * as z from 'zod';
import { ENDED, type ReportConditions } from './report-link.ts';

type DashboardData = z.infer<typeof dashboardRoutes.get.response>;
/** The parts of the dashboard's answer that have groups. */
export type GroupedData = Pick<DashboardData, 'queues' | 'attendants' | 'tags' | 'connections'>;

/** What the attendances of a period are grouped by. */
export const GROUPINGS = ['queue', 'attendant', 'tag', 'connection'] as const;
export type Grouping = (typeof GROUPINGS)[number];

/** A group of attendances, its figures, and the conditions of the report that lists its attendances. */
export interface GroupRow {
  /** Unique among the rows. */
  key: number;
  /** null for the attendances without queue or connection. */
  name: string | null;
  /** Of a queue or tag. */
  color: string | null;
  figures: GroupFigures;
  conditions: ReportConditions;
}

/** The key of the row without queue or connection. Ids start at 1. */
const NONE = 0;

const rowOf = (
  of: { id: number; name: string; color?: string } | null,
  figures: GroupFigures,
  conditions: (id: number) => ReportConditions,
  without: ReportConditions = {},
): GroupRow => ({
  key: of?.id ?? NONE,
  name: of?.name ?? null,
  color: of?.color ?? null,
  figures,
  conditions: of === null ? without : conditions(of.id),
});

/** Returns the groups of a period that have attendances, those with the most first, and those without queue last. */
export const groupRows = (data: GroupedData, by: Grouping): GroupRow[] => {
  switch (by) {
    case 'queue':
      return data.queues.map(({ queue, ...figures }) =>
        rowOf(queue, figures, (id) => ({ queueIds: [id] }), { filter: 'queue:none' }),
      );
    case 'connection':
      return data.connections.map(({ connection, ...figures }) =>
        rowOf(connection, figures, (id) => ({ whatsappId: [id] }), { filter: 'connection:none' }),
      );
    case 'tag':
      return data.tags.map(({ tag, ...figures }) => rowOf(tag, figures, (id) => ({ ...ENDED, tags: [id] })));
    case 'attendant':
      return data.attendants
        .filter(({ tickets }) => tickets > 0)
        .map(({ id, name, ...figures }) => rowOf({ id, name }, figures, () => ({ users: [id] })))
        .toSorted((a, b) => b.figures.tickets - a.figures.tickets);
  }
};
