import { dynamodb, type StoredRow, tableName } from '../aws/dynamodb.ts';
import type { Row } from '../table/define-entity.ts';
import { Timer } from '../table/entities/work.ts';
import { keys } from '../table/keys.ts';
import { parseRow } from '../table/parse-row.ts';

export type TimerRow = Row<typeof Timer>;

interface DueTimer {
  timer: TimerRow;
  /** Position of the timer in the index. */
  sortKey: string;
}

/** Sorts after every kind and subject of an instant. */
const HIGHEST = '\uffff';
const PAGE = 500;

const dueTimerOf = (row: StoredRow): DueTimer => ({ timer: parseRow(Timer, row), sortKey: String(row.g1sk) });

/**
 * Yields the timers of a shard that are due by `until` (ISO), the most overdue first, page by page. The cursor is a
 * position, so processing the timers of one page does not affect the next.
 */
export async function* dueTimers(
  shard: number,
  until: string,
): AsyncGenerator<{ due: DueTimer[]; isLast: boolean }> {
  const { pk } = keys.global.dueTimer({ shard, dueAt: '', kind: '', subject: '' });
  let position: StoredRow | undefined;
  do {
    const answer = await dynamodb().query({
      TableName: tableName(),
      IndexName: 'by-g1',
      KeyConditionExpression: 'g1pk = :pk AND g1sk <= :until',
      ExpressionAttributeValues: { ':pk': pk, ':until': `${until}${HIGHEST}` },
      ...(position === undefined ? {} : { ExclusiveStartKey: position }),
      Limit: PAGE,
    });
    position = answer.LastEvaluatedKey;
    yield { due: (answer.Items ?? []).map(dueTimerOf), isLast: position === undefined };
  } while (position !== undefined);
}
