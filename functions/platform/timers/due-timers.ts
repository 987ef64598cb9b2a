import { dynamodb, tableName } from '../aws/dynamodb.ts';
import type { Row } from '../table/define-entity.ts';
import { Timer } from '../table/entities.ts';
import { keys } from '../table/keys.ts';
import { parseRow } from '../table/table.ts';

export type TimerRow = Row<typeof Timer>;

/** Sorts behind every kind and subject of an instant. */
const HIGHEST = '\uffff';

/** Timers of a shard that want attention by `until`, the most overdue first. Reads no later ones. */
export const dueTimers = async (shard: number, until: string, limit: number): Promise<TimerRow[]> => {
  const { pk } = keys.global.dueTimer({ shard, dueAt: '', kind: '', subject: '' });
  const answer = await dynamodb().query({
    TableName: tableName(),
    IndexName: 'by-g1',
    KeyConditionExpression: 'g1pk = :pk AND g1sk <= :until',
    ExpressionAttributeValues: { ':pk': pk, ':until': `${until}${HIGHEST}` },
    Limit: limit,
  });
  return (answer.Items ?? []).map((row) => parseRow(Timer, row));
};
