import { commandWorker } from '../../channels/commands/command-worker.ts';

export default commandWorker({
  queue: 'channel-bulk',
  // A provider's rate limit is for all commands of an account: bulk ones leave room for the others.
  maxConcurrency: { perThousand: 5 },
  errorImpact: 'Customers on WhatsApp Cloud, Facebook and Instagram get no notices.',
});
