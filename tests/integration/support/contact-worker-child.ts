import { flushCompileCache } from 'node:module';
import exportFunction from '@prosa/functions/workers/contact-exports/function.ts';
import { handler as exports } from '@prosa/functions/workers/contact-exports/handler.ts';
import importFunction from '@prosa/functions/workers/contact-imports/function.ts';
import { handler as imports } from '@prosa/functions/workers/contact-imports/handler.ts';
import historyFunction from '@prosa/functions/workers/history-imports/function.ts';
import { handler as histories } from '@prosa/functions/workers/history-imports/handler.ts';
import { sqsEvent } from '../../factories/inbound-events.ts';
import { type ChildWorker, childWorker } from './child-worker.ts';
import type { FileQueue } from './contact-worker-process.ts';

const WORKERS: Record<FileQueue, ChildWorker> = {
  'contact-imports': childWorker('contact-imports', importFunction, imports),
  'contact-exports': childWorker('contact-exports', exportFunction, exports),
  'history-imports': childWorker('history-imports', historyFunction, histories),
};

/**
 * Worker of imports or exports in a process of its own: takes one message of its queue, reports whether it succeeded,
 * and exits.
 */
process.once('message', ({ queue, body }: { queue: FileQueue; body: string }) => {
  WORKERS[queue](sqsEvent([body])).then(
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
