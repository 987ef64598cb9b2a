import { randomInt } from 'node:crypto';
import { handler as messages } from '@prosa/functions/http/messages/handler.ts';
import { handler as tags } from '@prosa/functions/http/tags/handler.ts';
import { handler as tickets } from '@prosa/functions/http/tickets/handler.ts';
import { loadTicket } from '@prosa/functions/repositories/tickets/tickets.ts';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import * as z from 'zod';
import { NO_LANE } from '../../frontend/features/kanban/on-board.ts';
import type { TicketListQuery } from '../../frontend/features/tickets/ticket-list-query.ts';
import { makeCompany, type TestCompany, type TestUser } from '../factories/company.ts';
import { freshNumber } from '../factories/conversation.ts';
import { editEvent, revokeEvent, sqsEvent, textEvent } from '../factories/inbound-events.ts';
import { inbound, live as stream } from '../support/handlers.ts';
import { inSoak } from '../support/in-soak.ts';
import { seededRandom } from '../support/seeded-random.ts';
import { openBrowser } from './support/browser.ts';
import { call } from './support/call.ts';
import { useEdge } from './support/edge.ts';
import { followStream } from './support/stream.ts';
import { useTable } from './support/table.ts';

const engine = useTable();
const edge = useEdge();

/** `CONVERGENCE_SEED=<seed>` repeats a failure. The test's name contains the seed. */
const FIRST_SEED = Number(process.env.CONVERGENCE_SEED ?? randomInt(2 ** 31));
const HISTORIES = process.env.CONVERGENCE_SEED === undefined ? inSoak(1, 20) : 1;
const CHANGES = 60;
const LOOK_EVERY = 15;
const CUSTOMERS = 7;
/** Starts of a browser amid changes, and the maximum of changes of a start. */
const STARTS = 9;
const STARTED_CHANGES = 2;
/** Number of differences in a failure message. */
const SHOWN_DIFFERENCES = 8;
/** Too large for a WebSocket frame: the event is sent as a reference. */
const LARGE_TEXT = 'ç'.repeat(17_000);

const idSchema = z.object({ id: z.int() });

type Random = () => number;
const pick = <T>(random: Random, of: readonly [T, ...T[]]): T =>
  of[Math.floor(random() * of.length)] ?? of[0];

interface World {
  company: TestCompany;
  queues: [number, number];
  /** Users who work on tickets, whoever watches. */
  colleagues: [TestUser, TestUser, TestUser];
  /** May see the attendance panel of one queue. */
  watcher: TestUser;
  /** Columns of the kanban board. */
  laneIds: [number, number];
  /** Performs a random action of a customer or a colleague. */
  act(random: Random): Promise<void>;
  /** Returns a random ticket to open; undefined before the first one exists. */
  anyTicket(random: Random): Promise<{ id: number; uuid: string } | undefined>;
  /** Processes the stream records since the last call, in batches of which some are repeated. */
  consume(random: Random): Promise<void>;
}

const makeWorld = async (settings: Parameters<typeof makeCompany>[0] = {}): Promise<World> => {
  const company = await makeCompany(settings);
  const queues: World['queues'] = [await company.addQueue(), await company.addQueue()];
  const connectionId = await company.addConnection({ queueIds: [queues[0]] });
  const where = { companyId: company.id, connectionId };
  const colleagues: World['colleagues'] = [
    company.admin,
    await company.addUser({ queueIds: [queues[0]] }),
    await company.addUser({ queueIds: [...queues], allTicket: true }),
  ];
  const addLane = async (name: string): Promise<number> => {
    const { body } = await call(tags, {
      to: 'POST /tags',
      token: company.admin.token,
      body: { name, kanban: 1 },
    });
    return idSchema.parse(body).id;
  };
  const laneIds: World['laneIds'] = [await addLane('Proposta'), await addLane('Pago')];
  const numbers = Array.from({ length: CUSTOMERS }, freshNumber);
  const watcher = await company.addUser({ queueIds: [queues[0]], allowRealTime: true });
  const records = await followStream(engine().endpoint);
  const written: string[] = [];
  const sent: string[] = [];
  let serial = 0;
  let lastTicket = 0;

  const receive = async (event: Parameters<typeof sqsEvent>[0][number]): Promise<void> => {
    expect(await inbound(sqsEvent([event]))).toEqual({ batchItemFailures: [] });
  };
  const anyTicket: World['anyTicket'] = async (random) => {
    while ((await loadTicket(company.table, lastTicket + 1)) !== undefined) lastTicket += 1;
    return loadTicket(company.table, 1 + Math.floor(random() * lastTicket));
  };
  /** Sends a request; some are refused, as in production. */
  const ask = async (
    handler: typeof tickets | typeof messages | typeof tags,
    to: string,
    who: TestUser,
    body?: object,
  ) => (await call(handler, { to, token: who.token, body })).body;

  const customerActs = async (random: Random): Promise<void> => {
    const [id, step] = [written[Math.floor(random() * written.length)], random()];
    serial += 1;
    if (id !== undefined && step < 0.15) {
      await receive(editEvent(where, id, `changed ${serial}`, Date.now()));
    } else if (id !== undefined && step < 0.25) await receive(revokeEvent(where, id));
    else {
      const number = numbers[Math.floor(random() * numbers.length)] ?? '';
      const text = step > 0.97 ? LARGE_TEXT : `text ${serial}`;
      const event = textEvent(where, number, text, { sentAt: Date.now() });
      written.push(event.providerMessageId);
      await receive(event);
    }
  };

  const colleagueActs = async (random: Random): Promise<void> => {
    const ticket = await anyTicket(random);
    if (ticket === undefined) return;
    const who = pick(random, colleagues);
    const put = (body: object) => ask(tickets, `PUT /tickets/${ticket.id}`, who, body);
    const queueId = pick(random, queues);
    const step = random();
    if (step < 0.25) await put({ status: 'open', userId: who.id, queueId });
    else if (step < 0.35) await put({ status: 'pending', userId: null });
    else if (step < 0.5) await put({ queueId, userId: null, status: 'pending', isTransfered: true });
    else if (step < 0.62) await put({ status: 'closed', sendFarewellMessage: false });
    else if (step < 0.65) await ask(tickets, `DELETE /tickets/${ticket.id}`, company.admin);
    else if (step < 0.69) await ask(tags, `PUT /ticket-tags/${ticket.id}/${pick(random, laneIds)}`, who);
    else if (step < 0.71) await ask(tags, `DELETE /ticket-tags/${ticket.id}`, who);
    else if (step < 0.75) await ask(messages, `GET /messages/${ticket.uuid}`, who);
    else if (step < 0.93) {
      const isPrivate = random() < 0.2;
      const body = { body: `answer ${++serial}`, isPrivate };
      const answer = await ask(messages, `POST /messages/${ticket.id}`, who, body);
      sent.push(
        ...[...JSON.stringify(answer).matchAll(/"id":"(\d+\.\d+\.[^"]+)"/g)].map(([, id = '']) => id),
      );
    } else if (sent.length > 0) {
      const id = sent[Math.floor(random() * sent.length)] ?? '';
      if (random() < 0.5) await ask(messages, `DELETE /messages/${id}`, who);
      else await ask(messages, `POST /messages/edit/${id}`, who, { body: `better ${++serial}` });
    }
  };

  return {
    company,
    queues,
    colleagues,
    watcher,
    laneIds,
    anyTicket,
    act: (random) => (random() < 0.45 ? customerActs(random) : colleagueActs(random)),
    consume: async (random) => {
      // Records of one partition keep their order; records of different partitions may overtake each other.
      const lanes = [...Map.groupBy(await records(), ({ dynamodb }) => dynamodb?.Keys?.pk?.S).values()];
      const ordered = [];
      while (lanes.length > 0) {
        const at = Math.floor(random() * lanes.length);
        const next = lanes[at]?.shift();
        if (next === undefined) lanes.splice(at, 1);
        else ordered.push(next);
      }
      while (ordered.length > 0) {
        const batch = ordered.splice(0, 1 + Math.floor(random() * 25));
        const times = random() < 0.15 ? 2 : 1;
        for (let time = 0; time < times; time++) {
          expect(await stream({ Records: batch })).toEqual({ batchItemFailures: [] });
        }
      }
    },
  };
};

/** Returns the query of every list that a tab of the inbox, its queue filter or the bell may show. */
const listsOf = ([first, second]: World['queues']): TicketListQuery[] => [
  { status: 'open', showAll: false, sortTickets: 'DESC' },
  { status: 'open', showAll: true, sortTickets: 'ASC', queueIds: [first, second] },
  { status: 'pending', showAll: false, sortTickets: 'ASC' },
  { status: 'pending', showAll: true, sortTickets: 'DESC', queueIds: [second] },
  { status: 'closed', showAll: false },
  { status: 'closed', showAll: true, queueIds: [first] },
  { withUnreadMessages: true },
];

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** Returns where two values differ, as `path: shown ≠ fetched`. */
const differences = (shown: unknown, fetched: unknown, path = ''): string[] => {
  if (!isObject(shown) || !isObject(fetched)) {
    return Object.is(shown, fetched)
      ? []
      : [`${path}: ${JSON.stringify(shown)} ≠ ${JSON.stringify(fetched)}`];
  }
  return [...new Set([...Object.keys(shown), ...Object.keys(fetched)])].flatMap((key) =>
    differences(Reflect.get(shown, key), Reflect.get(fetched, key), `${path}/${key}`),
  );
};

/** Waits until a browser shows what the server answers. */
const expectConverged = async (
  browser: Awaited<ReturnType<typeof openBrowser>>,
  changes: number,
): Promise<void> => {
  await vi.waitFor(
    async () => {
      await browser.settle();
      const { shown, fetched } = await browser.compare();
      const found = differences(shown, fetched);
      expect(found, `after ${changes} changes: ${found.slice(0, SHOWN_DIFFERENCES).join('; ')}`).toEqual([]);
    },
    { timeout: 60_000, interval: 50 },
  );
};

const watch = async (world: World, viewer: TestUser, random: Random): Promise<void> => {
  let isSmooth = true;
  const browser = await openBrowser(viewer, edge().sockets, () => !isSmooth && random() < 0.4);
  onTestFinished(browser.stop);
  await expect.poll(browser.isOpen).toBe(true);
  for (const query of listsOf(world.queues)) {
    browser.showList(query);
    if (query.status !== 'closed' && query.status !== 'search') {
      const { sortTickets: _sort, status, ...rest } = query;
      browser.showCount(status === undefined ? rest : { ...rest, status });
    }
  }

  if (viewer === world.company.admin || viewer === world.watcher) browser.showPanel();
  for (const laneId of [NO_LANE, ...world.laneIds]) browser.showLane(laneId);
  browser.showLaneCounts();

  for (let change = 1; change <= CHANGES; change++) {
    isSmooth = false;
    await world.act(random);
    if (random() < 0.4) await world.consume(random);
    if (random() < 0.6) browser.deliver(random, false);
    if (random() < 0.3) browser.release();
    const step = random();
    if (step < 0.05) await browser.lose();
    else if (step < 0.12) browser.wake();
    else if (step < 0.2) {
      browser.leaveConversation();
      const ticket = await world.anyTicket(random);
      if (ticket !== undefined) browser.showConversation(ticket.uuid);
    }
    if (change % LOOK_EVERY > 0) continue;

    isSmooth = true;
    browser.release();
    browser.wake();
    await expect.poll(browser.isOpen).toBe(true);
    await browser.settle();
    await world.consume(random);
    browser.deliver(random, true);
    await expectConverged(browser, change);
  }
  expect(browser.failures).toEqual([]);
};

/**
 * Starts a browser that shows its lists before its connection is open, while changes happen of which only some are
 * published until then.
 */
const startAmidChanges = async (world: World, changes: number, random: Random): Promise<void> => {
  await world.consume(random);
  let isHeld = false;
  const browser = await openBrowser(world.company.admin, edge().sockets, () => isHeld);
  isHeld = true;
  const lists = listsOf(world.queues);
  for (const query of lists) browser.showList(query);
  for (let change = 0; change < changes; change++) {
    await world.act(random);
    if (random() < 0.7) await world.consume(random);
  }
  expect(browser.isOpen()).toBe(false);
  isHeld = false;
  browser.release();
  await expect.poll(browser.isOpen).toBe(true);
  if (random() < 0.5) await world.consume(random);
  await browser.settle();
  await world.consume(random);
  browser.deliver(random, true);
  await expectConverged(browser, changes);
  const asked = browser.requests.filter((request) => request.startsWith('GET /tickets?'));
  // Once for each list by `compare`.
  if (changes === 0) expect(asked).toHaveLength(2 * lists.length);
  expect(browser.failures).toEqual([]);
  browser.stop();
};

/** The users who watch, and the settings of their company. */
const VIEWERS: {
  name: string;
  settings?: Parameters<typeof makeCompany>[0];
  of: (world: World) => TestUser;
}[] = [
  { name: 'an administrator', of: ({ colleagues: [admin] }) => admin },
  { name: 'an attendant of one queue', of: ({ colleagues: [, attendant] }) => attendant },
  {
    name: 'an attendant of every queue who sees tickets without one',
    of: ({ colleagues: [, , all] }) => all,
  },
  {
    name: 'an attendant from whom numbers are hidden',
    settings: { settings: { enableLGPD: true, lgpdHideNumber: true } },
    of: ({ colleagues: [, attendant] }) => attendant,
  },
  { name: 'an attendant who watches the panel of a queue', of: ({ watcher }) => watcher },
];

describe('R42: a browser shows after events what it would fetch', () => {
  afterEach(() => vi.unstubAllGlobals());

  describe.each(VIEWERS)('R42: a browser of $name', ({ settings, of }) => {
    it.each(Array.from({ length: HISTORIES }, (_, index) => FIRST_SEED + index))(
      `after ${CHANGES} changes, lost connections, repeated and late events, seed %i`,
      async (seed) => {
        const world = await makeWorld(settings);
        await watch(world, of(world), seededRandom(seed));
      },
    );
  });

  it.each(Array.from({ length: HISTORIES }, (_, index) => FIRST_SEED + index))(
    'a browser that shows lists before it is connected fetches them again only if they changed meanwhile, seed %i',
    async (seed) => {
      const world = await makeWorld();
      for (let start = 0; start < STARTS; start++)
        await startAmidChanges(world, start % (STARTED_CHANGES + 1), seededRandom(seed + start));
    },
  );

  it("a reopened conversation shows a colleague's messages from a ticket that was hidden meanwhile", async () => {
    const company = await makeCompany();
    const queueId = await company.addQueue();
    const connectionId = await company.addConnection({ queueIds: [queueId] });
    const attendant = await company.addUser({ queueIds: [queueId] });
    const number = freshNumber();
    const records = await followStream(engine().endpoint);
    const consume = async () => stream({ Records: await records() });
    const receive = (text: string) =>
      inbound(sqsEvent([textEvent({ companyId: company.id, connectionId }, number, text)]));
    const change = (id: number, body: object) =>
      call(tickets, { to: `PUT /tickets/${id}`, token: company.admin.token, body });

    await receive('one');
    const first = await loadTicket(company.table, 1);
    const uuid = first?.uuid ?? '';
    const browser = await openBrowser(attendant, edge().sockets, () => false);
    onTestFinished(browser.stop);
    await expect.poll(browser.isOpen).toBe(true);
    const deliverAll = async () => {
      await browser.settle();
      await consume();
      browser.deliver(() => 0.5, true);
      await browser.settle();
    };
    browser.showConversation(uuid);
    await deliverAll();
    browser.leaveConversation();
    await change(1, { status: 'closed', sendFarewellMessage: false });
    await receive('two');
    await change(2, { status: 'open', userId: company.admin.id, queueId });
    await receive('three');
    await deliverAll();
    browser.showConversation(uuid);
    await deliverAll();
    await vi.waitFor(
      async () => {
        await browser.settle();
        const { shown, fetched } = await browser.compare();
        expect(JSON.stringify(fetched)).toContain('three');
        expect(differences(shown, fetched)).toEqual([]);
      },
      { timeout: 60_000, interval: 50 },
    );
  });
});
