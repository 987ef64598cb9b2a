import { flushCompileCache } from 'node:module';
import { sqsEvent } from '../../factories/inbound-events.ts';
import { inbound as handler } from '../../support/handlers.ts';

/** The inbound worker in a process of its own, to be killed at any call: told events, tells of each whether it was taken. */
process.on('message', (body: string) => {
  handler(sqsEvent([body])).then(
    ({ batchItemFailures }) => process.send?.(batchItemFailures.length === 0),
    () => process.send?.(false),
  );
});
process.once('disconnect', () => process.exit());
process.send?.('ready');
// At its end it would be too late: it is killed.
flushCompileCache();
