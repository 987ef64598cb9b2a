import { handler as connections } from '@prosa/functions/http/connections/handler.ts';
import { handler as queues } from '@prosa/functions/http/queues/handler.ts';
import { queueRoutes } from '@prosa/shared/contracts/queues.ts';
import { tryOutRoutes } from '@prosa/shared/contracts/try-out.ts';
import { OPTION_DEPTH_MAX } from '@prosa/shared/rules/option-tree.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { makeCompany, type TestCompany } from '../factories/company.ts';
import { call } from './support/call.ts';
import { useTable } from './support/table.ts';
import { companyDigest } from './support/table-scan.ts';

/** The bot answers once the customer has been silent for a second. */
const ANSWER_PAUSE_MS = 1000;
const engine = useTable();

/** A Friday, 10:00 in São Paulo. */
const FRIDAY_TEN = '2026-11-20T13:00:00.000Z';
const FRIDAY_NIGHT = '2026-11-21T01:30:00.000Z';
const says = (text: string) => ({ does: 'says', text });
const waits = (minutes: number) => ({ does: 'waits', minutes });

const ask = (company: TestCompany, body: object) =>
  call(connections, {
    to: 'POST /whatsapp/tryout',
    token: company.admin.token,
    body: { startsAt: FRIDAY_TEN, ...body },
  });
const play = async (company: TestCompany, body: object) => {
  const answer = await ask(company, body);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return tryOutRoutes.tryOut.response.parse(answer.body);
};
/** Returns what the customer received: the rule and the first line of each message. */
const heard = ({ lines }: Awaited<ReturnType<typeof play>>): [string | null, string][] =>
  lines.filter(({ fromMe }) => fromMe).map(({ rule, text }) => [rule, text.split('\n')[0] ?? '']);

const week = (startTimeA: string, endTimeA: string) =>
  (['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const).map(
    (weekdayEn) => ({ weekday: weekdayEn, weekdayEn, startTimeA, endTimeA, startTimeB: '', endTimeB: '' }),
  );

let shop: TestCompany;
let sales: number;
let support: number;
let connection: number;
beforeAll(async () => {
  shop = await makeCompany({ settings: { scheduleType: 'connection' } });
  sales = await shop.addQueue({ name: 'Vendas', orderQueue: 1, greetingMessage: 'Vendas, bom dia' });
  const leaf = { queueType: 'text' as const, closeTicket: false, optUserId: null, optIntegrationId: null };
  support = await shop.addQueue({
    name: 'Suporte',
    orderQueue: 2,
    greetingMessage: 'Suporte, bom dia',
    chatbots: [
      {
        ...leaf,
        id: 'a',
        name: 'Garantia',
        greetingMessage: 'Um ano',
        optQueueId: null,
        optFileId: null,
        options: [],
      },
      {
        ...leaf,
        id: 'b',
        name: 'Comprar',
        greetingMessage: '',
        queueType: 'queue',
        optQueueId: sales,
        optFileId: null,
        options: [],
      },
    ],
  });
  connection = await shop.addConnection({
    name: 'Loja',
    isDefault: true,
    queueIds: [sales, support],
    greetingMessage: 'Olá! Escolha:',
  });
});

const draft = (fields: object) => ({
  name: 'Loja',
  queueIds: [sales, support],
  greetingMessage: 'Olá!',
  ...fields,
});

describe('try-out of a connection', () => {
  it('plays the stored menu, or a draft instead', async () => {
    const stored = await play(shop, { connectionId: connection, script: [says('oi')] });
    expect(heard(stored)).toEqual([['queue-menu', 'Olá! Escolha:']]);
    expect(stored.ticket).toEqual({
      status: 'pending',
      queue: null,
      user: null,
      integration: null,
      assistant: null,
      isBot: true,
    });
    const drafted = await play(shop, {
      connectionId: connection,
      connection: draft({ greetingMessage: 'Boa tarde!' }),
      script: [says('oi'), says('1')],
    });
    expect(heard(drafted)).toEqual([
      ['queue-menu', 'Boa tarde!'],
      ['queue-greeting', 'Vendas, bom dia'],
    ]);
    expect(drafted.ticket).toMatchObject({ status: 'pending', queue: { id: sales, name: 'Vendas' } });
  });

  it('plays a connection that does not exist yet', async () => {
    const played = await play(shop, {
      connection: draft({ name: 'Nova', greetingMessage: 'Nova aqui' }),
      script: [says('oi')],
    });
    expect(heard(played)).toEqual([['queue-menu', 'Nova aqui']]);
  });

  it('options lead to a queue of another connection', async () => {
    const played = await play(shop, {
      connectionId: connection,
      connection: draft({ queueIds: [support] }),
      script: [says('oi'), says('2')],
    });
    expect(played.ticket).toMatchObject({ queue: { id: sales } });
  });

  it('plays the out-of-hours message at a chosen night, and the menu at a chosen day', async () => {
    const script = [says('oi')];
    const connectionDraft = draft({ schedules: week('08:00', '18:00'), outOfHoursMessage: 'Fechado' });
    const at = (startsAt: string) =>
      play(shop, { connectionId: connection, connection: connectionDraft, startsAt, script });
    expect(heard(await at(FRIDAY_NIGHT))).toEqual([['out-of-hours', 'Fechado']]);
    expect(heard(await at(FRIDAY_TEN))).toEqual([['queue-menu', 'Olá!']]);
  });

  it('timers come due: a customer who chooses nothing is moved to the queue', async () => {
    const fields = draft({ timeSendQueue: 30, sendIdQueue: sales });
    const script = [says('oi'), waits(29)];
    const before = await play(shop, { connectionId: connection, connection: fields, script });
    expect(before.ticket).toMatchObject({ queue: null });
    const after = await play(shop, {
      connectionId: connection,
      connection: fields,
      script: [...script, waits(2)],
    });
    expect(after.ticket).toMatchObject({ queue: { id: sales } });
    expect(Date.parse(after.now) - Date.parse(FRIDAY_TEN)).toBe(20_000 + ANSWER_PAUSE_MS + 31 * 60_000);
  });

  it('accepts voice notes, calls and pictures', async () => {
    const script = ['voice', 'call', 'picture'].map((kind) => ({ does: 'sends', kind }));
    const { lines } = await play(shop, { connectionId: connection, script });
    expect(lines.filter(({ fromMe }) => !fromMe).map(({ mediaType }) => mediaType)).toEqual([
      'audio',
      'call_log',
      'image',
    ]);
  });
});

describe('try-out of a queue', () => {
  const queue = (fields: object) => ({
    name: 'Suporte',
    color: '#123456',
    greetingMessage: 'Diga',
    ...fields,
  });

  it('starts with the customer in the queue, with its greeting and its options', async () => {
    const played = await play(shop, { queueId: support, script: [says('oi'), says('1')] });
    expect(heard(played)).toEqual([
      ['queue-greeting', 'Suporte, bom dia'],
      ['option-tree', 'Um ano'],
    ]);
  });

  it('accepts as many levels of options as saving does, stored or as a draft', async () => {
    const chain = (levels: number): object[] =>
      levels === 0 ? [] : [{ name: 'Opção', greetingMessage: 'Escolha:', options: chain(levels - 1) }];
    const fields = { name: 'Funda', color: '#0f0f0f' };
    const chatbots = chain(OPTION_DEPTH_MAX);
    const saved = await call(queues, {
      to: 'POST /queue',
      token: shop.admin.token,
      body: { ...fields, chatbots },
    });
    expect(saved.status, JSON.stringify(saved.body)).toBe(201);
    const { id } = queueRoutes.create.response.parse(saved.body);
    const script = [says('oi'), ...chatbots.map(() => says('1'))];
    const stored = await play(shop, { queueId: id, script });
    const drafted = await play(shop, { queueId: id, queue: fields, chatbots, script });
    expect(heard(drafted)).toEqual(heard(stored));
  });

  it('plays a draft of an existing or a new queue', async () => {
    const script = [says('oi')];
    const known = await play(shop, { queueId: support, queue: queue({}), script });
    expect(heard(known)).toEqual([['queue-greeting', 'Diga']]);
    const fresh = await play(shop, { queue: queue({ name: 'Nova' }), chatbots: [], script });
    expect(fresh.ticket).toMatchObject({ queue: { name: 'Nova' } });
    const alone = await makeCompany();
    expect(heard(await play(alone, { queue: queue({}), script }))).toEqual([['queue-greeting', 'Diga']]);
  });
});

it('refuses invalid drafts like saving does, naming the fields', async () => {
  const problems = async (body: object) => {
    const answer = await ask(shop, body);
    return [answer.status, JSON.stringify(answer.body)] as const;
  };
  const cases: [object, string][] = [
    [{ connection: draft({ name: 'x' }) }, 'body.connection.name'],
    [{ connectionId: connection, connection: draft({ timeSendQueue: 5 }) }, 'body.connection.sendIdQueue'],
    [{ connection: draft({}) }, 'ERR_WAPP_NAME_EXISTS'],
    [{ queue: { name: 'Nova', color: 'azul' } }, 'body.queue.color'],
    [{ queue: { name: 'Nova', color: '#123456', fileListId: 1 } }, 'body.queue.fileListId'],
    [
      {
        queue: { name: 'Nova', color: '#123456' },
        chatbots: [{ name: 'Opção', queueType: 'queue', optQueueId: 9999 }],
      },
      'body.chatbots.0.optQueueId',
    ],
    [{ chatbots: [{ name: 'Opção' }], connectionId: connection }, 'body.queue'],
    [{ queue: { name: 'Vendas', color: '#123456' } }, 'ERR_QUEUE_NAME_EXISTS'],
    [{}, 'body.connection'],
    [{ connectionId: connection, startsAt: '9999-01-01T00:00:00.000Z' }, 'body.startsAt'],
    [{ connectionId: connection, script: Array.from({ length: 101 }, () => waits(1)) }, 'body.script'],
  ];
  for (const [body, named] of cases) {
    const [status, text] = await problems(body);
    expect([body, status]).toEqual([body, expect.toSatisfy((code) => code === 400 || code === 409)]);
    expect(text).toContain(named);
  }
});

it('stops a script in which too many timers come due', async () => {
  const rotating = { name: 'Suporte', color: '#123456', ativarRoteador: true, tempoRoteador: 2 };
  const script = [says('oi'), ...Array.from({ length: 99 }, () => waits(43_200))];
  const began = performance.now();
  const answer = await ask(shop, { queueId: support, queue: rotating, script });
  expect(answer.status).toBe(400);
  expect(JSON.stringify(answer.body)).toContain('body.script');
  expect(performance.now() - began).toBeLessThan(10_000);
});

it('refuses another company’s connection or queue', async () => {
  const other = await makeCompany();
  const script = [says('oi')];
  const codes: [object, string][] = [
    [{ connectionId: connection }, 'ERR_NO_WAPP_FOUND'],
    [{ queueId: support }, 'ERR_NO_QUEUE_FOUND'],
    [{ connection: { name: 'Minha', queueIds: [support] } }, 'ERR_NO_QUEUE_FOUND'],
  ];
  for (const [body, code] of codes) {
    const answer = await ask(other, { script, ...body });
    expect(answer.status).toBe(404);
    expect(JSON.stringify(answer.body)).toContain(code);
  }
  const attendant = await shop.addUser({ profile: 'user' });
  const refused = await call(connections, {
    to: 'POST /whatsapp/tryout',
    token: attendant.token,
    body: { startsAt: FRIDAY_TEN, connectionId: connection, script },
  });
  expect(refused.status).toBe(403);
});

it('stores nothing and sends nothing', async () => {
  const before = await companyDigest(engine().endpoint, shop.id);
  const script = [says('oi'), says('2'), says('1'), waits(600), { does: 'sends', kind: 'voice' }];
  await play(shop, { connectionId: connection, connection: draft({ expiresTicket: 60 }), script });
  await play(shop, {
    queueId: support,
    queue: { name: 'Rascunho', color: '#654321' },
    script,
  });
  expect(await companyDigest(engine().endpoint, shop.id)).toBe(before);
});
