import { COMPANY_RUNS } from '@prosa/shared/rules/company-shares.ts';
import { declareFunction } from '../../platform/lambda/declare-function.ts';

export default declareFunction({
  kind: 'queue',
  queue: 'history-imports',
  batchSize: 1,
  companyShare: { by: 'lanes', runs: COMPANY_RUNS['history-imports'] },
  // Keeps imports slow, so that messages written meanwhile are not delayed.
  maxConcurrency: { exactly: 2 },
  memoryMb: 512,
  timeoutS: 60,
  bundleKb: 685,
  grants: { table: 'write' },
  errorImpact: 'Imports of old messages stand still.',
});
