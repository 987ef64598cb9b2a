import { declareFunction } from '../platform/lambda/declare-function.ts';

export default declareFunction({
  name: 'ws-connect',
  kind: 'ws',
  wsRoutes: ['$connect', '$disconnect', '$default'],
  memoryMb: 512,
  timeoutS: 10,
  // Several times the concurrency that API Gateway's frame limit can cause; a flood of frames does not slow down
  // webhooks.
  reserves: { perThousand: 100 },
  bundleKb: 720,
  grants: { table: 'write', realtime: true },
  errorImpact: 'Browsers lose the live channel; lists stop updating.',
});
