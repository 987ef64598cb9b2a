import { facebook } from '@prosa/functions/channels/facebook/facebook.ts';
import { callGroup } from '@prosa/functions/domain/engine/leader-call.ts';
import { deliveryMessage } from '@prosa/functions/repositories/webhooks/webhook-deliveries.ts';
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
  'channel-bulk': (companyId, connectionId, nth) =>
    GROUPS['channel-commands']?.(companyId, connectionId, nth) ?? '',
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

describe.each(IN_LANES)('R23: a greedy company of %s', (name) => {
  const runsOf = (fn: FunctionResource): number =>
    fn.kind === 'queue' && fn.queue === name && fn.companyShare.by === 'lanes' ? fn.companyShare.runs : 0;
  const runs = Math.max(...QUEUE_WORKERS.map(runsOf));

  it('holds its share of runs at most, leaves the others to other companies, and loses and doubles nothing after a kill', () => {
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
    const held: { body: string; receipt: string }[] = [];
    for (let one = take(); one !== undefined; one = take()) held.push(one);
    expect(held.length).toBe(runs);
    for (let nth = 0; nth < 3; nth++) send(QUIET, nth);
    expect(take()?.body).toBe(`${QUIET}.0`);
    // Runs end in any order; as many go on, and none more.
    const seen = new Map<string, number>();
    for (let turn = 0; turn < MESSAGES; turn++) {
      const [ended] = held.splice((turn * 7) % held.length, 1);
      if (ended === undefined) break;
      // Every tenth run is killed: its messages come again.
      if (turn % 10 === 9) queue.changeVisibility(ended.receipt, 0);
      else {
        queue.delete(ended.receipt);
        seen.set(ended.body, (seen.get(ended.body) ?? 0) + 1);
      }
      for (let one = take(); one !== undefined; one = take())
        if (!one.body.startsWith(`${QUIET}.`)) held.push(one);
      expect(held.length).toBeLessThanOrEqual(runs);
    }
    expect([...seen.values()].every((times) => times === 1)).toBe(true);
  });
});
