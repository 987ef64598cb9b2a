import { once } from 'node:events';
import { systemIds } from '@prosa/functions/platform/ids.ts';
import { commit } from '@prosa/functions/platform/table/commit.ts';
import { Ticket } from '@prosa/functions/platform/table/entities/tickets.ts';
import { Outbox, Timer } from '@prosa/functions/platform/table/entities/work.ts';
import { keys } from '@prosa/functions/platform/table/keys.ts';
import { setTimerItem } from '@prosa/functions/platform/timers/set-timer.ts';
import { loadTicket } from '@prosa/functions/repositories/tickets/tickets.ts';
import { createSqsStore } from '@prosa/infra/local/sqs-store.ts';
import { CommandLoop, type HandleCommand } from '@prosa/session-host/connections/command-loop.ts';
import { type SessionCommand, sessionCommandSchema } from '@prosa/shared/messaging/session-command.ts';
import { LANES, type Lane, type QueueName, sessionQueue } from '@prosa/shared/resource-names.ts';
import { expect, it } from 'vitest';
import { makeCompany } from '../factories/company.ts';
import { sqsEvent, textEvent } from '../factories/inbound-events.ts';
import { answerCustomer } from '../support/answer-customer.ts';
import { timers } from '../support/handlers.ts';
import { take } from './support/inbound.ts';
import { localCommandSource } from './support/local-command-source.ts';
import { useTable } from './support/table.ts';

useTable();

const LOUD = 1;
const QUIET = 2;
const TEXTS = 50_000;
const REPLIES = 10;
/** Time in milliseconds that WhatsApp takes to answer in one step of the test. */
const ANSWER_MS = 200;
const MAX_WAIT_MS = 5000;

const textOf = (companyId: number, n: number): SessionCommand => ({
  v: 1,
  type: 'send',
  companyId,
  connectionId: 1,
  to: [{ kind: 'phone', value: `55119${String(n).padStart(8, '0')}` }],
  messageId: `${companyId}.${n}`,
  attempt: 1,
  providerMessageId: `${companyId}.${n}`,
  content: { kind: 'text', text: 'oi' },
  waitsUntil: Date.now() + 3_600_000,
});

it(`R23: ${REPLIES} replies of one company wait at most ${MAX_WAIT_MS / 1000} s behind ${TEXTS} texts of another`, async () => {
  const store = createSqsStore();
  const queueOf = (lane: Lane) => store.queue(sessionQueue(0, lane));
  const push = (lane: Lane, companyId: number, n: number): void => {
    queueOf(lane).send({
      body: JSON.stringify(textOf(companyId, n)),
      groupId: `${companyId}:1:${n}`,
      deduplicationId: `${companyId}.${n}`,
    });
  };
  let nowMs = 0;
  const sentAt = new Map<number, number[]>([
    [LOUD, []],
    [QUIET, []],
  ]);
  const unanswered: (() => void)[] = [];
  const handle: HandleCommand = async ({ companyId }) => {
    await new Promise<void>((resolve) => unanswered.push(resolve));
    sentAt.get(companyId)?.push(nowMs);
    return 'done';
  };
  const loops = LANES.map(
    (lane) =>
      new CommandLoop(
        lane,
        localCommandSource(queueOf(lane), (signal) =>
          Promise.race([
            once(signal, 'abort'),
            new Promise<void>((resolve) => queueOf(lane).onChange(resolve)),
          ]),
        ),
        handle,
      ),
  );
  /** Answers everything that was sent, once the loops take on no more commands. */
  const step = async (): Promise<void> => {
    let before: number;
    do {
      before = unanswered.length;
      for (let turns = 0; turns < 20; turns++) await new Promise((resolve) => setImmediate(resolve));
    } while (unanswered.length > before);
    nowMs += ANSWER_MS;
    for (const answer of unanswered.splice(0)) answer();
  };

  for (let n = 0; n < TEXTS; n++) push('bulk', LOUD, n);
  for (const loop of loops) loop.start();
  await step();
  const waits: number[] = [];
  for (let n = 0; n < REPLIES; n++) {
    const askedMs = nowMs;
    push('prompt', QUIET, n);
    while ((sentAt.get(QUIET)?.length ?? 0) <= n) await step();
    waits.push(nowMs - askedMs);
  }
  expect(Math.max(...waits)).toBeLessThanOrEqual(MAX_WAIT_MS);
  // The other company's texts continue in the meantime, and are far from done.
  expect(sentAt.get(LOUD)?.length).toBeGreaterThan(REPLIES);
  expect(queueOf('bulk').counts().ready).toBeGreaterThan(TEXTS / 2);

  const stopped = Promise.all(loops.map((loop) => loop.stop()));
  await step();
  await stopped;
  store.stop();
});

it('R23: messages that a timer causes use another queue than answers to a customer', async () => {
  const company = await makeCompany();
  const queue = await company.addQueue({ greetingMessage: 'Espere um momento' });
  const connectionId = await company.addConnection({
    queueIds: [queue],
    expiresTicket: 1,
    expiresInactiveMessage: 'Até logo',
  });
  const { table, id: companyId } = company;
  await take(textEvent({ companyId, connectionId }, '5511955552323', 'oi'));
  await answerCustomer(table, { companyId, connectionId }, '5511955552323');
  const spoken = async (queueName: QueueName) => {
    const groupId = `${companyId}:${connectionId}:1`;
    const { rows } = await table.query(Outbox, {
      pk: keys.outbox({ queue: queueName, groupId, id: '' }).pk,
      limit: 10,
      consistent: true,
    });
    return rows
      .map(({ body }) => sessionCommandSchema.parse(JSON.parse(body)))
      .flatMap((command) =>
        command.type === 'send' && command.content.kind === 'text' ? [command.content.text] : [],
      );
  };
  const said = await spoken(sessionQueue(0, 'prompt'));
  expect(said.filter((text) => text.includes('Espere um momento'))).toHaveLength(1);

  const ticket = await loadTicket(table, 1);
  if (ticket === undefined) throw new Error('the ticket is gone');
  const nowMs = Date.now();
  const quiet = { status: 'open' as const, activityAt: '2026-01-01T00:00:00.000Z' };
  const due = { kind: 'ticket-watch', subject: 1, dueAt: nowMs - 1000 } as const;
  await commit([
    table.put(Ticket, { ...ticket, ...quiet }, ticket.version),
    setTimerItem(table, due, { ids: systemIds, nowMs }),
  ]);
  const timer = await table.get(Timer, { kind: due.kind, subject: '1' }, { consistent: true });
  if (timer === undefined) throw new Error('nothing looks after the ticket');
  const { kind, subject, token } = timer;
  await timers(sqsEvent([JSON.stringify({ companyId, kind, subject, token })]));
  expect((await loadTicket(table, 1))?.status).toBe('closed');
  expect(await spoken(sessionQueue(0, 'bulk'))).toEqual([expect.stringContaining('Até logo')]);
  expect(await spoken(sessionQueue(0, 'prompt'))).toEqual(said);
});
