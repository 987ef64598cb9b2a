import { commandWorker } from '../../channels/commands/command-worker.ts';

export default commandWorker({
  queue: 'channel-bulk',
  companyShare: {
    by: 'nothing',
    because:
      'It fetches no files. It sends to the provider alone, which no company chooses, at the pace of campaigns.',
  },
  // A provider's rate limit is for all commands of an account: bulk ones leave room for the others.
  maxConcurrency: { perThousand: 5 },
  errorImpact: 'Customers on WhatsApp Cloud, Facebook and Instagram get no notices.',
});
