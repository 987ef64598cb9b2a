import { flushCompileCache } from 'node:module';
import { sqsEvent } from '../../factories/inbound-events.ts';
import { FILE_WORKERS, type FileQueue } from '../../support/file-workers.ts';

/**
 * Worker of imports or exports in a process of its own: takes one message of its queue, reports whether it succeeded,
 * and exits.
 */
process.once('message', ({ queue, body }: { queue: FileQueue; body: string }) => {
  FILE_WORKERS[queue](sqsEvent([body])).then(
    ({ batchItemFailures }) => process.send?.(batchItemFailures.length === 0, () => process.disconnect()),
    (error: unknown) => {
      console.error(error);
      process.exit(1);
    },
  );
});
process.send?.('ready');
// Flushed now, because the process may be killed and never reach its end.
flushCompileCache();
