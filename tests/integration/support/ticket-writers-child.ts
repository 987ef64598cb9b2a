import { type Storm, writeTicket } from './ticket-writers.ts';

/** Writers in a process of their own; told what to write by a message, tells the tries of each change, and ends. */
process.once('message', (storm: Storm) => {
  writeTicket(storm).then(
    (tries) => process.send?.(tries, () => process.disconnect()),
    (error: unknown) => {
      console.error(error);
      process.exit(1);
    },
  );
});
process.send?.('ready');
