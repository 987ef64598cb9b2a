import { QUEUE_NAMES } from '@prosa/shared/resource-names.ts';
import { declareFunction } from '../../platform/lambda/declare-function.ts';

export default declareFunction({
  kind: 'schedule',
  everyMinutes: 1,
  memoryMb: 512,
  timeoutS: 50,
  bundleKb: 810,
  grants: { table: 'write', send: QUEUE_NAMES },
  errorImpact: 'Replies and other work wait in the outbox for more than five minutes.',
});
