import { declareFunction } from '../../platform/lambda/declare-function.ts';

export default declareFunction({
  name: 'campaign-work',
  kind: 'queue',
  queue: 'campaigns',
  batchSize: 1,
  companyShare: { by: 'nothing', because: 'Calls nothing outside; each beat takes milliseconds.' },
  maxConcurrency: { perThousand: 5 },
  memoryMb: 512,
  timeoutS: 60,
  bundleKb: 900,
  grants: { table: 'write', bucket: 'write' },
  errorImpact: 'Campaigns stand still, and people who consented do not get their message.',
});
