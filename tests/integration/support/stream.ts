import type { StreamRecord } from '@prosa/functions/streams/read-changes.ts';
import { awsJsonCall } from '@prosa/infra/local/aws-json.ts';
import { TABLE } from '@prosa/infra/resources.ts';
import * as z from 'zod';

const streamSchema = z.object({ Table: z.object({ LatestStreamArn: z.string() }) });
const shardsSchema = z.object({
  StreamDescription: z.object({ Shards: z.array(z.object({ ShardId: z.string() })) }),
});
const iteratorSchema = z.object({ ShardIterator: z.string() });
const recordSchema = z.custom<StreamRecord>(
  (value) => typeof value === 'object' && value !== null && 'dynamodb' in value,
);
const recordsSchema = z.object({ Records: z.array(recordSchema), NextShardIterator: z.string() });

/** Follows a table's stream from now on. The returned function reads the records since its last call. */
export const followStream = async (endpoint: string): Promise<() => Promise<StreamRecord[]>> => {
  const streams = (operation: string, body: object) =>
    awsJsonCall(endpoint, `DynamoDBStreams_20120810.${operation}`, body);
  const table = await awsJsonCall(endpoint, 'DynamoDB_20120810.DescribeTable', { TableName: TABLE.name });
  const StreamArn = streamSchema.parse(table).Table.LatestStreamArn;
  const [shard] = shardsSchema.parse(await streams('DescribeStream', { StreamArn })).StreamDescription.Shards;
  let iterator = iteratorSchema.parse(
    await streams('GetShardIterator', { StreamArn, ShardId: shard?.ShardId, ShardIteratorType: 'LATEST' }),
  ).ShardIterator;
  return async () => {
    const all: StreamRecord[] = [];
    for (;;) {
      const { Records, NextShardIterator } = recordsSchema.parse(
        await streams('GetRecords', { ShardIterator: iterator, Limit: 1000 }),
      );
      iterator = NextShardIterator;
      if (Records.length === 0) return all;
      all.push(...Records);
    }
  };
};
