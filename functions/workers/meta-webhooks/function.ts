import { declareFunction } from '../../platform/lambda/declare-function.ts';

export default declareFunction({
  kind: 'queue',
  queue: 'meta-webhooks',
  batchSize: 10,
  companyShare: {
    by: 'nothing',
    because: 'Whose delivery it is is known only inside; each takes milliseconds.',
  },
  maxConcurrency: { perThousand: 20 },
  memoryMb: 512,
  timeoutS: 30,
  bundleKb: 840,
  grants: { table: 'write', send: ['inbound', 'history-imports'], claims: 'take' },
  errorImpact: 'Messages from WhatsApp Cloud, Facebook and Instagram wait unread.',
});
