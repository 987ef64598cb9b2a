import { SEND_ANOMALY } from '../../domain/sends/send-limits.ts';
import { declareFunction } from '../../platform/lambda/declare-function.ts';

export default declareFunction({
  kind: 'stream',
  batchSize: 100,
  // A window, because a batch writes the rows of a day's figures and of a conversation's words only once.
  windowS: 1,
  changes: ['campaignReceiver', 'contact', 'conversation', 'message', 'ticket', 'ticketTracking'],
  inserts: [],
  memoryMb: 1024,
  timeoutS: 60,
  bundleKb: 970,
  grants: { table: 'write', send: ['webhook-deliveries'] },
  errorImpact:
    'Search does not find what is new, reports and campaigns do not count it, and no webhook tells of it.',
  alarmLines: { [SEND_ANOMALY.metric]: SEND_ANOMALY.impact },
});
