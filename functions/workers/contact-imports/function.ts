import { COMPANY_RUNS } from '@prosa/shared/rules/company-shares.ts';
import { declareFunction } from '../../platform/lambda/declare-function.ts';

export default declareFunction({
  kind: 'queue',
  queue: 'contact-imports',
  batchSize: 1,
  companyShare: { by: 'lanes', runs: COMPANY_RUNS['contact-imports'] },
  maxConcurrency: { perThousand: 5 },
  // For the largest spreadsheet that S-32 allows.
  memoryMb: 1024,
  timeoutS: 60,
  bundleKb: 1500,
  grants: { table: 'write', bucket: 'write' },
  errorImpact: 'Imports of contacts stand still.',
});
