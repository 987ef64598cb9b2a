import { flushCompileCache } from 'node:module';
import { sqsEvent } from '../../factories/inbound-events.ts';
import { TURN_WORKERS } from '../../support/turn-workers.ts';
import type { ChildQueue } from './worker-processes.ts';

/**
 * Workers in a process of its own that can be killed at any call: takes messages of their queues, and reports for each
 * whether it succeeded.
 */
process.on('message', ({ queue, bodies }: { queue: ChildQueue; bodies: string[] }) => {
  TURN_WORKERS[queue](sqsEvent(bodies, String)).then(
    ({ batchItemFailures }) => process.send?.(batchItemFailures.length === 0),
    () => process.send?.(false),
  );
});
process.once('disconnect', () => process.exit());
process.send?.('ready');
// Flushed now, because the process is killed and never reaches its end.
flushCompileCache();
