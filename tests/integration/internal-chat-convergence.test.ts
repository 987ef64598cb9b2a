import { randomInt } from 'node:crypto';
import { handler as internalChats } from '@prosa/functions/http/internal-chats/handler.ts';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import * as z from 'zod';
import { makeCompany, type TestUser } from '../factories/company.ts';
import { live as stream } from '../support/handlers.ts';
import { seededRandom } from '../support/seeded-random.ts';
import { openBrowser } from './support/browser.ts';
import { call } from './support/call.ts';
import { useEdge } from './support/edge.ts';
import { followStream } from './support/stream.ts';
import { useTable } from './support/table.ts';

const engine = useTable();
const edge = useEdge();

/** `CONVERGENCE_SEED=<seed>` repeats a failure. The test's name contains the seed. */
const SEED = Number(process.env.CONVERGENCE_SEED ?? randomInt(2 ** 31));
const CHANGES = 80;
const LOOK_EVERY = 20;

const created = z.object({ id: z.int() });
const ask = (to: string, { token }: TestUser, body?: object) => call(internalChats, { to, token, body });
const begin = async (user: TestUser, others: readonly TestUser[]): Promise<number> =>
  created.parse(
    (await ask('POST /chats', user, { title: 'Suporte', users: others.map(({ id }) => id) })).body,
  ).id;

afterEach(() => vi.unstubAllGlobals());

describe('R42: a browser shows after events of chats what it would fetch', () => {
  it(`after ${CHANGES} changes with lost connections, repeated and late events, seed ${SEED}`, async () => {
    const company = await makeCompany();
    const ana = await company.addUser({ name: 'Ana' });
    const bob = await company.addUser({ name: 'Bob' });
    const carla = await company.addUser({ name: 'Carla' });
    const records = await followStream(engine().endpoint);
    const catchUp = async () => stream({ Records: await records() });
    const random = seededRandom(SEED);
    const pick = <T>(of: readonly T[]): T | undefined => of[Math.floor(random() * of.length)];
    const everyone = [ana, bob, carla];
    const lasting = await begin(ana, [bob, carla]);
    const chats = new Map([[lasting, ana]]);
    let serial = 0;
    const act = async (): Promise<void> => {
      const step = random();
      const [id = lasting, owner = ana] = pick([...chats]) ?? [];
      const by = pick(everyone) ?? ana;
      if (step < 0.1) {
        const others = everyone.filter((user) => user !== by && random() < 0.7);
        if (others.length > 0) chats.set(await begin(by, others), by);
      } else if (step < 0.2 && id !== lasting) {
        const users = everyone.filter(() => random() < 0.5).map((user) => user.id);
        await ask(`PUT /chats/${id}`, owner, { title: `Grupo ${++serial}`, users: [owner.id, ...users] });
      } else if (step < 0.24 && id !== lasting) {
        await ask(`DELETE /chats/${id}`, owner);
        chats.delete(id);
      } else if (step < 0.4) await ask(`POST /chats/${id}/read`, by, {});
      else await ask(`POST /chats/${id}/messages`, by, { message: `texto ${++serial}` });
    };

    let isSmooth = true;
    const browser = await openBrowser(bob, edge().sockets, () => !isSmooth && random() < 0.3);
    onTestFinished(browser.stop);
    await expect.poll(browser.isOpen).toBe(true);
    browser.showChats();
    browser.showChat(lasting);
    for (let change = 1; change <= CHANGES; change++) {
      isSmooth = false;
      await act();
      if (random() < 0.5) await catchUp();
      if (random() < 0.6) browser.deliver(random, false);
      if (random() < 0.3) browser.release();
      const step = random();
      if (step < 0.05) await browser.lose();
      else if (step < 0.12) browser.wake();
      if (change % LOOK_EVERY > 0) continue;

      isSmooth = true;
      browser.release();
      browser.wake();
      await expect.poll(browser.isOpen).toBe(true);
      await browser.settle();
      await catchUp();
      browser.deliver(random, true);
      await vi.waitFor(
        async () => {
          await browser.settle();
          const { shown, fetched } = await browser.compare();
          expect(shown, `after ${change} changes`).toEqual(fetched);
        },
        { timeout: 20_000, interval: 50 },
      );
    }
    expect(browser.failures).toEqual([]);
  }, 120_000);
});
