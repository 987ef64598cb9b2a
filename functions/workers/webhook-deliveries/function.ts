import { declareFunction } from '../../platform/lambda/declare-function.ts';

export default declareFunction({
  kind: 'queue',
  queue: 'webhook-deliveries',
  // One, because a slow endpoint would delay the other deliveries of its batch.
  batchSize: 1,
  // An endpoint takes eight at most, and a few only until it is paused.
  maxConcurrency: { perThousand: 50 },
  memoryMb: 512,
  timeoutS: 30,
  bundleKb: 700,
  grants: { table: 'write', secrets: ['tenantSecrets'] },
  errorImpact: 'Other systems of companies do not learn of messages, tickets and contacts.',
});
