import { QUEUE_NAMES } from '@prosa/shared/resource-names.ts';
import { declareFunction } from '../../platform/lambda/declare-function.ts';
import { LIVE_ENTITIES } from '../live-entities.ts';

// A shard of the stream supports two readers (DynamoDB's advice), so a third reader is not possible.
export default declareFunction({
  kind: 'stream',
  // Large batches, because a backlog then needs fewer posts. Lambda limits a batch to 6 MB.
  batchSize: 1_000,
  windowS: 0,
  // A sign-in session that ends closes its WebSocket connections.
  changes: [...LIVE_ENTITIES, 'session'],
  inserts: ['outbox'],
  memoryMb: 1024,
  timeoutS: 60,
  bundleKb: 940,
  grants: {
    table: 'write',
    send: QUEUE_NAMES,
    realtime: true,
    secrets: ['signing', 'media'],
  },
  errorImpact: 'Screens stop updating, and replies wait in the outbox.',
});
