import { systemClock, toInstant } from '@prosa/functions/platform/clock.ts';
import { commit } from '@prosa/functions/platform/table/commit.ts';
import { ConnectionState } from '@prosa/functions/platform/table/entities/connections.ts';
import { Outbox, Timer } from '@prosa/functions/platform/table/entities/work.ts';
import { keys } from '@prosa/functions/platform/table/keys.ts';
import {
  contactListItemWrites,
  nextContactListItemId,
} from '@prosa/functions/repositories/contacts/contact-list-items.ts';
import type { ContactListItemView } from '@prosa/shared/contracts/contact-lists.ts';
import { channelCommandSchema } from '@prosa/shared/messaging/channel-command.ts';
import { type InboundEventOf, inboundEventSchema } from '@prosa/shared/messaging/inbound-event.ts';
import { sessionQueue } from '@prosa/shared/resource-names.ts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { makeCompany, type TestCompany } from '../factories/company.ts';
import { sqsEvent } from '../factories/inbound-events.ts';
import { inbound } from '../support/handlers.ts';
import { addItem, callLists, createList, expectCounted, readItems } from './support/contact-lists.ts';
import { fireTimers } from './support/fire-timers.ts';
import { useTable } from './support/table.ts';

useTable();

type Results = Extract<InboundEventOf<'numbers-checked'>['result'], { state: 'answered' }>['numbers'];

let company: TestCompany;
let connectionId: number;
let listId: number;
let nowMs: number;
beforeEach(async () => {
  nowMs = Date.now();
  vi.spyOn(systemClock, 'now').mockImplementation(() => nowMs);
  company = await makeCompany();
  connectionId = await company.addConnection({ isDefault: true });
  await setStatus('CONNECTED');
  listId = (await createList(company.admin, 'Natal')).id;
});
afterEach(() => vi.restoreAllMocks());

const numberAt = (nth: number): string => `55219${String(70_000_000 + nth)}`;

const setStatus = async (status: 'CONNECTED' | 'DISCONNECTED', of = connectionId): Promise<void> => {
  const where = { companyId: company.id, connectionId: of };
  await commit([
    company.table.put(ConnectionState, { ...where, status, changedAt: toInstant(nowMs) }, 'any'),
  ]);
};

/** Fires the list's timer at its time. Returns how much later that is, in milliseconds; undefined without a timer. */
const fire = async (): Promise<number | undefined> => {
  const key = { kind: 'contact-list-check', subject: String(listId) };
  const timer = await company.table.get(Timer, key, { consistent: true });
  if (timer === undefined) return undefined;
  const waitedMs = Math.max(0, Date.parse(timer.dueAt) - nowMs);
  nowMs += waitedMs;
  const { kind, subject, token } = timer;
  expect(await fireTimers({ companyId: company.id, kind, subject, token })).toEqual([]);
  return waitedMs;
};

const commandsTo = async (of = connectionId) => {
  const groupId = `${company.id}:${of}:list-${listId}`;
  const { pk } = keys.outbox({ queue: sessionQueue(0, 'bulk'), groupId, id: '' });
  const { rows } = await company.table.query(Outbox, { pk, limit: 100, consistent: true });
  await Promise.all(rows.map((row) => commit([company.table.delete(Outbox, row)])));
  return rows.map(({ body }) => {
    const command = channelCommandSchema.parse(JSON.parse(body));
    if (command.type !== 'check-numbers') throw new Error('another command');
    return command;
  });
};
const theCommand = async () => {
  const [command, ...others] = await commandsTo();
  if (command === undefined || others.length > 0) throw new Error('one command was to wait');
  return command;
};

const answer = async (token: string, result: InboundEventOf<'numbers-checked'>['result']): Promise<void> => {
  const event = inboundEventSchema.parse({
    v: 1,
    companyId: company.id,
    connectionId,
    channel: 'whatsapp',
    receivedAt: nowMs,
    type: 'numbers-checked',
    contactListId: listId,
    token,
    result,
  });
  expect((await inbound(sqsEvent([event]))).batchItemFailures).toEqual([]);
};
const reached = (number: string, spelled = number): Results[number] => ({
  number,
  result: { state: 'reached', number: spelled },
});
const absent = (number: string): Results[number] => ({ number, result: { state: 'absent' } });

/** Adds people as an import does: without a check. */
const plantItems = async (count: number): Promise<void> => {
  const { table, id: companyId } = company;
  const firstId = await nextContactListItemId(table, listId, count);
  const state = { numberState: 'unchecked', checkedAt: null, importId: 'x' } as const;
  const all = Array.from({ length: count }, (_none, nth) => ({
    after: {
      ...{ companyId, contactListId: listId, id: firstId + nth, name: `Pessoa ${nth}`, email: '', ...state },
      number: numberAt(1000 + nth),
    },
  }));
  for (let start = 0; start < count; start += 40)
    await commit(contactListItemWrites(table, listId, all.slice(start, start + 40), nowMs));
};
const statesOf = async (): Promise<Record<string, ContactListItemView['isWhatsappValid']>> => {
  const { items } = await readItems(company.admin, listId);
  return Object.fromEntries(items.map(({ number, isWhatsappValid }) => [number, isWhatsappValid]));
};

describe('the numbers of a contact list', () => {
  it('are checked within seconds: known, unknown and spelled differently', async () => {
    for (const nth of [1, 2, 3]) await addItem(company.admin, listId, numberAt(nth));
    expect(await fire()).toBeLessThanOrEqual(1000);
    const command = await theCommand();
    expect(command).toMatchObject({
      ...{ type: 'check-numbers', companyId: company.id, connectionId, contactListId: listId },
      numbers: [numberAt(1), numberAt(2), numberAt(3)],
    });
    expect(await expectCounted(company.admin, listId)).toMatchObject({ uncheckedCount: 3 });
    const short = numberAt(3).replace('55219', '5521');
    await answer(command.token, {
      state: 'answered',
      numbers: [reached(numberAt(1)), absent(numberAt(2)), reached(numberAt(3), short)],
    });
    expect(await statesOf()).toEqual({ [numberAt(1)]: true, [numberAt(2)]: false, [short]: true });
    expect(await expectCounted(company.admin, listId)).toMatchObject({ invalidCount: 1, uncheckedCount: 0 });
    // Nothing is left to check, so the check ends.
    await fire();
    expect(await commandsTo()).toEqual([]);
    expect(await fire()).toBeUndefined();
    // A changed number is checked again.
    const { items } = await readItems(company.admin, listId);
    const body = { name: 'Ana', number: numberAt(9) };
    await callLists(company.admin, `PUT /contact-list-items/${items[1]?.id}`, body);
    expect(await expectCounted(company.admin, listId)).toMatchObject({ invalidCount: 0, uncheckedCount: 1 });
    expect(await fire()).toBeLessThanOrEqual(1000);
    expect(await theCommand()).toMatchObject({ numbers: [numberAt(9)] });
  });

  it('keep their own spelling if another person of the list has the one of the provider', async () => {
    await addItem(company.admin, listId, '525512345678', { name: 'Primeira' });
    await addItem(company.admin, listId, '5215512345678', { name: 'Segunda' });
    await addItem(company.admin, listId, '5215587654321', { name: 'Terceira' });
    await fire();
    const { token } = await theCommand();
    await answer(token, {
      state: 'answered',
      numbers: [
        reached('525512345678'),
        reached('5215512345678', '525512345678'),
        reached('5215587654321', '525587654321'),
      ],
    });
    expect(await statesOf()).toEqual({ '525512345678': true, '5215512345678': true, '525587654321': true });
    await expectCounted(company.admin, listId);
    // The new spelling is taken, and the old one is free.
    const again = { contactListId: listId, name: 'Quarta', number: '525587654321' };
    expect(await callLists(company.admin, 'POST /contact-list-items', again)).toMatchObject({ status: 409 });
  });

  it('are asked about fifty at a time, half a minute apart, until all are checked', async () => {
    await plantItems(120);
    expect((await callLists(company.admin, `POST /contact-lists/${listId}/check`)).status).toBe(202);
    const sizes: number[] = [];
    const asked: string[] = [];
    const waits: number[] = [];
    for (let round = 0; round < 20; round++) {
      const waitedMs = await fire();
      if (waitedMs === undefined) break;
      waits.push(waitedMs);
      const [command] = await commandsTo();
      if (command === undefined) continue;
      sizes.push(command.numbers.length);
      asked.push(...command.numbers);
      await answer(command.token, { state: 'answered', numbers: command.numbers.map((one) => reached(one)) });
    }
    expect(sizes).toEqual([50, 50, 20]);
    expect(new Set(asked).size).toBe(120);
    expect(waits.slice(1, 3)).toEqual([30_000, 30_000]);
    expect(await expectCounted(company.admin, listId)).toMatchObject({ uncheckedCount: 0, invalidCount: 0 });
  });

  it('that are added while a batch is asked about are checked after it', async () => {
    await addItem(company.admin, listId, numberAt(1));
    await fire();
    const first = await theCommand();
    await addItem(company.admin, listId, numberAt(2));
    await fire();
    expect(await commandsTo()).toEqual([]);
    await answer(first.token, { state: 'answered', numbers: [reached(numberAt(1))] });
    expect(await fire()).toBeLessThanOrEqual(1000);
    const second = await theCommand();
    expect(second.numbers).toEqual([numberAt(2)]);
    await answer(second.token, { state: 'answered', numbers: [absent(numberAt(2))] });
    expect(await statesOf()).toEqual({ [numberAt(1)]: true, [numberAt(2)]: false });
  });

  it('wait while the connection is down', async () => {
    await setStatus('DISCONNECTED');
    await addItem(company.admin, listId, numberAt(1));
    await fire();
    await fire();
    expect(await commandsTo()).toEqual([]);
    expect(await callLists(company.admin, `POST /contact-lists/${listId}/check`)).toMatchObject({
      status: 409,
      body: { error: 'ERR_WAPP_NOT_INITIALIZED' },
    });
    await setStatus('CONNECTED');
    expect(await fire()).toBeGreaterThan(60_000);
    expect((await theCommand()).numbers).toEqual([numberAt(1)]);
  });

  it('are checked over the connection of the list, and stay unchecked where the channel cannot tell', async () => {
    const other = await company.addConnection();
    await setStatus('CONNECTED', other);
    await callLists(company.admin, `PUT /contact-lists/${listId}`, { name: 'Natal', whatsappId: other });
    await addItem(company.admin, listId, numberAt(1));
    await fire();
    expect((await commandsTo(other)).map(({ numbers }) => numbers)).toEqual([[numberAt(1)]]);

    const cloud = await company.addConnection({ channel: 'whatsappapi' });
    listId = (await createList(company.admin, 'Outra', { whatsappId: cloud })).id;
    await addItem(company.admin, listId, numberAt(1));
    await fire();
    expect(await fire()).toBeUndefined();
    expect([...(await commandsTo()), ...(await commandsTo(cloud))]).toEqual([]);
    expect(await statesOf()).toEqual({ [numberAt(1)]: null });
    expect(await callLists(company.admin, `POST /contact-lists/${listId}/check`)).toMatchObject({
      status: 409,
    });
    // Over another connection they are checked at once.
    await callLists(company.admin, `PUT /contact-lists/${listId}`, { name: 'Outra', whatsappId: null });
    await fire();
    expect((await theCommand()).numbers).toEqual([numberAt(1)]);
  });

  it('are given up after three failures, and asked about again later', async () => {
    await plantItems(60);
    await callLists(company.admin, `POST /contact-lists/${listId}/check`);
    const asked: string[][] = [];
    for (let failures = 0; failures < 3; failures++) {
      await fire();
      const { token, numbers } = await theCommand();
      asked.push(numbers);
      // The second question is never answered.
      if (failures === 1) await fire();
      else await answer(token, { state: 'failed', reason: 'rate-limited' });
    }
    expect(asked[1]).toEqual(asked[0]);
    expect(asked[2]).toEqual(asked[0]);
    await fire();
    const rest = await theCommand();
    expect(rest.numbers).toHaveLength(10);
    await answer(rest.token, { state: 'answered', numbers: rest.numbers.map((number) => absent(number)) });
    await fire();
    expect(await commandsTo()).toEqual([]);
    expect(await fire()).toBeGreaterThanOrEqual(30 * 60_000);
    expect((await theCommand()).numbers).toEqual(asked[0]);
    // The sign-in is older than its token by now.
    nowMs = Date.now();
    expect(await expectCounted(company.admin, listId)).toMatchObject({
      uncheckedCount: 50,
      invalidCount: 10,
    });
  });

  it('an answer that comes twice, late or for another batch changes nothing', async () => {
    await addItem(company.admin, listId, numberAt(1));
    await fire();
    const { token } = await theCommand();
    await answer('another', { state: 'answered', numbers: [absent(numberAt(1))] });
    expect(await statesOf()).toEqual({ [numberAt(1)]: null });
    await answer(token, { state: 'answered', numbers: [reached(numberAt(1))] });
    const before = await readItems(company.admin, listId);
    await answer(token, { state: 'answered', numbers: [absent(numberAt(1))] });
    expect(await readItems(company.admin, listId)).toEqual(before);
    await expectCounted(company.admin, listId);
  });

  it('that were changed or removed while they were checked keep their state', async () => {
    const items = [1, 2, 3].map((nth) => addItem(company.admin, listId, numberAt(nth)));
    const [first, second] = await Promise.all(items);
    await fire();
    const { token, numbers } = await theCommand();
    const body = { name: 'Ana', number: numberAt(7) };
    await callLists(company.admin, `PUT /contact-list-items/${first?.id}`, body);
    await callLists(company.admin, `DELETE /contact-list-items/${second?.id}`);
    await answer(token, { state: 'answered', numbers: numbers.map((number) => absent(number)) });
    expect(await statesOf()).toEqual({ [numberAt(7)]: null, [numberAt(3)]: false });
    await expectCounted(company.admin, listId);
  });

  it('of a removed list are not checked', async () => {
    await addItem(company.admin, listId, numberAt(1));
    await fire();
    const { token } = await theCommand();
    await callLists(company.admin, `DELETE /contact-lists/${listId}`);
    await answer(token, { state: 'answered', numbers: [reached(numberAt(1))] });
    await fire();
    expect(await fire()).toBeUndefined();
  });

  it('S-25: are not checked if the plan has no campaigns any more', async () => {
    const poor = await makeCompany({ plan: { without: ['useCampaigns'] } });
    const mine = company;
    await addItem(mine.admin, listId, numberAt(1));
    const { Company } = await import('@prosa/functions/platform/table/entities/companies.ts');
    const [row, other] = [await mine.table.get(Company, {}), await poor.table.get(Company, {})];
    if (row === undefined || other === undefined) throw new Error('no company');
    await commit([mine.table.put(Company, { ...row, planId: other.planId }, row.version)]);
    const { forgetDirectory } = await import('@prosa/functions/platform/directory.ts');
    forgetDirectory(mine.id);
    await fire();
    expect(await commandsTo()).toEqual([]);
    expect(await fire()).toBeUndefined();
  });
});
