import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Message } from '@prosa/functions/platform/table/entities/messages.ts';
import { Ticket, TicketLog } from '@prosa/functions/platform/table/entities/tickets.ts';
import { Outbox } from '@prosa/functions/platform/table/entities/work.ts';
import { bundleFunction, REPOSITORY_ROOT } from '@prosa/infra/bundle.ts';
import { sessionCommandSchema } from '@prosa/shared/messaging/session-command.ts';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import type * as z from 'zod';
import { makeCompany } from '../factories/company.ts';
import { textEvent } from '../factories/inbound-events.ts';
import { seededRandom } from '../support/seeded-random.ts';
import { useTable } from './support/table.ts';
import { standBeforeTable } from './support/table-proxy.ts';
import { brokenRules } from './support/table-rules.ts';
import { readTable } from './support/table-scan.ts';

const engine = useTable();

const KILLS = 200;
const SEED = 20_261_122;
/** A process starts for every kill. */
const SLOW_MS = 600_000;
/** Processes that wait for the one before them to die, so that a death costs no wait. */
const STANDBY = 2;
/** More calls than a turn makes: some kills come while nothing is done. */
const MAX_CALLS = 12;
/** What each customer writes, and hears to it. */
const TALK = [
  ['oi', 'Olá! Escolha:'],
  ['ajuda', 'Opção inválida'],
  ['2', 'Aqui é a fila dois'],
  ['alguém?', null],
] as const;

const children = new Set<ChildProcess>();
let folder = '';
let script = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'prosa-inbound-'));
  const entry = fileURLToPath(new URL('./support/inbound-child.ts', import.meta.url));
  script = join((await bundleFunction('inbound', relative(REPOSITORY_ROOT, entry), folder)).dir, 'index.mjs');
});
afterEach(() => {
  for (const child of children) child.kill('SIGKILL');
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const launch = async (): Promise<ChildProcess> => {
  const child = fork(script, { execArgv: [], stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  children.add(child);
  child.once('exit', () => children.delete(child));
  await once(child, 'message');
  return child;
};

it(`R19: killed ${KILLS} times in the middle of a turn, customers hear each answer once, and tickets are where their logs say`, {
  timeout: SLOW_MS,
}, async () => {
  const random = seededRandom(SEED);
  const company = await makeCompany();
  const one = await company.addQueue({ greetingMessage: 'Aqui é a fila um', orderQueue: 1 });
  const two = await company.addQueue({ greetingMessage: 'Aqui é a fila dois', orderQueue: 2 });
  const connectionId = await company.addConnection({
    queueIds: [one, two],
    greetingMessage: 'Olá! Escolha:',
  });
  const where = { companyId: company.id, connectionId };
  let child: ChildProcess | undefined;
  let callsLeft = 0;
  let when: 'before' | 'after' = 'before';
  let kills = 0;
  await standBeforeTable(async (_request, forward) => {
    callsLeft -= 1;
    if (callsLeft !== 0) return forward();
    if (when === 'after') await forward();
    child?.kill('SIGKILL');
    return undefined;
  });
  let standby = Array.from({ length: STANDBY + 1 }, launch);
  const takeOver = async (): Promise<ChildProcess> => {
    const [next, ...others] = standby;
    standby = [...others, launch()];
    if (next === undefined) throw new Error('no process stands by');
    return next;
  };
  /** As the queue would: again until it is taken. */
  const deliver = async (body: string): Promise<void> => {
    for (;;) {
      if (kills < KILLS) {
        callsLeft = 1 + Math.floor(random() * MAX_CALLS);
        when = random() < 0.5 ? 'before' : 'after';
      }
      child ??= await takeOver();
      const died = once(child, 'exit').then(() => 'died' as const);
      const answered = once(child, 'message').then(([taken]) => taken === true);
      child.send(body);
      const end = await Promise.race([died, answered]);
      callsLeft = 0;
      if (end === true) return;
      if (end === 'died') {
        kills += 1;
        child = undefined;
      }
    }
  };

  const customers: string[] = [];
  while (kills < KILLS) {
    if (customers.length > KILLS) throw new Error('hardly a call is killed');
    const number = `5531966${String(customers.length).padStart(6, '0')}`;
    customers.push(number);
    const startedAt = Date.now() - TALK.length * 1000;
    for (const [n, [text]] of TALK.entries()) {
      const event = textEvent(where, number, text, { sentAt: startedAt + n * 1000, receivedAt: Date.now() });
      await deliver(JSON.stringify(event));
    }
  }
  await Promise.all(standby);

  const rows = await readTable(engine().endpoint);
  expect(brokenRules(rows)).toEqual([]);
  const of = <S extends z.ZodObject>(entity: { name: string; schema: S }): z.output<S>[] =>
    rows.filter((row) => row.entity === entity.name).map(({ fields }) => entity.schema.parse(fields));
  const messages = of(Message);
  const logs = of(TicketLog);
  const tickets = of(Ticket);
  const sends = of(Outbox)
    .map(({ body }) => sessionCommandSchema.parse(JSON.parse(body)))
    .filter(({ type }) => type === 'send');
  for (const ticket of tickets) {
    const theirs = messages
      .filter(({ ticketId }) => ticketId === ticket.id)
      .toSorted((a, b) => a.sortKey.localeCompare(b.sortKey));
    expect(theirs.filter(({ fromMe }) => !fromMe).map(({ body }) => body)).toEqual(
      TALK.map(([text]) => text),
    );
    const heard = theirs.filter(({ fromMe }) => fromMe);
    expect(
      heard.map(({ body }) => TALK.find(([, answer]) => answer !== null && body.startsWith(answer))?.[0]),
    ).toEqual(['oi', 'ajuda', '2']);
    for (const { id } of heard)
      expect(sends.filter((send) => 'messageId' in send && send.messageId === id)).toHaveLength(1);
    const log = logs
      .filter(({ ticketId }) => ticketId === ticket.id)
      .map(({ type, queueId }) => [type, queueId]);
    expect(log).toEqual([
      ['create', null],
      ['chatBot', null],
      ['queue', two],
    ]);
    expect(ticket).toMatchObject({
      status: 'pending',
      queueId: two,
      automation: { kind: 'none' },
      unreadMessages: TALK.length,
    });
  }
  expect(tickets).toHaveLength(customers.length);
  expect(kills).toBeGreaterThanOrEqual(KILLS);
});
