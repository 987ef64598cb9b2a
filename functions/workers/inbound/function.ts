import { declareFunction } from '../../platform/lambda/declare-function.ts';

export default declareFunction({
  kind: 'queue',
  queue: 'inbound',
  // SQS fills a batch from one conversation if it can. While one company receives thousands of messages, the others wait
  // for one batch of each of its conversations.
  batchSize: 1,
  companyShare: { by: 'nothing', because: 'Calls nothing outside; each event takes milliseconds.' },
  maxConcurrency: { perThousand: 80 },
  memoryMb: 1024,
  timeoutS: 30,
  bundleKb: 985,
  grants: { table: 'write', bucket: 'write' },
  errorImpact: 'Customers wrote and attendants do not see it.',
});
