import type { ApiUsage as Usage, UsageStep } from '@prosa/shared/entities/api-usage.ts';
import { localDay } from '@prosa/shared/rules/zone-format.ts';
import { shardOf } from '../../platform/ids.ts';
import type { WriteItem } from '../../platform/table/commit.ts';
import { ApiUsage, USAGE_SHARDS } from '../../platform/table/entities/external-api.ts';
import { keys } from '../../platform/table/keys.ts';
import type { Table } from '../../platform/table/table.ts';
import { addToUsageItem } from '../../platform/table/updates.ts';

const DAYS_OF_A_MONTH = 31;

/**
 * Returns the write that counts a call, for the transaction of its effect: so a call is counted once, whatever is
 * repeated or lost. Two write units. Calls about different numbers mostly write different rows.
 * @param timeZone the company's, which decides the day
 */
export const countUsageItem = (
  table: Table,
  { timeZone, number, step }: { timeZone: string; number: string; step: UsageStep },
  nowMs: number,
): WriteItem =>
  addToUsageItem(
    table,
    { day: localDay(timeZone, nowMs), shard: shardOf(number, USAGE_SHARDS) },
    step,
    nowMs,
  );

/**
 * Returns the rows of a company's usage in a month, the newest day first: several for a day. One query of at most 124
 * short rows, about five read units.
 * @param month YYYY-MM
 */
export const loadUsage = async (table: Table, month: string): Promise<Usage[]> => {
  const { rows } = await table.query(ApiUsage, {
    pk: keys.apiUsage({ day: month, shard: 0 }).pk,
    prefix: month,
    order: 'desc',
    limit: DAYS_OF_A_MONTH * USAGE_SHARDS,
  });
  return rows;
};
