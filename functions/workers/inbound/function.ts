import { declareFunction } from '../../platform/lambda/declare-function.ts';

export default declareFunction({
  kind: 'queue',
  queue: 'inbound',
  batchSize: 10,
  memoryMb: 1024,
  timeoutS: 30,
  bundleKb: 920,
  grants: { table: 'write', bucket: 'write' },
  errorImpact: 'Customers wrote and attendants do not see it.',
});
