import { loadProgress } from '@prosa/functions/repositories/campaigns/campaigns.ts';
import { expect } from 'vitest';
import { seededRandom } from '../../support/seeded-random.ts';
import { CampaignDesk, numberAt } from './campaign-desk.ts';
import { useTable } from './table.ts';
import { standBeforeTable } from './table-proxy.ts';
import { brokenRules } from './table-rules.ts';
import { readTable } from './table-scan.ts';
import { useWorkerProcesses } from './worker-processes.ts';

const SEED = 20_261_126;
/** Higher than the number of a beat's calls, so that some kills hit an idle process. */
const MAX_CALLS = 14;
/** Tries of a message after which the worker refuses it without being killed. */
const MAX_TRIES = 100;
/** Beats of a campaign after which it does not come to its end. */
const MAX_BEATS = 400;

/**
 * Returns a function that kills the process of the workers in the middle of a campaign's dispatch and returns the number
 * of kills. It checks that everyone got the message exactly once. Call at the top level.
 */
export const useCampaignKills = (): ((wanted: number, fields: object) => Promise<number>) => {
  const engine = useTable();
  const workers = useWorkerProcesses();

  return async (wanted, fields) => {
    const random = seededRandom(SEED);
    const desk = await CampaignDesk.open();
    // A message and its outcome are two deliveries, and some kills hit an idle process.
    const people = Math.max(6, Math.ceil(wanted * 0.7));
    const contactListId = await desk.addList(people);
    const { id } = await desk.addCampaign({ contactListId, ...fields });
    await desk.start(id);
    await desk.work();

    let callsLeft = 0;
    let when: 'before' | 'after' = 'before';
    let killed = 0;
    await standBeforeTable(async (_request, forward) => {
      callsLeft -= 1;
      if (callsLeft !== 0) return forward();
      if (when === 'after') await forward();
      workers.kill();
      return undefined;
    });
    /** Redelivers a message until the worker accepts it, as the queue would. */
    const deliver = async (queue: 'inbound' | 'campaigns', body: string): Promise<void> => {
      for (let tries = 0; tries < MAX_TRIES; tries++) {
        if (killed < wanted) {
          callsLeft = 1 + Math.floor(random() * MAX_CALLS);
          when = random() < 0.5 ? 'before' : 'after';
        }
        const end = await workers.deliver(queue, body);
        callsLeft = 0;
        if (end === 'taken') return;
        if (end === 'died') killed += 1;
      }
      throw new Error('the worker refuses a message again and again');
    };
    const isGoingOn = async () => ((await loadProgress(desk.company.table, id))?.next ?? 0) < people;
    for (let beats = 0; await isGoingOn(); beats++) {
      if (beats > MAX_BEATS) throw new Error('the campaign does not come to its end');
      const message = await desk.beatMessage(id);
      if (message === undefined) throw new Error('a running campaign without a beat');
      await deliver('campaigns', message.body);
      for (const command of await desk.takeSends())
        await deliver('inbound', JSON.stringify(desk.result(command)));
    }

    for (const command of await desk.takeSends())
      await deliver('inbound', JSON.stringify(desk.result(command)));
    const everyone = Array.from({ length: people }, (_none, nth) => numberAt(nth));
    expect(desk.sent.map(({ to }) => to[0]?.value).toSorted()).toEqual(everyone);
    const receivers = await desk.receivers(id);
    const messageIds = new Map(desk.sent.map(({ to, messageId }) => [to[0]?.value, messageId]));
    for (const { number, messageId } of receivers) expect(messageId).toBe(messageIds.get(number));
    expect(brokenRules(await readTable(engine().endpoint))).toEqual([]);
    return killed;
  };
};
