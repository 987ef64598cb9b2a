import { systemClock } from '@prosa/functions/platform/clock.ts';
import { forgetDirectory } from '@prosa/functions/platform/directory.ts';
import { Message } from '@prosa/functions/platform/table/entities/messages.ts';
import { Ticket, TicketLog } from '@prosa/functions/platform/table/entities/tickets.ts';
import { keys } from '@prosa/functions/platform/table/keys.ts';
import { loadSuppressions } from '@prosa/functions/repositories/campaigns/suppressions.ts';
import { findContactByIdentities } from '@prosa/functions/repositories/contacts/contacts.ts';
import { loadConversation } from '@prosa/functions/repositories/tickets/tickets.ts';
import { canonicalPhone } from '@prosa/shared/rules/canonical-phone.ts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { sqsEvent, textEvent } from '../factories/inbound-events.ts';
import { campaignWork } from '../support/handlers.ts';
import { CampaignDesk, numberAt } from './support/campaign-desk.ts';
import { take } from './support/inbound.ts';
import { useTable } from './support/table.ts';

useTable();

let desk: CampaignDesk;
let queueId: number;
let nowMs = Date.now();
const setClock = (ms: number) => {
  nowMs = ms;
};
beforeEach(async () => {
  nowMs = Date.now();
  vi.spyOn(systemClock, 'now').mockImplementation(() => nowMs);
  desk = await CampaignDesk.open();
  queueId = await desk.company.addQueue({ name: 'Vendas' });
  forgetDirectory(desk.company.id);
});
afterEach(() => {
  vi.restoreAllMocks();
});

const begin = async (people: number, fields: object = {}) => {
  const contactListId = await desk.addList(people);
  const { id } = await desk.addCampaign({ contactListId, queueId, ...fields });
  await desk.start(id);
  await desk.work();
  return id;
};
const where = () => ({ companyId: desk.company.id, connectionId: desk.connectionId });
const answer = async (nth: number, text: string) => {
  nowMs += 1000;
  const event = textEvent(where(), numberAt(nth), text, { sentAt: nowMs, receivedAt: nowMs });
  await take(event);
  return event;
};
const conversationOf = async (nth: number) => {
  const { table } = desk.company;
  const { contact } = await findContactByIdentities(table, [{ kind: 'phone', value: numberAt(nth) }]);
  if (contact === undefined) throw new Error('no contact');
  const conversation = await loadConversation(table, contact.id, desk.connectionId);
  const id = conversation?.activeTicketId ?? conversation?.lastTicketId ?? 0;
  const [ticket, log, messages] = await Promise.all([
    table.get(Ticket, { id }, { consistent: true }),
    table.query(TicketLog, { pk: keys.ticket({ id }).pk, prefix: 'LOG#', limit: 20 }),
    table.query(Message, {
      pk: keys.message({ contactId: contact.id, connectionId: desk.connectionId, sortKey: '' }).pk,
      limit: 20,
    }),
  ]);
  return { ticket, log: log.rows.flatMap((row) => [row, ...row.also]), messages: messages.rows };
};

describe('an answer to a campaign', () => {
  it('is noted once, and its new ticket waits in the queue of the campaign, which its log names', async () => {
    const id = await begin(2);
    await desk.beat(id, setClock);
    await desk.settle();
    const event = await answer(0, '1');
    await take(event);
    const [first, second] = await desk.receivers(id);
    expect(first?.answeredAt).toEqual(expect.any(String));
    expect(second?.answeredAt).toBeNull();
    const { ticket, log } = await conversationOf(0);
    expect(ticket).toMatchObject({ status: 'pending', queueId, automation: { kind: 'none' } });
    const { name } = await desk.campaign(id);
    expect(log.filter(({ type }) => type === 'campaign').map(({ campaign }) => campaign)).toEqual([name]);
    const at = first?.answeredAt;
    await answer(0, 'ainda está aí?');
    expect((await desk.receivers(id))[0]?.answeredAt).toBe(at);
  });

  it('of somebody else changes nothing', async () => {
    const id = await begin(1);
    await desk.beat(id, setClock);
    await answer(7, 'oi');
    const { ticket, log } = await conversationOf(7);
    expect(ticket?.queueId).not.toBe(queueId);
    expect(log.some(({ type }) => type === 'campaign')).toBe(false);
    expect((await desk.receivers(id))[0]?.answeredAt).toBeNull();
  });

  it('opts out with one word: the number gets no campaign any more, and is told so once', async () => {
    const id = await begin(1);
    await desk.beat(id, setClock);
    await desk.settle();
    const event = await answer(0, 'SAIR');
    await take(event);
    const number = canonicalPhone(numberAt(0));
    const held = (await loadSuppressions(desk.company.table, [number])).get(number);
    expect(held).toMatchObject({ reason: 'opted-out', campaignId: id });
    expect((await desk.receivers(id))[0]).toMatchObject({ optedOutAt: expect.any(String) });
    const { ticket, messages } = await conversationOf(0);
    expect(ticket).toMatchObject({ status: 'closed' });
    expect(messages.filter(({ fromMe }) => fromMe).map(({ body, saidBy }) => [body, saidBy])).toEqual([
      ['Pronto: você não vai mais receber nossas campanhas.', 'campaign-opt-out'],
    ]);
    await answer(0, 'sair');
    expect((await conversationOf(0)).messages.filter(({ fromMe }) => fromMe)).toHaveLength(1);
    const again = await begin(1);
    await desk.run(again, setClock);
    expect((await desk.receivers(again))[0]).toMatchObject({ state: 'skipped', reason: 'opted-out' });
  });

  it('counts for 30 days after the message', async () => {
    const id = await begin(1);
    await desk.beat(id, setClock);
    setClock(nowMs + 31 * 86_400_000);
    await answer(0, 'SAIR');
    expect((await desk.receivers(id))[0]).toMatchObject({ answeredAt: null, optedOutAt: null });
  });
});

describe('a campaign that asks first', () => {
  const ASKING = { needsConfirmation: true, confirmationMessages: ['Posso mandar, {nome}?'] };

  it('sends to those who consent, within seconds, and not to those who decline', async () => {
    const id = await begin(3, ASKING);
    for (let beats = 0; beats < 3; beats++) await desk.beat(id, setClock);
    const asked = await desk.settle();
    expect(asked.map(({ content }) => content)).toEqual(
      [0, 1, 2].map((nth) => ({ kind: 'text', text: `Posso mandar, Pessoa ${nth}?` })),
    );
    await answer(0, 'sim');
    await answer(1, 'não, obrigado');
    expect((await desk.receivers(id)).map(({ state }) => state)).toEqual(['agreed', 'declined', 'asked']);
    await desk.work();
    const [message, ...others] = await desk.settle();
    expect(others).toEqual([]);
    expect(message).toMatchObject({
      to: [{ kind: 'phone', value: numberAt(0) }],
      content: { kind: 'text', text: 'Olá Pessoa 0' },
    });
    expect((await desk.receivers(id))[0]).toMatchObject({
      state: 'sent',
      askedAt: expect.any(String),
      confirmedAt: expect.any(String),
      sentAt: expect.any(String),
    });
  });

  it('R33: sends the message once, though its work is delivered twice and the beat meets it', async () => {
    const id = await begin(1, ASKING);
    await desk.beat(id, setClock);
    await desk.settle();
    await answer(0, 'quero');
    const bodies = await desk.takeAgreed();
    await Promise.all([
      ...bodies.map((body) => campaignWork(sqsEvent([body]))),
      ...bodies.map((body) => campaignWork(sqsEvent([body]))),
      desk.beat(id, setClock),
    ]);
    expect(await desk.takeSends()).toHaveLength(1);
  });

  it('keeps a consent while it is paused, and sends when it continues', async () => {
    const id = await begin(2, ASKING);
    await desk.beat(id, setClock);
    await desk.settle();
    await desk.stop(id, 'pause');
    await answer(0, 'sim');
    await desk.work();
    expect(await desk.takeSends()).toEqual([]);
    await desk.start(id, 'resume');
    await desk.beat(id, setClock);
    expect((await desk.settle()).map(({ to }) => to[0]?.value)).toEqual([numberAt(0)]);
  });

  it('is finished once nobody can answer any more', async () => {
    const id = await begin(1, ASKING);
    await desk.beat(id, setClock);
    await desk.settle();
    await desk.beat(id, setClock);
    expect(await desk.campaign(id)).toMatchObject({ status: 'running' });
    setClock(nowMs + 24 * 3_600_000);
    await desk.run(id, setClock, 3);
    expect(await desk.campaign(id)).toMatchObject({ status: 'finished' });
  });
});
