import type * as z from 'zod';
import { dynamodb, tableName } from '../aws/dynamodb.ts';
import type { Entity, Stored } from './define-entity.ts';
import { parseRow, type Table } from './table.ts';

/**
 * Removes a row and tells what it was: of several callers exactly one gets it. A caller whose answer was lost gets
 * nothing when the call is repeated.
 */
export const takeRow = async <S extends z.ZodObject, K>(
  table: Table,
  entity: Entity<S, K>,
  fields: K,
): Promise<(z.output<S> & Stored) | undefined> => {
  const answer = await dynamodb().delete({
    TableName: tableName(),
    Key: table.keyOf(entity, fields),
    ReturnValues: 'ALL_OLD',
  });
  return answer.Attributes === undefined ? undefined : parseRow(entity, answer.Attributes);
};
