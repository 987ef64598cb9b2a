import { flushCompileCache } from 'node:module';
import { sqsEvent } from '../../factories/inbound-events.ts';
import { inbound, timers } from '../../support/handlers.ts';

const WORKERS = { inbound, timers } as const;

/**
 * Workers of the inbound path in a process of its own that can be killed at any call: takes messages of their queues,
 * and reports for each whether it succeeded.
 */
process.on('message', ({ queue, body }: { queue: keyof typeof WORKERS; body: string }) => {
  WORKERS[queue](sqsEvent([body])).then(
    ({ batchItemFailures }) => process.send?.(batchItemFailures.length === 0),
    () => process.send?.(false),
  );
});
process.once('disconnect', () => process.exit());
process.send?.('ready');
// Flushed now, because the process is killed and never reaches its end.
flushCompileCache();
