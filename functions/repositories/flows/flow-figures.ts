import type { Row } from '../../platform/table/define-entity.ts';
import { FlowFigures } from '../../platform/table/entities/flows.ts';
import { keys } from '../../platform/table/keys.ts';
import { parseRow } from '../../platform/table/parse-row.ts';
import type { Table } from '../../platform/table/table.ts';

type FiguresRow = Row<typeof FlowFigures>;

/**
 * Returns the figures of a flow on UTC days, `2026-11-26` to `2026-11-27`. One query: a row for each day and each node at
 * which steps began.
 */
export const loadFlowFigures = async (
  table: Table,
  flowId: number,
  days: { first: string; last: string },
): Promise<FiguresRow[]> => {
  const { pk } = keys.flowFigures({ flowId, day: '', from: '' });
  const rows = await table.queryAll(pk, { between: days });
  return rows.map((row) => parseRow(FlowFigures, row));
};
