import { declareFunction } from '../../platform/lambda/declare-function.ts';

export default declareFunction({
  kind: 'schedule',
  everyMinutes: 1,
  memoryMb: 1024,
  timeoutS: 50,
  bundleKb: 840,
  grants: { table: 'write', send: ['timers'] },
  errorImpact: 'Things that should happen later (resend checks, expiries) do not happen.',
});
