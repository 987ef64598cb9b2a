import { facebook } from '@prosa/functions/channels/facebook/facebook.ts';
import { callGroup } from '@prosa/functions/domain/engine/leader-call.ts';
import { campaignPlan } from '@prosa/functions/repositories/campaigns/campaigns.ts';
import { contactWork } from '@prosa/functions/repositories/contacts/contact-files.ts';
import { deliveryMessage } from '@prosa/functions/repositories/webhooks/webhook-deliveries.ts';
import { concurrencyOf } from '@prosa/infra/concurrency.ts';
import { createSqsStore } from '@prosa/infra/local/sqs-store.ts';
import { FUNCTIONS, type FunctionResource } from '@prosa/infra/programs.ts';
import { QUEUES } from '@prosa/infra/resources.ts';
import { historyGroupId } from '@prosa/shared/entities/history-import.ts';
import { describe, expect, it } from 'vitest';

const QUEUE_WORKERS = Object.values(FUNCTIONS).flatMap((fn) => (fn.kind === 'queue' ? [fn] : []));
const IN_LANES = QUEUE_WORKERS.filter(({ companyShare }) => companyShare.by === 'lanes').map(
  ({ queue }) => queue,
);

/** FIFO groups of a company's messages from the `source`th of its integrations, endpoints…; `nth` is the ticket's number. */
const GROUPS: Readonly<Record<string, (companyId: number, source: number, nth: number) => string>> = {
  'integration-calls': callGroup,
  'assistant-calls': callGroup,
  'webhook-deliveries': (companyId, endpointId, nth) =>
    deliveryMessage({ companyId, endpointId, deliveryId: `0-t${nth}` }).groupId,
  'channel-commands': (companyId, connectionId, nth) =>
    facebook.call(
      {
        v: 1,
        type: 'fetch-profile',
        companyId,
        connectionId,
        contactId: nth,
        person: { kind: 'psid', value: String(nth) },
      },
      nth,
    ).groupId ?? '',
  'contact-imports': (companyId, userId, nth) =>
    contactWork('contact-imports', { companyId, userId, id: String(nth) }).groupId ?? '',
  'contact-exports': (companyId, userId, nth) =>
    contactWork('contact-exports', { companyId, userId, id: String(nth) }).groupId ?? '',
  'campaign-plans': (companyId, campaignId) => campaignPlan({ companyId, campaignId, run: 1 }).groupId ?? '',
  'history-imports': (companyId) => historyGroupId({ companyId }),
};
const SOURCES = 10;
const MESSAGES = 3_000;
const [GREEDY, QUIET] = [7, 8];

it('R23: every worker of a queue says how a company is kept from taking all its runs, in the way that its queue allows', () => {
  for (const { queue, companyShare } of QUEUE_WORKERS)
    if (companyShare.by !== 'nothing') expect([queue, QUEUES[queue].fifo]).toEqual([queue, true]);
  expect(IN_LANES.toSorted()).toEqual(Object.keys(GROUPS).toSorted());
});

it.each([500, 1_000, 5_000])(
  'R23: a company holds at most half of the runs of a worker, with %i executions in the account',
  (account) => {
    const { sources } = concurrencyOf(account);
    for (const [name, fn] of Object.entries(FUNCTIONS)) {
      if (fn.kind !== 'queue' || fn.companyShare.by !== 'lanes') continue;
      expect([name, fn.companyShare.runs <= (sources.get(name) ?? 0) / 2]).toEqual([name, true]);
    }
  },
);

describe.each(IN_LANES)('R23: a greedy company of %s', (name) => {
  const runsOf = (fn: FunctionResource): number =>
    fn.kind === 'queue' && fn.queue === name && fn.companyShare.by === 'lanes' ? fn.companyShare.runs : 0;
  const runs = Math.max(...QUEUE_WORKERS.map(runsOf));

  it('holds its share of runs at most, leaves the others to other companies, and after kills nothing is lost, doubled or out of order', () => {
    const queue = createSqsStore().queue(name);
    const groupOf = GROUPS[name];
    if (groupOf === undefined) throw new Error(`no groups of ${name}`);
    const send = (companyId: number, nth: number) =>
      queue.send({
        body: `${companyId}.${nth}`,
        groupId: groupOf(companyId, Math.floor(nth / SOURCES) % SOURCES, nth),
        deduplicationId: `${companyId}.${nth}`,
      });
    for (let nth = 0; nth < MESSAGES; nth++) send(GREEDY, nth);
    const take = () => queue.receive(1, 60_000)[0];
    const held: { body: string; receipt: string; groupId?: string | undefined }[] = [];
    for (let one = take(); one !== undefined; one = take()) held.push(one);
    expect(held.length).toBe(runs);
    for (let nth = 0; nth < 3; nth++) send(QUIET, nth);
    expect(take()?.body).toBe(`${QUIET}.0`);
    // Runs end in any order; as many go on, and none more.
    const done = new Set<string>();
    const lastOf = new Map<string, number>();
    for (let turn = 0; held.length > 0; turn++) {
      const [ended] = held.splice((turn * 7) % held.length, 1);
      if (ended === undefined) break;
      // Every tenth run is killed: its messages come again.
      if (turn % 10 === 9) queue.changeVisibility(ended.receipt, 0);
      else {
        queue.delete(ended.receipt);
        expect(done.has(ended.body)).toBe(false);
        done.add(ended.body);
        const nth = Number(ended.body.split('.')[1]);
        expect(nth).toBeGreaterThan(lastOf.get(ended.groupId ?? '') ?? -1);
        lastOf.set(ended.groupId ?? '', nth);
      }
      for (let one = take(); one !== undefined; one = take())
        if (!one.body.startsWith(`${QUIET}.`)) held.push(one);
      expect(held.length).toBeLessThanOrEqual(runs);
    }
    expect(done.size).toBe(MESSAGES);
  });
});
