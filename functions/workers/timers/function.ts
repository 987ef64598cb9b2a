import { declareFunction } from '../../platform/lambda/declare-function.ts';

export default declareFunction({
  kind: 'queue',
  queue: 'timers',
  batchSize: 10,
  companyShare: { by: 'nothing', because: 'Calls nothing outside; each timer takes milliseconds.' },
  maxConcurrency: { perThousand: 16 },
  memoryMb: 512,
  timeoutS: 30,
  bundleKb: 985,
  grants: { table: 'write', bucket: 'write' },
  errorImpact: 'Things that should happen later (resend checks, expiries, removal of files) do not happen.',
});
