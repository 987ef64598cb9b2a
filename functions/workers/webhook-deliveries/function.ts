import { COMPANY_RUNS } from '@prosa/shared/rules/company-shares.ts';
import { declareFunction } from '../../platform/lambda/declare-function.ts';

export default declareFunction({
  kind: 'queue',
  queue: 'webhook-deliveries',
  // One, because a slow endpoint would delay the other deliveries of its batch.
  batchSize: 1,
  companyShare: { by: 'lanes', runs: COMPANY_RUNS['webhook-deliveries'] },
  // An endpoint takes four at most, and one that hangs only until it is paused.
  maxConcurrency: { perThousand: 50 },
  memoryMb: 512,
  timeoutS: 30,
  bundleKb: 700,
  grants: { table: 'write', secrets: ['tenantSecrets'] },
  errorImpact: 'Other systems of companies do not learn of messages, tickets and contacts.',
});
