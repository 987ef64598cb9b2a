import { COMPANY_RUNS } from '@prosa/shared/rules/company-shares.ts';
import { declareFunction } from '../../platform/lambda/declare-function.ts';

export default declareFunction({
  kind: 'queue',
  queue: 'contact-exports',
  batchSize: 1,
  companyShare: { by: 'lanes', runs: COMPANY_RUNS['contact-exports'] },
  maxConcurrency: { perThousand: 5 },
  memoryMb: 1769,
  timeoutS: 120,
  bundleKb: 1500,
  grants: { table: 'write', bucket: 'write' },
  errorImpact: 'Exports of contacts stand still.',
});
