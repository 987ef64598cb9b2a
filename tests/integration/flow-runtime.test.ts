import { handler as connections } from '@prosa/functions/http/connections/handler.ts';
import { handler as tickets } from '@prosa/functions/http/tickets/handler.ts';
import { headObject, putObject } from '@prosa/functions/platform/blob/blob.ts';
import { systemClock } from '@prosa/functions/platform/clock.ts';
import { forgetDirectory } from '@prosa/functions/platform/directory.ts';
import { commit } from '@prosa/functions/platform/table/commit.ts';
import { Company } from '@prosa/functions/platform/table/entities/companies.ts';
import { Flow, FlowFigures, FlowPhrase } from '@prosa/functions/platform/table/entities/flows.ts';
import { Timer } from '@prosa/functions/platform/table/entities/work.ts';
import { keys } from '@prosa/functions/platform/table/keys.ts';
import { parseRow } from '@prosa/functions/platform/table/parse-row.ts';
import { tryOutRoutes } from '@prosa/shared/contracts/try-out.ts';
import type { FlowVersion as Version } from '@prosa/shared/entities/flow.ts';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { makeCompany, type TestCompany } from '../factories/company.ts';
import { oggOpus } from '../factories/files.ts';
import { failedIndexes, sqsEvent } from '../factories/inbound-events.ts';
import { dueAnswer, giveAnswer, settlePrompt } from '../support/answer-customer.ts';
import {
  asks,
  chainOf,
  compares,
  flowOf,
  handsTo,
  offers,
  pauses,
  phraseOf,
  says,
} from '../support/flows.ts';
import { inbound } from '../support/handlers.ts';
import { publishFlow } from '../support/publish-flow.ts';
import { billedWriteUnits } from './support/billed-writes.ts';
import { useBucket } from './support/bucket.ts';
import { call } from './support/call.ts';
import { fireTimers } from './support/fire-timers.ts';
import { FlowCustomer } from './support/flow-customer.ts';
import { useTable } from './support/table.ts';

const engine = useTable();
useBucket();
afterEach(() => vi.restoreAllMocks());

/** A company with two queues, and a connection of its own for each conversation. */
let company: TestCompany;
let queueIds: number[];
beforeAll(async () => {
  company = await makeCompany();
  queueIds = [
    await company.addQueue({ greetingMessage: 'Vendas ao seu dispor' }),
    await company.addQueue({ greetingMessage: 'Suporte ao seu dispor' }),
  ];
});

const stored = <T extends object>(row: T | undefined): T => {
  if (row === undefined) throw new Error('no row');
  return row;
};

const publish = (version: Version, flowId?: number): Promise<number> => publishFlow(company, version, flowId);

const clock = { nowMs: Date.now() };
beforeEach(() => {
  vi.spyOn(systemClock, 'now').mockImplementation(() => clock.nowMs);
});

const customerOf = async (fields: Parameters<TestCompany['addConnection']>[0] = {}): Promise<FlowCustomer> =>
  new FlowCustomer(
    company,
    { companyId: company.id, connectionId: await company.addConnection({ queueIds, ...fields }) },
    clock,
  );

const figuresOf = async (flowId: number): Promise<Record<string, number>> => {
  const rows = await company.table.queryAll(keys.flowFigures({ flowId, day: '', from: '' }).pk);
  const sums: Record<string, number> = {};
  for (const row of rows.map((one) => parseRow(FlowFigures, one)))
    for (const [name, count] of Object.entries(row))
      if (name.includes(':') && typeof count === 'number') sums[name] = (sums[name] ?? 0) + count;
  return sums;
};

describe('a flow begins', () => {
  it('by a phrase, as the welcome of a first ticket, and without a phrase once for each later ticket', async () => {
    const [greeting, other, sale] = [
      await publish(chainOf([says('Primeira vez?')])),
      await publish(chainOf([says('De novo?')])),
      await publish(chainOf([says('Liquidação!')])),
    ];
    const customer = await customerOf({ flowIdWelcome: greeting, flowIdNotPhrase: other });
    const { connectionId } = customer.where;
    const phrase = phraseOf('liquidação', { companyId: company.id, id: 1, flowId: sale, connectionId });
    await commit([company.table.put(FlowPhrase, phrase, 'absent')]);
    forgetDirectory(company.id);

    expect(await customer.asks('oi')).toEqual(['Primeira vez?']);
    expect((await customer.heard()).map(({ saidBy }) => saidBy)).toEqual(['flow']);
    expect((await customer.asks('quero ajuda'))[0]).toContain('[ 1 ]');
    expect(await customer.asks('ainda tem a LIQUIDACAO?')).toEqual(['Liquidação!']);

    const ticket = await customer.ticket();
    const closed = await call(tickets, {
      to: `PUT /tickets/${ticket.id}`,
      token: company.admin.token,
      body: { status: 'closed', sendFarewellMessage: false },
    });
    expect(closed.status, JSON.stringify(closed.body)).toBe(200);
    expect(await customer.asks('voltei')).toEqual(['De novo?']);
    expect((await customer.ticket()).id).not.toBe(ticket.id);
    expect((await customer.asks('e agora?'))[0]).toContain('[ 1 ]');
    const others = await customerOf();
    expect((await others.asks('liquidação'))[0]).toContain('[ 1 ]');
  });

  it('not if it is switched off or was never published', async () => {
    const flowId = await publish(chainOf([says('Nunca')]));
    const row = stored(await company.table.get(Flow, { id: flowId }));
    await commit([company.table.put(Flow, { ...row, active: false }, 'any')]);
    const customer = await customerOf({ flowIdWelcome: flowId });
    expect((await customer.asks('oi'))[0]).toContain('[ 1 ]');
  });
});

describe('a conversation in a flow', () => {
  it('asks, stores answers, branches, and hands over to a queue', async () => {
    const [sales = 0] = queueIds;
    const flowId = await publish(
      flowOf(
        {
          1: ['start'],
          nome: asks('Qual é o seu nome?', 'nome'),
          menu: offers('{{nome}}, o que deseja?', 'Comprar', 'Outra coisa'),
          idade: asks('Quantos anos tem?', 'idade'),
          adulto: compares('idade', 'greaterOrEqual', '18'),
          fila: handsTo(sales),
          nao: says('Só para maiores, {{nome}} ({{idade}}).'),
        },
        ['1>nome', 'nome>menu', 'menu:a1>idade', 'idade>adulto', 'adulto:a>fila', 'adulto:b>nao'],
      ),
    );
    const customer = await customerOf({ flowIdWelcome: flowId, maxUseBotQueues: 3 });
    expect(await customer.asks('oi')).toEqual(['Qual é o seu nome?']);
    expect(await customer.asks('Ana', 'Souza')).toEqual([
      'Ana\nSouza, o que deseja?\n\n[ 1 ] Comprar\n[ 2 ] Outra coisa',
    ]);
    const [again = ''] = await customer.asks('hein?');
    expect(again).toMatch(/^Opção inválida.*\n\nAna/);
    expect(await customer.asks('comprar')).toEqual(['Quantos anos tem?']);
    expect((await customer.flow()).variables).toEqual({ nome: 'Ana\nSouza' });
    expect(await customer.asks('33')).toEqual(['Vendas ao seu dispor']);
    expect(await customer.ticket()).toMatchObject({
      status: 'pending',
      queueId: sales,
      userId: null,
      automation: { kind: 'none' },
    });
    expect(await figuresOf(flowId)).toEqual({
      'n:1': 1,
      'n:nome': 1,
      'n:menu': 1,
      'n:idade': 1,
      'n:adulto': 1,
      'n:fila': 1,
      'c:1>nome': 1,
      'c:nome>menu': 1,
      'c:menu:a1>idade': 1,
      'c:idade>adulto': 1,
      'c:adulto:a>fila': 1,
    });
    const child = await customerOf({ flowIdWelcome: flowId });
    await child.asks('oi');
    await child.asks('Bia');
    await child.asks('1');
    expect(await child.asks('12')).toEqual(['Só para maiores, Bia (12).']);
  });

  it('takes one of two branches at random', async () => {
    const flowId = await publish(
      flowOf({ 1: ['start'], r: ['randomizer', { percent: 50 }], a: says('cara'), b: says('coroa') }, [
        '1>r',
        'r:a>a',
        'r:b>b',
      ]),
    );
    const where = (await customerOf({ flowIdWelcome: flowId })).where;
    const said = [];
    for (let n = 0; n < 24; n++) said.push(...(await new FlowCustomer(company, where, clock).asks('oi')));
    expect(new Set(said)).toEqual(new Set(['cara', 'coroa']));
    const { 'n:a': a = 0, 'n:b': b = 0, 'n:1': all } = await figuresOf(flowId);
    expect([all, a + b]).toEqual([24, 24]);
  });

  it('R19, R33: pauses, and goes on once, however often its message comes; by a timer if the subscription was over', async () => {
    const flowId = await publish(chainOf([says('um'), pauses(20), says('dois'), pauses(20), says('três')]));
    const customer = await customerOf({ flowIdWelcome: flowId });
    expect(await customer.asks('oi')).toEqual(['um']);
    const first = await customer.pause();
    expect(await customer.asks('alô?')).toEqual([]);
    expect(await Promise.all(Array.from({ length: 4 }, () => fireTimers(first)))).toEqual(
      Array.from({ length: 4 }, () => []),
    );
    expect(await fireTimers(first)).toEqual([]);
    expect((await customer.heard()).map(({ body }) => body)).toEqual(['um', 'dois']);

    const { id } = await customer.ticket();
    const subject = String(id);
    const timer = () => company.table.get(Timer, { kind: 'ticket-watch', subject }, { consistent: true });
    const setDueDate = async (dueDate: string): Promise<void> => {
      const row = stored(await company.table.get(Company, {}, { consistent: true }));
      await commit([company.table.put(Company, { ...row, dueDate }, row.version)]);
      forgetDirectory(company.id);
    };
    expect(await timer()).toBeUndefined();
    const { dueDate } = stored(await company.table.get(Company, {}, { consistent: true }));
    await setDueDate('2020-01-01');
    expect(await fireTimers(await customer.pause())).toEqual([]);
    expect(await customer.heard()).toHaveLength(2);
    await setDueDate(dueDate);
    const { kind, token, dueAt } = stored(await timer());
    clock.nowMs = Math.max(clock.nowMs, Date.parse(dueAt));
    expect(await fireTimers({ companyId: company.id, kind, subject, token })).toEqual([]);
    expect((await customer.heard()).map(({ body }) => body)).toEqual(['um', 'dois', 'três']);
    expect((await customer.ticket()).automation.kind).toBe('menu');
  });

  it('R17, R33: a message or an answer that is delivered twice has one effect', async () => {
    const flowId = await publish(
      chainOf([asks('Nome?', 'nome'), says('Olá, {{nome}}'), asks('Cidade?', 'cidade')]),
    );
    const customer = await customerOf({ flowIdWelcome: flowId });
    const hello = customer.event('oi');
    expect(failedIndexes(await inbound(sqsEvent([hello, hello])))).toEqual([]);
    const due = await dueAnswer(company.table, customer.where, customer.number);
    await Promise.all([giveAnswer(due), giveAnswer(due), giveAnswer(due)]);
    await giveAnswer(due);
    expect((await customer.heard()).map(({ body }) => body)).toEqual(['Nome?']);
    await settlePrompt(company.table, customer.where, customer.number);
    const name = customer.event('Ana');
    await inbound(sqsEvent([name]));
    const answer = await dueAnswer(company.table, customer.where, customer.number);
    await Promise.all([giveAnswer(answer), inbound(sqsEvent([name])), giveAnswer(answer)]);
    await inbound(sqsEvent([name]));
    await customer.answer();
    expect((await customer.heard()).map(({ body }) => body)).toEqual(['Nome?', 'Olá, Ana', 'Cidade?']);
    expect(await figuresOf(flowId)).toMatchObject({ 'n:1': 1, 'n:n1': 1, 'n:n2': 1, 'n:n3': 1 });
  });

  it('R03: answers a choice once, in the transaction that stores it, however often it comes', async () => {
    const flowId = await publish(
      flowOf({ 1: ['start'], n1: offers('Qual?', 'Um', 'Dois'), n2: offers('Onde?', 'Aqui', 'Ali') }, [
        '1>n1',
        'n1:a1>n2',
      ]),
    );
    const customer = await customerOf({ flowIdWelcome: flowId });
    await customer.asks('oi');
    const choice = customer.event('1');
    const again = {
      ...customer.event('1'),
      sentAt: choice.sentAt + 400,
      receivedAt: choice.receivedAt + 400,
    };
    await Promise.all([inbound(sqsEvent([choice])), inbound(sqsEvent([choice]))]);
    expect(await customer.ticket()).toMatchObject({ unanswered: null, unreadMessages: 2 });
    await inbound(sqsEvent([choice, again, choice]));
    const heard = (await customer.heard()).map(({ body }) => body);
    expect(heard).toMatchObject([expect.stringMatching(/^Qual/), expect.stringMatching(/^Onde/)]);
    expect(await customer.ticket()).toMatchObject({ unanswered: null, unreadMessages: 3 });
    expect(await customer.flow()).toMatchObject({ nodeId: 'n2', prompts: 1 });
    expect(await figuresOf(flowId)).toMatchObject({ 'n:n1': 1, 'n:n2': 1 });
  });

  it('R03: answers a greeting by one menu, in the transaction that stores it, however often it comes', async () => {
    const flowId = await publish(chainOf([offers('Qual?', 'Um', 'Dois')]));
    const customer = await customerOf({ flowIdWelcome: flowId });
    const greeting = customer.event('oi');
    const again = {
      ...customer.event('bom dia'),
      sentAt: greeting.sentAt + 400,
      receivedAt: greeting.receivedAt + 400,
    };
    await Promise.all([inbound(sqsEvent([greeting])), inbound(sqsEvent([greeting]))]);
    expect(await customer.ticket()).toMatchObject({ unanswered: null, unreadMessages: 1 });
    await settlePrompt(company.table, customer.where, customer.number);
    await inbound(sqsEvent([greeting, again, greeting]));
    await customer.answer();
    expect((await customer.heard()).map(({ body }) => body)).toEqual([expect.stringMatching(/^Qual/)]);
    expect(await customer.ticket()).toMatchObject({ unanswered: null, unreadMessages: 2 });
    expect(await customer.flow()).toMatchObject({ nodeId: 'n1', prompts: 1 });
  });

  it('gives a burst of messages one answer', async () => {
    const flowId = await publish(chainOf([offers('Qual?', 'Um', 'Dois'), says('fim')]));
    const customer = await customerOf({ flowIdWelcome: flowId });
    expect(await customer.asks('então', 'bom dia', 'tudo bem?')).toHaveLength(1);
    const heard = await customer.asks('hmm', '2', 'obrigado');
    expect(heard).toHaveLength(0);
    expect((await customer.ticket()).automation.kind).toBe('menu');
  });

  it('stays on its version while a newer one is published, and the next conversation begins with that', async () => {
    const flow = (text: string, number: number) => chainOf([asks('Nome?', 'n'), says(text)], { number });
    const flowId = await publish(flow('antigo', 1));
    const customer = await customerOf({ flowIdWelcome: flowId });
    await customer.asks('oi');
    await publish(flow('novo', 2), flowId);
    expect(await customer.flow()).toMatchObject({ version: 1 });
    expect(await customer.asks('Ana')).toEqual(['antigo']);
    const next = new FlowCustomer(company, customer.where, clock);
    await next.asks('oi');
    expect(await next.asks('Bia')).toEqual(['novo']);
  });

  it('ends when an attendant takes the ticket, and is counted where it was left', async () => {
    const flowId = await publish(chainOf([asks('Nome?', 'n'), says('nunca')]));
    const customer = await customerOf({ flowIdWelcome: flowId });
    await customer.asks('oi');
    const { id } = await customer.ticket();
    const [queueId] = queueIds;
    const taken = await call(tickets, {
      to: `PUT /tickets/${id}`,
      token: company.admin.token,
      body: { status: 'open', userId: company.admin.id, queueId },
    });
    expect(taken.status, JSON.stringify(taken.body)).toBe(200);
    expect(await customer.asks('Ana')).toEqual([]);
    expect(await customer.ticket()).toMatchObject({ status: 'open', automation: { kind: 'none' } });
    expect(await figuresOf(flowId)).toEqual({ 'n:1': 1, 'n:n1': 1, 'c:1>n1': 1, 'l:n1': 1 });
  });

  it('waits for people after the last wrong answer without a way for it', async () => {
    const flowId = await publish(flowOf({ 1: ['start'], m: offers('?', 'A') }, ['1>m']));
    const customer = await customerOf({ flowIdWelcome: flowId, maxUseBotQueues: 2 });
    await customer.asks('oi');
    expect(await customer.asks('b')).toHaveLength(1);
    expect(await customer.asks('parar')).toEqual([]);
    expect(await customer.ticket()).toMatchObject({ status: 'pending', automation: { kind: 'none' } });
    expect(await figuresOf(flowId)).toMatchObject({ 'l:m': 1 });
  });

  it('sends its files as copies that belong to each message', async () => {
    const key = `t/${company.id}/flows/aviso.ogg`;
    const sound = oggOpus(200);
    await putObject(key, sound, 'audio/ogg');
    const file = { key, fileName: 'aviso.ogg', mimeType: 'audio/ogg', size: sound.byteLength };
    const flowId = await publish(
      chainOf([['audio', { url: 'aviso', record: true }]], { files: { aviso: file } }),
    );
    const customer = await customerOf({ flowIdWelcome: flowId });
    await customer.asks('oi');
    const [message] = await customer.heard();
    expect(message).toMatchObject({
      mediaType: 'audio',
      saidBy: 'flow',
      media: { voice: true, state: 'stored' },
    });
    expect(message?.media?.key).not.toBe(key);
    expect(await headObject(message?.media?.key ?? '')).toBeDefined();
  });
});

it('the try-out of a connection plays its flows', async () => {
  const flowId = await publish(chainOf([asks('Nome?', 'nome'), pauses(30), says('Olá, {{nome}}')]));
  const connectionId = await company.addConnection({ queueIds, flowIdWelcome: flowId });
  const played = await call(connections, {
    to: 'POST /whatsapp/tryout',
    token: company.admin.token,
    body: {
      startsAt: '2026-11-20T13:00:00.000Z',
      connectionId,
      script: [
        { does: 'says', text: 'oi' },
        { does: 'says', text: 'Bia' },
        { does: 'waits', minutes: 1 },
      ],
    },
  });
  expect(played.status, JSON.stringify(played.body)).toBe(200);
  const { lines } = tryOutRoutes.tryOut.response.parse(played.body);
  expect(lines.map(({ rule, text }) => [rule, text])).toEqual([
    ['', 'oi'],
    ['flow', 'Nome?'],
    ['', 'Bia'],
    ['flow', 'Olá, Bia'],
  ]);
});

/** Of the message and its command, the ticket with its index, and the figures. */
const MAX_UNITS = 12;
it('a step of a flow costs at most 12 write units, also the first, before a pause and after it', async () => {
  const flowId = await publish(
    chainOf([
      asks('Nome?', 'nome'),
      says('Olá, {{nome}}'),
      pauses(5),
      asks('Cidade?', 'cidade'),
      asks('Idade?', 'idade'),
    ]),
  );
  const customer = await customerOf({ flowIdWelcome: flowId });
  const billed = (work: () => Promise<unknown>) => billedWriteUnits(engine().endpoint, company.id, work);
  await customer.writes('oi');
  const first = await billed(() => customer.answer());
  await settlePrompt(company.table, customer.where, customer.number);
  await customer.writes('Ana');
  const paused = await billed(() => customer.answer());
  const pause = await customer.pause();
  const resumed = await billed(() => fireTimers(pause));
  await settlePrompt(company.table, customer.where, customer.number);
  await customer.writes('Recife');
  const answered = await billed(() => customer.answer());
  expect({ first, paused, resumed, answered }).toEqual({ first: 12, paused: 12, resumed: 11, answered: 12 });
  for (const units of [first, paused, resumed, answered]) expect(units).toBeLessThanOrEqual(MAX_UNITS);
});
