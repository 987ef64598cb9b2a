import { loadProgress } from '@prosa/functions/repositories/campaigns/campaigns.ts';
import { expect } from 'vitest';
import { CampaignDesk, numberAt } from './campaign-desk.ts';
import { killWorker } from './kill-worker.ts';
import { useTable } from './table.ts';
import { brokenRules } from './table-rules.ts';
import { readTable } from './table-scan.ts';
import { useWorkerProcesses } from './worker-processes.ts';

const SEED = 20_261_126;
/** Higher than the number of a beat's calls, so that some kills hit an idle process. */
const MAX_CALLS = 14;
/** Beats of a campaign after which it does not come to its end. */
const MAX_BEATS = 400;

/** People of a list whose plan takes several transactions, because many of them are not sent to. */
const MANY_PEOPLE = 230;
const MAX_PLANS = 40;

interface CampaignKills {
  /** Kills the workers in the middle of a campaign's dispatch. Checks that everyone got the message exactly once. */
  ofDispatch: (wanted: number, fields: object) => Promise<number>;
  /** Kills the workers in the middle of plans. Checks that everyone is planned exactly once. */
  ofPlans: (wanted: number) => Promise<number>;
}

/** Returns functions that kill the process of the workers so often and return the number of kills. Call at the top level. */
export const useCampaignKills = (): CampaignKills => {
  const engine = useTable();
  const workers = useWorkerProcesses();

  const ofDispatch: CampaignKills['ofDispatch'] = async (wanted, fields) => {
    const desk = await CampaignDesk.open();
    // A message and its outcome are two deliveries, and some kills hit an idle process.
    const people = Math.max(6, Math.ceil(wanted * 0.7));
    const contactListId = await desk.addList(people);
    const { id } = await desk.addCampaign({ contactListId, ...fields });
    await desk.start(id);
    await desk.work();

    const { deliver, killed } = await killWorker(workers, { wanted, maxCalls: MAX_CALLS, seed: SEED });
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
    return killed();
  };

  const ofPlans: CampaignKills['ofPlans'] = async (wanted) => {
    const desk = await CampaignDesk.open();
    const isInvalid = (nth: number): boolean => nth % 3 === 0;
    const contactListId = await desk.addList(MANY_PEOPLE, (nth) =>
      isInvalid(nth) ? { numberState: 'invalid' } : {},
    );
    const { deliver, killed } = await killWorker(workers, { wanted, maxCalls: MAX_CALLS, seed: SEED });
    for (let plans = 0; killed() < wanted; plans++) {
      if (plans > MAX_PLANS) throw new Error('the plans end before they are interrupted');
      const { id } = await desk.addCampaign({ contactListId });
      await desk.start(id);
      for (const body of await desk.takePlans()) await deliver('campaign-plans', body);
      expect(await loadProgress(desk.company.table, id)).toMatchObject({
        planned: MANY_PEOPLE,
        isPlanned: true,
      });
      expect((await desk.receivers(id)).map(({ number, state }) => [number, state])).toEqual(
        Array.from({ length: MANY_PEOPLE }, (_none, nth) => [
          numberAt(nth),
          isInvalid(nth) ? 'skipped' : 'waiting',
        ]),
      );
      await desk.stop(id, 'cancel');
    }
    expect(brokenRules(await readTable(engine().endpoint))).toEqual([]);
    return killed();
  };

  return { ofDispatch, ofPlans };
};
