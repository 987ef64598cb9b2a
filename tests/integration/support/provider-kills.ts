import { systemClock } from '@prosa/functions/platform/clock.ts';
import type { MessageRow } from '@prosa/functions/repositories/tickets/messages.ts';
import { OUTCOME_WITHIN_MS } from '@prosa/shared/rules/send-failure.ts';
import { beforeAll, vi } from 'vitest';
import { makeCompany, type TestCompany } from '../../factories/company.ts';
import type { Where } from '../../factories/inbound-events.ts';
import { timerTick as tick } from '../../support/handlers.ts';
import { fireTimers } from './fire-timers.ts';
import { useGraph } from './graph.ts';
import {
  callsOf,
  channelOfCall,
  GRAPH_CHANNELS,
  type GraphChannel,
  linkedConnection,
  pendingSend,
  storedMessage,
  takenAnswer,
} from './provider-sends.ts';
import { useQueues } from './queues.ts';
import { useTable } from './table.ts';
import { isWrite, standBeforeTable } from './table-proxy.ts';
import { type ChildQueue, useWorkerProcesses } from './worker-processes.ts';

/** Moments of a send at which a process is killed, in their order. */
const KILL_POINTS = [
  /** The sender has the command, and has written nothing. */
  'claimed',
  /** The attempt is marked as begun. */
  'before the call',
  /** The provider has the request, and has not answered. */
  'during the call',
  /** The provider has answered, and nothing was reported. */
  'after the call',
  /** The outcome is in the inbound queue, and the command still in its own. */
  'reported',
  /** The inbound worker has the outcome, and has written nothing. */
  'before the record',
  /** The outcome is stored, and still in its queue. */
  'after the record',
] as const;
type KillPoint = (typeof KILL_POINTS)[number];

/** For each point the number of calls and the final state of a message over each channel: `1 call, sent`. */
type Endings = Record<string, string[]>;

interface Killed {
  messages: readonly MessageRow[];
  /** When the messages were sent, in epoch milliseconds. */
  sentMs: number;
  /** What the killed process had, and its queue delivers again. */
  again: { queue: ChildQueue; bodies: readonly string[] };
}

export interface ProviderKills {
  /** Kills at every point. The queues deliver again at once what the killed process had. */
  killAndRedeliver(): Promise<Endings>;
  /** Kills at every point. The queues deliver again only after the time within which a send has an outcome. */
  killAndWait(): Promise<{ inTime: Endings; later: Endings }>;
}

/**
 * Returns functions that kill the processes of sends, while one message over each channel of the Graph API is at the
 * same point. They return how often the provider was called for each message, and how the message ended. Call at the
 * top level.
 */
export const useProviderKills = (): ProviderKills => {
  useTable();
  const queuesOf = useQueues();
  const graphOf = useGraph();
  const workers = useWorkerProcesses();
  let company: TestCompany;
  const connections = new Map<GraphChannel, Where>();
  let point: KillPoint | undefined;
  let held = 0;
  let end = Promise.withResolvers<void>();

  beforeAll(async () => {
    company = await makeCompany();
    for (const channel of GRAPH_CHANNELS) connections.set(channel, await linkedConnection(company, channel));
  });

  /** At these points holds a request until the messages of all channels are there and the process is killed. */
  const holdAt = async (...points: KillPoint[]): Promise<boolean> => {
    if (point === undefined || !points.includes(point)) return false;
    held += 1;
    if (held === GRAPH_CHANNELS.length) {
      point = undefined;
      workers.kill();
      end.resolve();
    }
    await end.promise;
    return true;
  };

  const setUp = async (): Promise<void> => {
    await standBeforeTable(async (request, forward) => {
      if (await holdAt('claimed')) return undefined;
      if (!isWrite(request)) return forward();
      if (await holdAt('before the record')) return undefined;
      const answer = await forward();
      return (await holdAt('before the call', 'after the record')) ? undefined : answer;
    });
    graphOf().answer = async (request) =>
      (await holdAt('during the call')) ? 'hang-up' : takenAnswer(channelOfCall(request));
    queuesOf().onSend = async (when) => {
      if (when === 'before' && (await holdAt('after the call'))) throw new Error('killed before the report');
      if (when === 'after') await holdAt('reported');
    };
  };

  const killDuring = async (at: KillPoint, queue: ChildQueue, bodies: readonly string[]) => {
    held = 0;
    end = Promise.withResolvers();
    point = at;
    const outcome = await workers.deliver(queue, ...bodies);
    if (outcome !== 'died') throw new Error(`${outcome} ${at}, not killed`);
    return { queue, bodies };
  };
  const deliver = async (queue: ChildQueue, bodies: readonly string[]): Promise<void> => {
    if (bodies.length === 0) return;
    const outcome = await workers.deliver(queue, ...bodies);
    if (outcome !== 'taken') throw new Error(`messages of ${queue}: ${outcome}`);
  };
  const takeReports = () =>
    queuesOf()
      .drain('inbound')
      .map(({ body }) => body);

  /** Sends a message over each channel, and kills the process that has them at the point. */
  const killAt = async (at: KillPoint): Promise<Killed> => {
    const sentMs = Date.now();
    const sends = await Promise.all(
      [...connections].map(([channel, where]) => pendingSend(company, where, channel, sentMs)),
    );
    const messages = sends.map(({ message }) => message);
    const commands = sends.map(({ command }) => JSON.stringify(command));
    if (at === 'before the record' || at === 'after the record') {
      await deliver('channel-commands', commands);
      return { messages, sentMs, again: await killDuring(at, 'inbound', takeReports()) };
    }
    const again = await killDuring(at, 'channel-commands', commands);
    // What was reported before the kill does not wait for the sender.
    await deliver('inbound', takeReports());
    return { messages, sentMs, again };
  };

  const deliverAgain = async ({ again }: Killed): Promise<void> => {
    await deliver(again.queue, again.bodies);
    await deliver('inbound', takeReports());
  };

  /** Ends what has no outcome when the time of the messages is over. */
  const endOverdue = async ({ sentMs }: Killed): Promise<void> => {
    const clock = vi.spyOn(systemClock, 'now').mockReturnValue(sentMs + OUTCOME_WITHIN_MS);
    await tick({});
    const due = queuesOf().drain('timers');
    await fireTimers(...due.map(({ body }) => body));
    clock.mockRestore();
  };

  const endingsOf = ({ messages }: Killed): Promise<string[]> =>
    Promise.all(
      messages.map(async (message) => {
        const calls = callsOf(graphOf().requests, message).length;
        return `${calls} calls, ${(await storedMessage(company, message)).sendState}`;
      }),
    );

  return {
    killAndRedeliver: async () => {
      await setUp();
      const endings: Endings = {};
      for (const at of KILL_POINTS) {
        const killed = await killAt(at);
        await deliverAgain(killed);
        endings[at] = await endingsOf(killed);
      }
      return endings;
    },
    killAndWait: async () => {
      await setUp();
      const inTime: Endings = {};
      const later: Endings = {};
      for (const at of KILL_POINTS) {
        const killed = await killAt(at);
        await endOverdue(killed);
        inTime[at] = await endingsOf(killed);
        await deliverAgain(killed);
        later[at] = await endingsOf(killed);
      }
      return { inTime, later };
    },
  };
};
