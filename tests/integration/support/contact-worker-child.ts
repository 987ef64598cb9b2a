import { sqsEvent } from '../../factories/inbound-events.ts';
import { contactExports, contactImports, historyImports } from '../../support/handlers.ts';

const WORKERS: Record<string, typeof contactImports> = {
  'contact-imports': contactImports,
  'contact-exports': contactExports,
  'history-imports': historyImports,
};

/**
 * Worker of imports or exports in a process of its own: takes one message of its queue, reports whether it succeeded,
 * and exits.
 */
process.once('message', ({ queue, body }: { queue: string; body: string }) => {
  const worker = WORKERS[queue];
  if (worker === undefined) throw new Error(`no worker of ${queue}`);
  worker(sqsEvent([body])).then(
    ({ batchItemFailures }) => process.send?.(batchItemFailures.length === 0, () => process.disconnect()),
    (error: unknown) => {
      console.error(error);
      process.exit(1);
    },
  );
});
process.send?.('ready');
