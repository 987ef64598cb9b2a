import { withMeter } from '@prosa/functions/platform/meter.ts';
import { commit } from '@prosa/functions/platform/table/commit.ts';
import { Ticket } from '@prosa/functions/platform/table/entities/tickets.ts';
import { findContactByIdentities } from '@prosa/functions/repositories/contacts/contacts.ts';
import { loadConversation, type TicketRow } from '@prosa/functions/repositories/tickets/tickets.ts';
import type { Automation } from '@prosa/shared/entities/automation.ts';
import { expect, it, vi } from 'vitest';
import { makeCompany, type TestCompany } from '../factories/company.ts';
import { failedIndexes, sqsEvent, textEvent } from '../factories/inbound-events.ts';
import { reload } from '../factories/tickets.ts';
import { answerCustomer, settlePrompt } from '../support/answer-customer.ts';
import { inbound as handler } from '../support/handlers.ts';
import { billedWriteUnits } from './support/billed-writes.ts';
import { freshDirectory } from './support/meter-company.ts';
import { useTable } from './support/table.ts';

vi.hoisted(() => {
  process.env.METER = '1';
});

const engine = useTable();
const MAX_UNITS = 20;
const TEXT = 'Bom dia! Gostaria de saber se o pedido que fiz na semana passada já saiu para entrega.';

/** Accepting a ticket sets its timer, because open tickets are closed after a day. */
const OPEN = {
  status: 'open',
  userId: 1,
  laneId: 3,
  watchedAt: new Date(Date.now() + 3_600_000).toISOString(),
} as const;

const ticketOf = async ({ table }: TestCompany, number: string, connectionId: number): Promise<TicketRow> => {
  const { contact } = await findContactByIdentities(table, [{ kind: 'phone', value: number }]);
  const conversation = await loadConversation(table, contact?.id ?? 0, connectionId);
  return reload(table, conversation?.activeTicketId ?? 0);
};

const LONG_FLOW: Automation = {
  kind: 'flow',
  awaits: null,
  prompts: 1,
  promptedAt: null,
  promptMessageId: null,
  flowId: 1,
  version: 1,
  nodeId: '2',
  element: 0,
  variables: { state: 'x'.repeat(90) },
  pause: null,
  waiting: [],
  passed: 1,
};

it('a text on a ticket with an attendant costs one read and one transaction, and six read units', async () => {
  const company = await makeCompany();
  const queueId = await company.addQueue();
  const where = { companyId: company.id, connectionId: await company.addConnection() };
  const number = '5511987654321';
  const take = async (body: string) =>
    expect(failedIndexes(await handler(sqsEvent([textEvent(where, number, body)])))).toEqual([]);
  // The first message reads what the decisions need beside the directory.
  await freshDirectory(company);
  await take('Olá');
  const ticket = await ticketOf(company, number, where.connectionId);
  await commit([company.table.put(Ticket, { ...ticket, ...OPEN, queueId }, ticket.version)]);
  const { usage } = await withMeter(() => take(TEXT));
  expect(usage).toMatchObject({ calls: 2, sequential: 2 });
  expect(usage.readUnits).toBeLessThanOrEqual(6);
  expect(usage.writeUnits).toBeLessThanOrEqual(MAX_UNITS);
  expect(await reload(company.table, ticket.id)).toMatchObject({ unreadMessages: 2, status: 'open' });
});

it.each([
  ['waiting in a queue', {}, TEXT, 10],
  ['with an attendant, in every index', OPEN, TEXT, 14],
  ['with a long text and a large row', { ...OPEN, automation: LONG_FLOW }, TEXT.repeat(12), 18],
  [
    'that was read, with a long text and a large row',
    { ...OPEN, unreadMessages: 0, automation: LONG_FLOW },
    TEXT.repeat(12),
    20,
  ],
] as const)(
  'a text on a ticket %s costs at most 20 write units, as AWS counts',
  async (_name, fields, text, expected) => {
    const company = await makeCompany();
    const queueId = await company.addQueue();
    const where = { companyId: company.id, connectionId: await company.addConnection() };
    const number = '5511987654321';
    const take = async (body: string) =>
      expect(failedIndexes(await handler(sqsEvent([textEvent(where, number, body)])))).toEqual([]);
    await take('Olá');
    const ticket = await ticketOf(company, number, where.connectionId);
    const rested = { ...ticket, queueId, activityAt: '2026-01-01T00:00:00.000Z' };
    await commit([company.table.put(Ticket, { ...rested, ...fields }, ticket.version)]);

    const units = await billedWriteUnits(engine().endpoint, company.id, () => take(text));
    expect(units).toBe(expected);
    expect(units).toBeLessThanOrEqual(MAX_UNITS);
    const unread = 'unreadMessages' in fields ? fields.unreadMessages : 1;
    expect((await reload(company.table, ticket.id)).unreadMessages).toBe(unread + 1);
  },
);

const MAX_UNITS_WITH_MENU = 40;
/** The command that asks for the picture of a new contact. */
const PICTURE_UNITS = 3;

it("a text answered with a menu costs at most 40 write units, also a choice, and three more for a contact's first text", async () => {
  const company = await makeCompany();
  const queueIds = [
    await company.addQueue({ greetingMessage: 'Qual produto procura?' }),
    await company.addQueue({ greetingMessage: 'Conte o que aconteceu.' }),
  ];
  const greetingMessage = 'Olá! Com qual área você quer falar?';
  const where = {
    companyId: company.id,
    connectionId: await company.addConnection({ queueIds, greetingMessage }),
  };
  const number = '5511987650001';
  const billed = (work: () => Promise<unknown>) => billedWriteUnits(engine().endpoint, company.id, work);
  /** Returns the write units of a message and of its answer. */
  const units = async (text: string, afterMs = 0): Promise<number[]> => {
    const sentAt = Date.now() + afterMs;
    const sent = textEvent(where, number, text, { sentAt, receivedAt: sentAt });
    return [
      await billed(async () => expect(failedIndexes(await handler(sqsEvent([sent])))).toEqual([])),
      await billed(() => answerCustomer(company.table, where, number)),
    ];
  };
  const first = await units(TEXT);
  await settlePrompt(company.table, where, number);
  const wrong = await units('Quanto custa?', 5000);
  const choice = await units('2');
  expect({ first, wrong, choice }).toEqual({ first: [35, 0], wrong: [11, 10], choice: [22, 0] });
  const withoutPicture = first.with(0, (first[0] ?? 0) - PICTURE_UNITS);
  for (const [heard = 0, answer = 0] of [withoutPicture, wrong, choice])
    expect(heard + answer).toBeLessThanOrEqual(MAX_UNITS_WITH_MENU);
});
