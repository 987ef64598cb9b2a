import { flushCompileCache } from 'node:module';
import campaignFunction from '@prosa/functions/workers/campaigns/function.ts';
import { handler as campaigns } from '@prosa/functions/workers/campaigns/handler.ts';
import channelFunction from '@prosa/functions/workers/channel-commands/function.ts';
import { handler as channelCommands } from '@prosa/functions/workers/channel-commands/handler.ts';
import inboundFunction from '@prosa/functions/workers/inbound/function.ts';
import { handler as inbound } from '@prosa/functions/workers/inbound/handler.ts';
import timerFunction from '@prosa/functions/workers/timers/function.ts';
import { handler as timers } from '@prosa/functions/workers/timers/handler.ts';
import { sqsEvent } from '../../factories/inbound-events.ts';
import { type ChildWorker, childWorker } from './child-worker.ts';
import type { ChildQueue } from './worker-processes.ts';

const WORKERS: Record<ChildQueue, ChildWorker> = {
  inbound: childWorker('inbound', inboundFunction, inbound),
  timers: childWorker('timers', timerFunction, timers),
  campaigns: childWorker('campaign-work', campaignFunction, campaigns),
  'channel-commands': childWorker('channel-commands', channelFunction, channelCommands),
};

/**
 * Workers in a process of its own that can be killed at any call: takes messages of their queues, and reports for each
 * whether it succeeded.
 */
process.on('message', ({ queue, bodies }: { queue: ChildQueue; bodies: string[] }) => {
  WORKERS[queue](sqsEvent(bodies, String)).then(
    ({ batchItemFailures }) => process.send?.(batchItemFailures.length === 0),
    () => process.send?.(false),
  );
});
process.once('disconnect', () => process.exit());
process.send?.('ready');
// Flushed now, because the process is killed and never reaches its end.
flushCompileCache();
