import { commandWorker } from '../../channels/commands/command-worker.ts';

export default commandWorker({
  queue: 'channel-commands',
  maxConcurrency: { perThousand: 40 },
  errorImpact: 'Replies written by attendants do not leave for WhatsApp Cloud, Facebook and Instagram.',
});
