import { declareFunction } from '../../platform/lambda/declare-function.ts';

export default declareFunction({
  name: 'campaign-work',
  kind: 'queue',
  queue: 'campaigns',
  batchSize: 1,
  companyShare: { by: 'nothing', because: 'Its queue is a standard one, which has no lanes.' },
  maxConcurrency: { perThousand: 5 },
  memoryMb: 512,
  timeoutS: 60,
  bundleKb: 900,
  grants: { table: 'write', bucket: 'write' },
  errorImpact: 'Campaigns do not start, and people who consented do not get their message.',
});
