import { COMPANY_RUNS } from '@prosa/shared/rules/company-shares.ts';
import { declareFunction } from '../../platform/lambda/declare-function.ts';

export default declareFunction({
  kind: 'queue',
  queue: 'campaign-plans',
  batchSize: 1,
  companyShare: { by: 'lanes', runs: COMPANY_RUNS['campaign-plans'] },
  maxConcurrency: { perThousand: 2 },
  memoryMb: 512,
  timeoutS: 60,
  bundleKb: 900,
  grants: { table: 'write' },
  errorImpact: 'Campaigns do not start.',
});
