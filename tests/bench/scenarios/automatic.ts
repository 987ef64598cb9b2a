import { setTimeout as sleep } from 'node:timers/promises';
import { toInstant } from '@prosa/functions/platform/clock.ts';
import { systemIds } from '@prosa/functions/platform/ids.ts';
import type { WriteItem } from '@prosa/functions/platform/table/commit.ts';
import { Company, CompanySettings, Plan } from '@prosa/functions/platform/table/entities/companies.ts';
import { Ticket } from '@prosa/functions/platform/table/entities/tickets.ts';
import { globalTable } from '@prosa/functions/platform/table/table.ts';
import { setTimerItem } from '@prosa/functions/platform/timers/set-timer.ts';
import { connectionItems } from '@prosa/functions/repositories/connections/connections.ts';
import { handler as tick } from '@prosa/functions/workers/timer-tick/handler.ts';
import { handler as fire } from '@prosa/functions/workers/timers/handler.ts';
import { startQueueSource } from '@prosa/infra/local/queue-source.ts';
import { connectionSchema } from '@prosa/shared/entities/connection.ts';
import * as z from 'zod';
import { planFlags } from '../../factories/company.ts';
import { flowLink, flowNode } from '../../factories/flows.ts';
import { ticketRow } from '../../factories/rows.ts';
import { ownTable } from '../../support/own-company.ts';
import { Play } from '../../support/play.ts';
import { seededRandom } from '../../support/seeded-random.ts';
import type { StackProcess } from '../../support/stack-process.ts';
import { signIn } from '../client.ts';
import type { Figure } from '../figure.ts';
import { percentile } from '../measure.ts';
import { withPlantedTable } from '../planted-table.ts';
import { customerMessages, writeAsCustomer } from './sandbox.ts';

const TURNS = 20_000;
const TURN_P99_MS = 0.3;
const SEED = 20_261_122;
const WORDS = ['oi', '1', '2', '0', '#', 'sair', 'quero falar com alguém'];

const PER_SECOND = 10;
const CUSTOMERS = 200;
/**
 * Number of first customers, whose answers come from a process that still compiles its code. The figure without them is
 * also reported.
 */
const WARM_UP_CUSTOMERS = 20;
const ALL_CUSTOMERS = WARM_UP_CUSTOMERS + CUSTOMERS;
/** Pause after a customer's last message before the system answers. */
const PAUSE_MS = 1000;
const ANSWER_P95_MS = 400;
const PHRASE = 'quero ver o fluxo';
const ANSWER_WAIT_MS = 30_000;

const TICKETS = 10_000;
const MINUTE_MS = 60_000;
/** After the minute in which they end. */
const TIMERS_LIMIT_MS = 30_000;
const PATIENCE_MS = 15 * MINUTE_MS;
const CHECK_MS = 1_000;
const CONCURRENCY = 4;
const COMPANY = 77;

/** Runs turns of random customers and times each one. */
const measureTurns = (): Figure => {
  const random = seededRandom(SEED);
  const times: number[] = [];
  while (times.length < TURNS) {
    const play = new Play({
      settings: { enableLGPD: random() < 0.3, lgpdMessage: 'Dados', userRating: true },
    });
    for (let n = 0; n < 10; n++) {
      const word = WORDS[Math.floor(random() * WORDS.length)] ?? '';
      const begun = performance.now();
      play.says(word);
      times.push(performance.now() - begun);
    }
  }
  // The first turns still compile code.
  const p99 = percentile(times.slice(TURNS / 10), 0.99);
  return {
    name: `a turn of the engine, ${TURNS.toLocaleString('en')} of random customers`,
    value: `p50 ${percentile(times, 0.5).toFixed(3)} ms, p99 ${p99.toFixed(3)} ms`,
    limits: [{ of: 'p99', ms: p99, atMostMs: TURN_P99_MS }],
  };
};

/** Makes customers write one after the other at a fixed rate, and measures the time until each phone has the answer. */
const measureAnswers = async (
  stack: StackProcess,
  name: string,
  says: string,
  hears: string,
  pauseMs: number,
  heard: Map<string, string>,
): Promise<Figure> => {
  const coldTimes: number[] = [];
  const warmTimes: number[] = [];
  const begun = performance.now();
  const one = async (index: number): Promise<void> => {
    const from = `55119888${String(index).padStart(5, '0')}`;
    const writtenAt = performance.now();
    await writeAsCustomer(stack.url, from, says);
    const after = heard.get(from);
    const [answer] = await customerMessages(stack.url, from, { after, waitMs: ANSWER_WAIT_MS });
    if (answer?.text?.includes(hears) !== true) return;
    (index < WARM_UP_CUSTOMERS ? coldTimes : warmTimes).push(performance.now() - writtenAt);
    heard.set(from, answer.id);
  };
  const all: Promise<void>[] = [];
  for (let index = 0; index < ALL_CUSTOMERS; index++) {
    await sleep(Math.max(0, begun + (index * 1000) / PER_SECOND - performance.now()));
    all.push(one(index));
  }
  await Promise.all(all);
  const times = [...coldTimes, ...warmTimes];
  const p95 = percentile(times, 0.95);
  const warm = percentile(warmTimes, 0.95).toFixed(0);
  return {
    name: `${name}, ${PER_SECOND}/s`,
    value: `${times.length} of ${ALL_CUSTOMERS} answered, p50 ${percentile(times, 0.5).toFixed(0)} ms, p95 ${p95.toFixed(0)} ms (without the first ${WARM_UP_CUSTOMERS}: ${warm} ms)${pauseMs === 0 ? '' : `, ${pauseMs} ms of it the pause in which more may come`}`,
    target: 'all',
    met: times.length === ALL_CUSTOMERS,
    limits: [{ of: 'p95', ms: p95, atMostMs: ANSWER_P95_MS, waitMs: pauseMs }],
  };
};

/** Publishes a flow of three menus in the demo company, and the phrase that starts it. */
const addFlow = async (stack: StackProcess, password: string): Promise<void> => {
  const client = await signIn(stack.url, 'ana@demo.local', password);
  const { id } = z
    .object({ id: z.int() })
    .parse(await client.call('POST', '/flowbuilder', { name: `Fluxo ${Date.now()}` }));
  const menus = ['a', 'b', 'c'];
  const nodes = [
    flowNode('1', 'start'),
    ...menus.map((name) =>
      flowNode(name, 'menu', {
        message: `Menu ${name}`,
        arrayOption: ['Preço', 'Prazo'].map((value, index) => ({ number: index + 1, value })),
      }),
    ),
    flowNode('end', 'message', { label: 'Fim' }),
  ];
  const steps = [...menus, 'end'];
  const connections = [
    flowLink('1', 'a'),
    ...menus.flatMap((name, at) => ['a1', 'a2'].map((exit) => flowLink(name, steps[at + 1] ?? '', exit))),
  ];
  await client.call('POST', '/flowbuilder/flow', { idFlow: id, nodes, connections, publish: true });
  await client.call('POST', '/flowcampaign', { name: 'Fluxo', flowId: id, phrase: PHRASE, status: true });
};

/** Measures the engine alone, and from the customer's side the answers to texts and to choices. */
export const measureAutomatic = async (stack: StackProcess, password: string): Promise<Figure[]> => {
  await addFlow(stack, password);
  /** The last message that each customer received. */
  const heard = new Map<string, string>();
  return [
    measureTurns(),
    await measureAnswers(
      stack,
      'a new customer’s first word to the menu on the phone',
      'oi',
      '[ 1 ]',
      0,
      heard,
    ),
    await measureAnswers(stack, 'a wrong choice to the menu again', 'não sei', '[ 1 ]', PAUSE_MS, heard),
    await measureAnswers(stack, 'a phrase to the flow’s first menu', PHRASE, 'Menu a', PAUSE_MS, heard),
    await measureAnswers(stack, 'a choice in a flow to its next menu', '1', 'Menu b', 0, heard),
    await measureAnswers(stack, 'another choice, to the last menu', '2', 'Menu c', 0, heard),
  ];
};

/** Plants open tickets without a message for an hour, each with a timer due within the minute. */
const plant = (put: (write: WriteItem) => void): void => {
  const nowMs = Date.now();
  const table = ownTable(COMPANY);
  const own = { companyId: COMPANY };
  const connection = connectionSchema.parse({
    ...own,
    id: 1,
    name: 'Loja',
    channel: 'whatsapp',
    expiresTicket: 60,
  });
  const plan = { id: 1, name: 'Plano', users: 9, connections: 9, queues: 9, flags: planFlags() };
  put(globalTable.put(Plan, plan, 'any', nowMs));
  put(table.put(Company, { ...own, name: 'Loja', planId: 1, dueDate: '2999-12-31' }, 'any', nowMs));
  put(table.put(CompanySettings, own, 'any', nowMs));
  for (const item of connectionItems(table, undefined, connection, nowMs)) put(item);
  const at = toInstant(nowMs - 61 * MINUTE_MS);
  for (let id = 1; id <= TICKETS; id++) {
    const ticket = ticketRow({
      ...own,
      id,
      contactId: id,
      status: 'open',
      userId: 1,
      activityAt: at,
      placedAt: at,
    });
    put(table.put(Ticket, ticket, 'any', nowMs));
    const dueAt = nowMs + (id * MINUTE_MS) / TICKETS;
    put(
      setTimerItem(
        table,
        { kind: 'ticket-watch', subject: id, dueAt },
        { ids: systemIds, nowMs: nowMs - 2 * MINUTE_MS },
      ),
    );
  }
};

/**
 * Measures ten thousand tickets that end within one minute: the time until the last has ended, and that each ends
 * once.
 */
export const measureWatches = (): Promise<Figure[]> =>
  withPlantedTable(plant, async ({ sqs, countRows }) => {
    const begun = performance.now();
    await tick({});
    const queue = sqs.queue('timers');
    const source = startQueueSource({ queue, batchSize: 10, concurrency: CONCURRENCY, invoke: fire });
    while (countRows('S:TIMER') > 0 && performance.now() - begun < PATIENCE_MS) await sleep(CHECK_MS);
    const tookS = (performance.now() - begun) / 1000;
    await source.stop();
    const ended = countRows('S:LOG%');
    const left = countRows('S:TIMER');
    return [
      {
        name: `${TICKETS.toLocaleString('en')} tickets that end within a minute, by one process`,
        value: `${ended.toLocaleString('en')} ended once after ${tookS.toFixed(0)} s, ${left} left`,
        target: 'all',
        met: ended === TICKETS && left === 0,
        limits: [{ ms: tookS * 1000, atMostMs: TIMERS_LIMIT_MS, waitMs: MINUTE_MS }],
      },
    ];
  });
