import { type Storm, writeTicket } from './ticket-writers.ts';

/**
 * Ticket writers in a process of their own: take their task from a message, report the attempts of each change, and
 * exit.
 */
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
