import planFunction from '@prosa/functions/workers/campaign-plans/function.ts';
import { handler as plans } from '@prosa/functions/workers/campaign-plans/handler.ts';
import campaignFunction from '@prosa/functions/workers/campaigns/function.ts';
import { handler as campaigns } from '@prosa/functions/workers/campaigns/handler.ts';
import channelFunction from '@prosa/functions/workers/channel-commands/function.ts';
import { handler as channelCommands } from '@prosa/functions/workers/channel-commands/handler.ts';
import inboundFunction from '@prosa/functions/workers/inbound/function.ts';
import { handler as inbound } from '@prosa/functions/workers/inbound/handler.ts';
import timerFunction from '@prosa/functions/workers/timers/function.ts';
import { handler as timers } from '@prosa/functions/workers/timers/handler.ts';
import { type ChildWorker, childWorker } from './child-worker.ts';

/** Workers that turns of conversations come to, by their queues, each with the role of its function. */
export const TURN_WORKERS = {
  inbound: childWorker('inbound', inboundFunction, inbound),
  timers: childWorker('timers', timerFunction, timers),
  'campaign-plans': childWorker('campaign-plans', planFunction, plans),
  campaigns: childWorker('campaign-work', campaignFunction, campaigns),
  'channel-commands': childWorker('channel-commands', channelFunction, channelCommands),
} as const satisfies Record<string, ChildWorker>;
