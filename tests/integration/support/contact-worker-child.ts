import { sqsEvent } from '../../factories/inbound-events.ts';
import { contactExports, contactImports } from '../../support/handlers.ts';

/** A worker of imports or exports in a process of its own; told a message of its queue, tells whether it was taken, and ends. */
process.once('message', ({ queue, body }: { queue: string; body: string }) => {
  const worker = queue === 'contact-imports' ? contactImports : contactExports;
  worker(sqsEvent([body])).then(
    ({ batchItemFailures }) => process.send?.(batchItemFailures.length === 0, () => process.disconnect()),
    (error: unknown) => {
      console.error(error);
      process.exit(1);
    },
  );
});
process.send?.('ready');
