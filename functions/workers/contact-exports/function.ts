import { declareFunction } from '../../platform/lambda/declare-function.ts';

export default declareFunction({
  kind: 'queue',
  queue: 'contact-exports',
  batchSize: 1,
  companyShare: { by: 'nothing', because: 'Its queue is a standard one, which has no lanes.' },
  maxConcurrency: { perThousand: 5 },
  memoryMb: 1769,
  timeoutS: 120,
  bundleKb: 1500,
  grants: { table: 'write', bucket: 'write' },
  errorImpact: 'Exports of contacts stand still.',
});
