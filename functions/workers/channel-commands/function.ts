import { COMPANY_RUNS } from '@prosa/shared/rules/company-shares.ts';
import { commandWorker } from '../../channels/commands/command-worker.ts';

export default commandWorker({
  queue: 'channel-commands',
  companyShare: {
    by: 'lanes',
    runs: COMPANY_RUNS['channel-commands'],
    besides:
      'All else is sent to the provider, which no company chooses, and whose circuit opens if it hangs.',
  },
  maxConcurrency: { perThousand: 40 },
  errorImpact: 'Replies written by attendants do not leave for WhatsApp Cloud, Facebook and Instagram.',
});
