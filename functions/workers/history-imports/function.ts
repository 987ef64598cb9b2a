import { declareFunction } from '../../platform/lambda/declare-function.ts';

export default declareFunction({
  kind: 'queue',
  queue: 'history-imports',
  batchSize: 1,
  // Keeps imports slow, so that messages written meanwhile are not delayed.
  maxConcurrency: { exactly: 2 },
  memoryMb: 512,
  timeoutS: 60,
  bundleKb: 670,
  grants: { table: 'write' },
  errorImpact: 'Imports of old messages stand still.',
});
