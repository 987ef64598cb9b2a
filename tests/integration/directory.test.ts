import { handler as queues } from '@prosa/functions/http/queues/handler.ts';
import type { CompanyId } from '@prosa/functions/platform/auth/company-id.ts';
import { type Directory, forgetDirectory, requireDirectory } from '@prosa/functions/platform/directory.ts';
import { withMeter } from '@prosa/functions/platform/meter.ts';
import { commit, type WriteItem } from '@prosa/functions/platform/table/commit.ts';
import {
  CompanySettings,
  DirectoryVersion,
  Plan,
} from '@prosa/functions/platform/table/entities/companies.ts';
import { ConnectionState } from '@prosa/functions/platform/table/entities/connections.ts';
import { DirectoryUser } from '@prosa/functions/platform/table/entities/users.ts';
import { globalTable } from '@prosa/functions/platform/table/table.ts';
import { writeBatch } from '@prosa/functions/platform/table/write-batch.ts';
import {
  connectionItems,
  loadConnection,
  loadConnectionStates,
} from '@prosa/functions/repositories/connections/connections.ts';
import {
  loadQueue,
  loadQueues,
  loadQueuesWithOptions,
  queueItems,
} from '@prosa/functions/repositories/organisation/queues.ts';
import { loadUsers, userItems } from '@prosa/functions/repositories/users/users.ts';
import { type ChatbotOption, queueSchema } from '@prosa/shared/entities/queue.ts';
import { userSchema } from '@prosa/shared/entities/user.ts';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { makeCompany, type TestCompany } from '../factories/company.ts';
import { call } from './support/call.ts';
import { useTable } from './support/table.ts';

// The modules read METER while they load.
vi.hoisted(() => {
  process.env.METER = '1';
});

useTable();

const QUEUES = 100;
const USERS = 500;
const CONNECTIONS = 20;
const TTL_MS = 6_000;
const SETTLED_MS = 11_000;
const COLD_UNITS = 24;
const REREAD_UNITS = 48;
const REFRESH_UNITS = 2;
/** A hundred queues with their texts, without chatbot options. */
const QUEUES_UNITS = 40;
/** One queue with two hundred chatbot options. */
const TREE_UNITS = 16;
const BRIEF_BYTES = 12_000;

const option = (name: string, options: ChatbotOption[]): ChatbotOption => ({
  id: name.padStart(26, '0'),
  name,
  greetingMessage: 'Escolha uma das opções abaixo para que possamos ajudar.',
  queueType: 'text',
  closeTicket: false,
  optQueueId: null,
  optUserId: null,
  optIntegrationId: null,
  optFileId: null,
  options,
});
/** Two hundred chatbot options on two levels. */
const tree = Array.from({ length: 10 }, (_none, n) =>
  option(
    String(n),
    Array.from({ length: 19 }, (_one, m) => option(`${n}.${m}`, [])),
  ),
);

const text = 'Olá! Seja bem-vindo. '.repeat(20);

/** Creates a company with everything that a large company has. */
const makeLarge = async (): Promise<TestCompany> => {
  const company = await makeCompany({ plan: { queues: QUEUES, users: USERS, connections: CONNECTIONS } });
  const { table, id: companyId } = company;
  for (let id = 1; id <= QUEUES; id++) {
    const color = `#${String(id).padStart(6, '0')}`;
    const queue = queueSchema.parse({
      companyId,
      id,
      name: `Fila ${id}`,
      color,
      greetingMessage: text,
      outOfHoursMessage: text,
      chatbots: tree,
    });
    await commit(queueItems(table, undefined, queue, 0));
  }
  const people: WriteItem[] = Array.from({ length: USERS - 1 }, (_none, index) =>
    userItems(
      table,
      undefined,
      userSchema.parse({
        companyId,
        id: 100 + index,
        name: `Atendente Número ${index}`,
        email: `atendente-${index}@example.com`,
        passwordHash: `$argon2id$v=19$m=19456,t=2,p=1$${'s'.repeat(22)}$${'h'.repeat(43)}`,
        queueIds: [1 + (index % QUEUES), 1 + ((index + 1) % QUEUES), 1 + ((index + 2) % QUEUES)],
      }),
      0,
    ),
  ).flat();
  for (let start = 0; start < people.length; start += 90) await commit(people.slice(start, start + 90));
  for (let n = 0; n < CONNECTIONS; n++) {
    const connectionId = await company.addConnection({ greetingMessage: text, complationMessage: text });
    const changedAt = new Date(0).toISOString();
    await commit([table.put(ConnectionState, { companyId, connectionId, changedAt }, 'any')]);
  }
  return company;
};

/** Loads the directory module as in another container, with an empty cache. */
const newContainer = async () => {
  vi.resetModules();
  const { requireDirectory, forgetDirectory } = await import('@prosa/functions/platform/directory.ts');
  const { withMeter } = await import('@prosa/functions/platform/meter.ts');
  return { read: (companyId: CompanyId) => withMeter(() => requireDirectory(companyId)), forgetDirectory };
};

const later = (ms: number) => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + ms });
afterEach(() => {
  vi.useRealTimers();
});

describe('the directory of a large company', () => {
  it('costs nothing from the cache, two read units to check for changes, and 24 to load, without texts, options and hashes', async () => {
    const company = await makeLarge();
    const { read } = await newContainer();
    later(SETTLED_MS);
    const { result: directory, usage: cold } = await read(company.id);
    expect(directory.queues.size).toBe(QUEUES);
    expect(directory.users.size).toBe(USERS);
    expect(directory.connections.size).toBe(CONNECTIONS);
    expect(JSON.stringify([...directory.queues.values(), ...directory.connections.values()])).not.toContain(
      'bem-vindo',
    );
    expect(JSON.stringify([...directory.users.values()])).not.toMatch(/argon2id|@example/);
    expect(cold.readUnits).toBeLessThanOrEqual(COLD_UNITS);
    expect((await read(company.id)).usage.calls).toBe(0);
    later(TTL_MS);
    const { result: same, usage } = await read(company.id);
    expect(usage).toMatchObject({ calls: 1 });
    expect(usage.readUnits).toBeLessThanOrEqual(REFRESH_UNITS);
    expect(same).toBe(directory);
    const [agent] = await loadUsers(company.table);
    if (agent === undefined) throw new Error('no user');
    await commit(userItems(company.table, agent, { ...agent, farewellMessage: 'Tchau!' }, Date.now()));
    later(TTL_MS);
    expect((await read(company.id)).result).toBe(directory);
    await commit(userItems(company.table, { ...agent, version: 2 }, { ...agent, name: 'Outra' }, Date.now()));
    later(TTL_MS);
    const { result: changed, usage: reread } = await read(company.id);
    expect(changed.users.get(agent.id)?.name).toBe('Outra');
    expect(reread.readUnits).toBeLessThanOrEqual(REREAD_UNITS);
    expect((await loadQueue(company.table, 1))?.chatbots).toEqual(tree);

    // Costs of the table of queues, of a removal that looks into every option tree, and of one tree for editing.
    const costOf = async (read: () => Promise<unknown>) => (await withMeter(read)).usage.readUnits;
    const table = await costOf(() => loadQueues(company.table));
    const trees = await costOf(() => loadQueuesWithOptions(company.table));
    expect(table).toBeLessThanOrEqual(QUEUES_UNITS);
    expect(trees).toBeGreaterThan(table * 10);
    expect(await costOf(() => loadQueue(company.table, 1))).toBeLessThanOrEqual(TREE_UNITS);
    const listBriefly = () => call(queues, { to: 'GET /queue/list', token: company.admin.token });
    await listBriefly();
    const { result: inbox, usage: brief } = await withMeter(listBriefly);
    expect(inbox.body).toHaveLength(QUEUES);
    expect(JSON.stringify(inbox.body).length).toBeLessThan(BRIEF_BYTES);
    expect(brief.readUnits).toBeLessThanOrEqual(REREAD_UNITS + REFRESH_UNITS);
  });

  it('is read again while the last change is recent enough to be incomplete', async () => {
    const company = await makeCompany();
    const { read } = await newContainer();
    const { result: first } = await read(company.id);
    later(TTL_MS);
    const { result: second } = await read(company.id);
    expect(second).not.toBe(first);
    later(SETTLED_MS);
    const { result: third } = await read(company.id);
    later(TTL_MS);
    expect((await read(company.id)).result).toBe(third);
  });
});

describe('a change of the directory', () => {
  const path = (name: string, id: number) => `/${name}/${id}`;

  it('reaches other containers within five seconds, for any change by any writer', async () => {
    const company = await makeCompany();
    const { table, admin } = company;
    const queueId = await company.addQueue({ name: 'Vendas' });
    const connectionId = await company.addConnection();
    const { read } = await newContainer();
    later(SETTLED_MS);
    await read(company.id);
    const changes: [string, () => Promise<unknown>, (directory: Directory) => unknown, unknown][] = [
      [
        'a queue',
        async () => {
          const body = { name: 'Suporte', color: '#123456', schedules: [], chatbots: [] };
          expect(
            await call(queues, { to: `PUT ${path('queue', queueId)}`, token: admin.token, body }),
          ).toMatchObject({ status: 200 });
        },
        (directory) => directory.queues.get(queueId)?.name,
        'Suporte',
      ],
      [
        'a user',
        async () => company.addUser({ name: 'Nova' }),
        (directory) => [...directory.users.values()].some(({ name }) => name === 'Nova'),
        true,
      ],
      [
        'a connection',
        async () => {
          const connection = await loadConnection(table, connectionId);
          if (connection === undefined) throw new Error('no connection');
          await commit(connectionItems(table, connection, { ...connection, name: 'Linha 2' }, 0));
        },
        (directory) => directory.connections.get(connectionId)?.name,
        'Linha 2',
      ],
      [
        'settings',
        () => commit([table.put(CompanySettings, { companyId: company.id, userRating: true }, 'any')]),
        (directory) => directory.settings.userRating,
        true,
      ],
      [
        'the plan',
        async () => {
          const { plan } = await requireDirectory(company.id);
          await commit([globalTable.put(Plan, { ...plan, queues: 7 }, plan.version)]);
        },
        (directory) => directory.plan.queues,
        7,
      ],
      [
        'a removed queue',
        async () =>
          expect(
            await call(queues, { to: `DELETE ${path('queue', queueId)}`, token: admin.token }),
          ).toMatchObject({ status: 200 }),
        (directory) => directory.queues.has(queueId),
        false,
      ],
    ];
    for (const [name, change, look, expected] of changes) {
      await change();
      // Waits until the change before has settled, so that only the version shows a change.
      later(SETTLED_MS);
      expect([name, look((await read(company.id)).result)]).toEqual([name, expected]);
    }
  });

  it("a connection's state change is no directory change, costs one write unit and makes no container read again", async () => {
    const company = await makeCompany();
    const { table, id: companyId } = company;
    const connectionId = await company.addConnection();
    const { read } = await newContainer();
    later(SETTLED_MS);
    const { result: before } = await read(companyId);
    const version = () => table.get(DirectoryVersion, {}, { consistent: true });
    const raised = (await version())?.version;
    for (const status of ['OPENING', 'qrcode', 'CONNECTED'] as const) {
      const changedAt = new Date(0).toISOString();
      const { usage } = await withMeter(() =>
        commit([table.put(ConnectionState, { companyId, connectionId, status, changedAt }, 'any')]),
      );
      expect(usage).toMatchObject({ calls: 1, writeUnits: 1 });
    }
    expect((await version())?.version).toBe(raised);
    later(TTL_MS);
    const { result, usage } = await read(companyId);
    expect(result).toBe(before);
    expect(usage.readUnits).toBeLessThanOrEqual(REFRESH_UNITS);
    const states = await withMeter(() => loadConnectionStates(table, { consistent: false }));
    expect(states.result.get(connectionId)?.status).toBe('CONNECTED');
    expect(states.usage).toMatchObject({ calls: 1, readUnits: 0.5 });
  });

  it('takes effect at once in the container that makes it', async () => {
    const company = await makeCompany();
    const queueId = await company.addQueue({ name: 'Antes' });
    expect((await requireDirectory(company.id)).queues.get(queueId)?.name).toBe('Antes');
    const before = await loadQueue(company.table, queueId);
    if (before === undefined) throw new Error('no queue');
    await commit(queueItems(company.table, before, { ...before, name: 'Depois' }, 0));
    forgetDirectory(company.id);
    expect((await requireDirectory(company.id)).queues.get(queueId)?.name).toBe('Depois');
  });

  it('raises the version once per transaction, and no write bypasses the version', async () => {
    const company = await makeCompany();
    const { table, id: companyId } = company;
    const version = async () => (await table.get(DirectoryVersion, {}, { consistent: true }))?.version ?? 0;
    const before = await version();
    const user = (id: number) =>
      userItems(
        table,
        undefined,
        userSchema.parse({ companyId, id, name: `U${id}`, email: `u${id}@example.com`, passwordHash: 'x' }),
        0,
      );
    await commit([901, 902, 903].flatMap(user));
    expect(await version()).toBe(before + 1);
    await commit([table.delete(DirectoryUser, { id: 901 })]);
    expect(await version()).toBe(before + 2);
    await commit([
      table.check(DirectoryUser, { id: 902 }, 'exists'),
      globalTable.put(Plan, await planOf(companyId), 'any'),
    ]);
    expect(await version()).toBe(before + 2);
    await expect(writeBatch(user(904).filter(({ entity }) => entity === DirectoryUser.name))).rejects.toThrow(
      'directory',
    );
  });
});

const planOf = async (companyId: CompanyId) => (await requireDirectory(companyId)).plan;
