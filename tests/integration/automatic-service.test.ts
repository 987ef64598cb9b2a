import { systemPrincipal } from '@prosa/functions/platform/auth/principal.ts';
import { toInstant } from '@prosa/functions/platform/clock.ts';
import { forgetDirectory } from '@prosa/functions/platform/directory.ts';
import { systemIds } from '@prosa/functions/platform/ids.ts';
import { commit } from '@prosa/functions/platform/table/commit.ts';
import { Company, CompanySettings } from '@prosa/functions/platform/table/entities/companies.ts';
import { Ticket } from '@prosa/functions/platform/table/entities/tickets.ts';
import { openTable, type Table } from '@prosa/functions/platform/table/table.ts';
import { setTimerItem } from '@prosa/functions/platform/timers/set-timer.ts';
import { connectionItems, loadConnection } from '@prosa/functions/repositories/connections/connections.ts';
import { findContactByIdentities } from '@prosa/functions/repositories/contacts/contacts.ts';
import { loadQueue, queueItems } from '@prosa/functions/repositories/organisation/queues.ts';
import { loadConversation, loadTicket } from '@prosa/functions/repositories/tickets/tickets.ts';
import { type Stack, startStack } from '@prosa/infra/local/stack.ts';
import type { Connection } from '@prosa/shared/entities/connection.ts';
import type { Queue as QueueFields } from '@prosa/shared/entities/queue.ts';
import type { CompanySettings as Settings } from '@prosa/shared/entities/settings.ts';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import * as z from 'zod';
import { type Client, signIn } from '../bench/client.ts';
import { oggOpus } from '../factories/files.ts';
import { createCustomer, waitConnected } from '../support/customer.ts';
import { asks, flowOf, offers, says } from '../support/flows.ts';
import { option } from '../support/play.ts';
import { publishFlow } from '../support/publish-flow.ts';

/** Tests each rule of automatic service from the customer's side of WhatsApp. */
const DEMO_COMPANY = 2;
const CONNECTION = 1;
const [SUPPORT, SALES] = [1, 2];
const WAIT = { timeout: 60_000, interval: 100 } as const;
const [MINUTE_MS, HOUR_MS] = [60_000, 3_600_000];

let stack: Stack;
let table: Table;
let admin: Client;
let before: { settings: Settings; connection: Connection };

beforeAll(async () => {
  stack = await startStack({ seed: 'demo' });
  table = openTable(systemPrincipal('setup', DEMO_COMPANY).companyId);
  admin = await signIn(stack.url, 'ana@demo.local', stack.adminPassword);
  await waitConnected(stack.url);
  const settings = await table.get(CompanySettings, {}, { consistent: true });
  const connection = await loadConnection(table, CONNECTION);
  if (settings === undefined || connection === undefined) throw new Error('no demo company');
  before = { settings, connection };
});
// A browser is still connected at this point: stopping does not wait for it.
afterAll(() => stack.stop());

/** Sets the company's settings and connection for one test; fields that are not given get their original values. */
const setUp = async (changed: { settings?: Partial<Settings>; connection?: Partial<Connection> }) => {
  const settings = await table.get(CompanySettings, {}, { consistent: true });
  const connection = await loadConnection(table, CONNECTION);
  if (settings === undefined || connection === undefined) throw new Error('no demo company');
  const nowMs = Date.now();
  await commit([
    table.put(CompanySettings, { ...before.settings, ...changed.settings }, settings.version),
    ...connectionItems(table, connection, { ...before.connection, ...changed.connection }, nowMs),
  ]);
  forgetDirectory(DEMO_COMPANY);
};
const setQueue = async (id: number, fields: Partial<QueueFields>) => {
  const queue = await loadQueue(table, id);
  if (queue === undefined) throw new Error('no queue');
  await commit(queueItems(table, queue, { ...queue, ...fields }, Date.now()));
  forgetDirectory(DEMO_COMPANY);
};

let serial = 0;

/** A customer with a phone. */
class Customer {
  readonly number = `55119555${String(10_000 + ++serial)}`;

  readonly #phone = createCustomer(stack.url, this.number, 'Dona Flor');

  async says(message: string | Record<string, unknown>): Promise<void> {
    await this.#phone.write(message);
  }
  async heard(): Promise<string[]> {
    const lines = await this.#phone.received();
    expect(lines.every(({ copies }) => copies === 1)).toBe(true);
    return lines.map(({ text = '' }) => text);
  }
  /** Waits until a text with these words has arrived. Returns how many texts arrived in all. */
  async hears(words: string): Promise<number> {
    let count = 0;
    await vi.waitFor(async () => {
      const all = await this.heard();
      expect(all.join('\n')).toContain(words);
      count = all.length;
    }, WAIT);
    return count;
  }
  async ticket() {
    const { contact } = await findContactByIdentities(table, [{ kind: 'phone', value: this.number }]);
    const conversation = await loadConversation(table, contact?.id ?? 0, CONNECTION);
    const ticket = await loadTicket(table, conversation?.activeTicketId ?? conversation?.lastTicketId ?? 0);
    if (ticket === undefined) throw new Error('no ticket');
    return ticket;
  }
  /** Waits until the ticket has these fields. */
  async stands(fields: object): Promise<void> {
    await vi.waitFor(async () => expect(await this.ticket()).toMatchObject(fields), WAIT);
  }
  /** Moves the ticket's last activity hours into the past and makes its timer due at the next tick. */
  async ages(hours: number): Promise<void> {
    const ticket = await this.ticket();
    const at = toInstant(Date.now() - hours * HOUR_MS);
    await commit([
      table.put(Ticket, { ...ticket, activityAt: at, placedAt: at, watchedAt: at }, ticket.version),
      setTimerItem(
        table,
        { kind: 'ticket-watch', subject: ticket.id, dueAt: Date.now() - 1000 },
        { ids: systemIds, nowMs: Date.now() - 2000 },
      ),
    ]);
  }
  async isAccepted(queueId = SUPPORT): Promise<void> {
    const { id } = await this.ticket();
    await admin.call('PUT', `/tickets/${id}`, { status: 'open', queueId });
  }
  async isResolved(): Promise<void> {
    const { id } = await this.ticket();
    await admin.call('PUT', `/tickets/${id}`, { status: 'closed' });
  }
}

describe('automatic service of a sandbox customer', () => {
  it('the queue menu rejects wrong answers, takes a choice and ends at the exit word', async () => {
    await setUp({});
    const flor = new Customer();
    await flor.says('queria comprar');
    await flor.hears('[ 2 ] Vendas');
    await flor.says('quanto custa?');
    await flor.hears('Opção inválida');
    await flor.says('2');
    expect(await flor.hears('Qual produto procura?')).toBe(3);
    await flor.stands({ queueId: SALES, status: 'pending', automation: { kind: 'none' } });
    const gone = new Customer();
    await gone.says('oi');
    await gone.hears('[ sair ]');
    await gone.says('sair');
    await gone.hears('Obrigado pelo contato');
    await gone.stands({ status: 'closed' });
  });

  it('a greeting gets the menu at once, and what follows within the pause gets no other and stays unread', async () => {
    await setUp({});
    const flor = new Customer();
    for (const text of ['oi', 'queria saber um preço']) await flor.says(text);
    await flor.hears('[ 2 ] Vendas');
    await flor.stands({
      openedAt: expect.any(String),
      unanswered: null,
      unreadMessages: 2,
      automation: { prompts: 1 },
    });
    await flor.says('2');
    await flor.hears('Qual produto procura?');
    expect(await flor.heard()).toHaveLength(2);
  });

  it('three messages within two seconds get one answer: the consent request, and after consent the menu', async () => {
    await setUp({ settings: { enableLGPD: true, lgpdMessage: 'Cuidamos dos seus dados.' } });
    const flor = new Customer();
    for (const text of ['Oi', 'bom dia', 'queria saber um preço']) await flor.says(text);
    await flor.hears('Cuidamos dos seus dados.');
    await flor.stands({ status: 'lgpd', unanswered: null, unreadMessages: 3, automation: { prompts: 1 } });
    for (const text of ['1', '1']) await flor.says(text);
    await flor.hears('[ 2 ] Vendas');
    await flor.stands({ status: 'pending', unanswered: null, automation: { kind: 'menu', prompts: 1 } });
    expect(await flor.heard()).toHaveLength(2);
  });

  it('a choice and what was typed ahead of the next question are both heard, whichever arrives first', async () => {
    const flow = flowOf(
      {
        1: ['start'],
        menu: offers('Como podemos ajudar?', 'Orçamento', 'Entrega'),
        name: asks('Qual é o seu nome?', 'nome'),
        end: says('Anotado, {{nome}}'),
      },
      ['1>menu', 'menu:a1>name', 'menu:a2>name', 'name>end'],
    );
    const flowId = await publishFlow({ table, id: DEMO_COMPANY, admin: { id: 1 } }, flow, 9001);
    await setUp({ connection: { flowIdWelcome: flowId } });
    const customers = [0, 1, 2].map(() => new Customer());
    for (const flor of customers) {
      await flor.says('oi');
      await flor.hears('Como podemos ajudar?');
      for (const text of ['1', '1', 'João da Silva']) await flor.says(text);
    }
    for (const flor of customers) {
      await flor.hears('Anotado, João da Silva');
      const heard = await flor.heard();
      expect(heard).toHaveLength(3);
      expect(heard[1]).toBe('Qual é o seu nome?');
    }
  });

  it('thanks after the end leave the ticket closed, regardless of the time limit; another question reopens it', async () => {
    await setUp({ connection: { timeCreateNewTicket: 120 } });
    const flor = new Customer();
    await flor.says('oi');
    await flor.hears('[ 2 ] Vendas');
    await flor.isAccepted();
    await flor.isResolved();
    await flor.hears('Foi um prazer falar com você');
    const { id } = await flor.ticket();
    for (const text of ['obrigada', 'tchau', '👍']) await flor.says(text);
    await flor.stands({ id, status: 'closed', lastMessage: '👍', unreadMessages: 0 });
    expect(await flor.heard()).toHaveLength(2);
    await flor.says('esqueci de perguntar uma coisa');
    await flor.stands({ id, status: 'pending', unreadMessages: 1 });
  });

  it('an attendant can accept, answer, transfer or restart a ticket that waits for consent or a rating', async () => {
    await setUp({
      settings: { enableLGPD: true, lgpdMessage: 'Cuidamos dos seus dados.', userRating: true },
      connection: { ratingMessage: 'De 0 a 10, quanto?', expiresTicketNPS: 60 },
    });
    const flor = new Customer();
    await flor.says('oi');
    await flor.stands({ status: 'lgpd', unanswered: null });
    await flor.isAccepted();
    await flor.stands({ status: 'open', automation: { kind: 'none' } });
    await flor.isResolved();
    await flor.hears('De 0 a 10, quanto?');
    const { id, contactId } = await flor.ticket();
    await admin.call('POST', `/messages/${id}`, { body: 'Só mais uma coisa.' });
    await flor.hears('Só mais uma coisa.');
    await flor.stands({ id, status: 'open', automation: { kind: 'none' } });
    await flor.isResolved();
    await flor.stands({ status: 'nps' });
    await admin.call('PUT', `/tickets/${id}`, { isTransfered: true, queueId: SALES, userId: null });
    await flor.stands({ status: 'pending', queueId: SALES, automation: { kind: 'none' } });
    await flor.isAccepted(SALES);
    await flor.isResolved();
    await flor.stands({ status: 'nps' });
    const place = { contactId, queueId: SALES, whatsappId: CONNECTION, status: 'open' };
    const begun = z.object({ id: z.int() }).parse(await admin.call('POST', '/tickets', place));
    expect(begun.id).not.toBe(id);
    expect(await loadTicket(table, id)).toMatchObject({ status: 'closed', userRating: null });
    await flor.stands({ id: begun.id, status: 'open' });
  });

  it("a queue's options lead the customer down, back up and to an attendant", async () => {
    await setUp({ settings: { chatBotType: 'list' } });
    const [queue] = z.array(z.object({ id: z.int() }).loose()).parse(await admin.call('GET', '/queue'));
    expect(queue).toBeDefined();
    await setQueue(SUPPORT, {
      chatbots: [
        option('Instalação', {}, [option('Em casa'), option('Na empresa')]),
        option('Ir a vendas', { queueType: 'queue', optQueueId: SALES }),
      ],
    });
    const flor = new Customer();
    await flor.says('oi');
    await flor.hears('[ 1 ] Suporte');
    await flor.says('1');
    await flor.hears('[ 1 ] Instalação');
    await flor.says('Instalação');
    await flor.hears('[ 2 ] Na empresa');
    await flor.says('0');
    await vi.waitFor(
      async () =>
        expect((await flor.heard()).filter((text) => text.includes('[ 2 ] Ir a vendas'))).toHaveLength(2),
      WAIT,
    );
    await flor.says('2');
    await flor.hears('Qual produto procura?');
    await flor.stands({ queueId: SALES, automation: { kind: 'none' } });
    await setQueue(SUPPORT, { chatbots: [] });
  });

  it('asks for consent at the start, and for a rating when the ticket is resolved', async () => {
    await setUp({
      settings: {
        enableLGPD: true,
        lgpdMessage: 'Cuidamos dos seus dados.',
        lgpdLink: 'https://loja.example/lgpd',
        userRating: true,
      },
      connection: { ratingMessage: 'De 0 a 10, quanto?', expiresTicketNPS: 60 },
    });
    const flor = new Customer();
    await flor.says('oi');
    await flor.hears('https://loja.example/lgpd');
    await flor.stands({ status: 'lgpd' });
    await flor.says('1');
    await flor.hears('[ 2 ] Vendas');
    await flor.says('2');
    await flor.hears('Qual produto procura?');
    await flor.isAccepted(SALES);
    await flor.isResolved();
    await flor.hears('De 0 a 10, quanto?');
    await flor.says('muito bom');
    await flor.hears('Nota inválida');
    await flor.says('9');
    await flor.hears('Obrigado pelo contato');
    await flor.stands({ status: 'closed', userRating: 5 });
    expect((await flor.ticket()).contact.lgpdAcceptedAt).not.toBeNull();
  });

  it('tells the customer the opening hours or the vacation once', async () => {
    const company = await table.get(Company, {}, { consistent: true });
    if (company === undefined) throw new Error('no company');
    const closed = company.schedules.map((day) => ({
      ...day,
      startTimeA: '',
      endTimeA: '',
      startTimeB: '',
      endTimeB: '',
    }));
    await setUp({ settings: { scheduleType: 'connection' }, connection: { schedules: closed } });
    const flor = new Customer();
    await flor.says('oi');
    await flor.hears('Estamos fora do horário');
    await flor.says('alguém?');
    await flor.stands({ unreadMessages: 2, isOutOfHour: true });
    expect(await flor.heard()).toHaveLength(1);
    await setUp({
      connection: {
        collectiveVacationStart: toInstant(Date.now() - HOUR_MS),
        collectiveVacationEnd: toInstant(Date.now() + HOUR_MS),
        collectiveVacationMessage: 'Estamos de férias.',
      },
    });
    const away = new Customer();
    await away.says('oi');
    await away.hears('Estamos de férias.');
    await away.says('oi?');
    await away.stands({ unreadMessages: 2 });
    expect(await away.heard()).toHaveLength(1);
    await setUp({ settings: { scheduleType: 'queue' } });
    await setQueue(SALES, { schedules: closed, outOfHoursMessage: 'Vendas abre amanhã.' });
    const late = new Customer();
    await late.says('oi');
    await late.hears('[ 2 ] Vendas');
    await late.says('2');
    await late.hears('Vendas abre amanhã.');
    await late.stands({ queueId: SALES, isOutOfHour: true });
    await setQueue(SALES, { schedules: [] });
  });

  it('refuses voice messages when the company does not accept them', async () => {
    await setUp({ settings: { acceptAudioMessageContact: false } });
    const flor = new Customer();
    await flor.says({
      type: 'audio',
      media: { mimeType: 'audio/ogg', data: oggOpus(2000).toString('base64') },
    });
    expect(await flor.hears('Escreva a sua mensagem')).toBeGreaterThanOrEqual(1);
  });

  it('R33: the tick fires the inactivity notice, end, rating, consent, redirection and rotation timeouts', async () => {
    const timed = {
      inactiveMessage: 'Ainda está aí?',
      expiresInactiveMessage: 'Encerramos por aqui.',
      expiresTicket: 60,
      timeInactiveMessage: 60,
      expiresTicketNPS: 60,
      timeSendQueue: 60,
      sendIdQueue: SALES,
      ratingMessage: 'De 0 a 10, quanto?',
    };
    const settings = { enableLGPD: false, userRating: true };
    await setUp({ settings, connection: timed });
    const [quiet, ending, rated, lost] = [new Customer(), new Customer(), new Customer(), new Customer()];
    for (const one of [quiet, ending, rated, lost]) {
      await one.says('oi');
      await one.hears('[ 1 ] Suporte');
    }
    for (const one of [quiet, ending, rated]) await one.isAccepted();
    await rated.isResolved();
    await rated.hears('De 0 a 10');
    const notified = await ending.ticket();
    await commit([table.put(Ticket, { ...notified, sendInactiveMessage: true }, notified.version)]);
    await setUp({ settings: { ...settings, enableLGPD: true, lgpdMessage: 'Dados?' }, connection: timed });
    const unsure = new Customer();
    await unsure.says('oi');
    await unsure.hears('Dados?');
    for (const one of [quiet, ending, rated, lost]) await one.ages(2);
    await unsure.ages(25);
    stack.setTime(Date.now() + MINUTE_MS);
    await Promise.all([
      quiet.hears('Ainda está aí?'),
      ending.hears('Encerramos por aqui.'),
      ending.stands({ status: 'closed' }),
      rated.hears('Obrigado pelo contato'),
      rated.stands({ status: 'closed', userRating: null }),
      lost.stands({ status: 'pending', queueId: SALES, automation: { kind: 'none' } }),
      unsure.stands({ status: 'closed' }),
    ]);
    expect(await quiet.ticket()).toMatchObject({ status: 'open', sendInactiveMessage: true });
  });

  it('a rotating queue offers the ticket to one of its users who is online', async () => {
    await setUp({});
    const users = z.array(z.object({ id: z.int() }).loose()).parse(await admin.call('GET', '/users/list'));
    const user = await signIn(stack.url, 'bruno@demo.local', stack.adminPassword);
    await user.openSocket(() => undefined);
    await setQueue(SUPPORT, { rotation: true, rotationMinutes: 5 });
    const flor = new Customer();
    await flor.says('oi');
    await flor.hears('[ 1 ] Suporte');
    await flor.says('1');
    await vi.waitFor(async () => {
      const { userId, status, isOffered } = await flor.ticket();
      expect([status, isOffered, users.some(({ id }) => id === userId)]).toEqual(['pending', true, true]);
    }, WAIT);
    await setQueue(SUPPORT, { rotation: false });
  });

  it('tells the customer the position in the only queue, and that calls are not answered', async () => {
    await setUp({
      settings: {
        sendQueuePosition: true,
        sendQueuePositionMessage: 'Sua posição:',
        acceptCallWhatsapp: false,
        AcceptCallWhatsappMessage: 'Não atendemos ligações.',
      },
      connection: { queueIds: [SALES] },
    });
    const flor = new Customer();
    await flor.says('oi');
    await flor.hears('Qual produto procura?');
    await flor.hears('Sua posição: *');
    await flor.says({ type: 'call', call: { video: false } });
    expect(await flor.hears('Não atendemos ligações.')).toBe(3);
  });

  it('tells the customer on a holiday that the company is closed', async () => {
    const company = await table.get(Company, {}, { consistent: true });
    if (company === undefined) throw new Error('no company');
    const date = new Intl.DateTimeFormat('sv-SE', { timeZone: company.timeZone }).format(Date.now());
    await commit([
      table.put(Company, { ...company, holidays: [{ date, name: 'Aniversário' }] }, company.version),
    ]);
    await setUp({ settings: { scheduleType: 'company' } });
    const flor = new Customer();
    await flor.says('oi');
    expect(await flor.hears('Estamos fora do horário')).toBe(1);
    await flor.stands({ isOutOfHour: true });
    await commit([table.put(Company, company, company.version + 1)]);
    forgetDirectory(DEMO_COMPANY);
  });

  it('an option ends the ticket; a later message reopens it within the time limit and starts a new one after it', async () => {
    await setQueue(SUPPORT, {
      chatbots: [
        option('Segunda via', { greetingMessage: 'A segunda via está no site.', closeTicket: true }),
      ],
    });
    await setUp({ connection: { queueIds: [SUPPORT], timeCreateNewTicket: 60 } });
    const flor = new Customer();
    await flor.says('oi');
    await flor.hears('A segunda via está no site.');
    await flor.stands({ status: 'closed', queueId: SUPPORT });
    await setQueue(SUPPORT, { chatbots: [] });
    const { id } = await flor.ticket();
    // Longer than a short thanks: one to three words just after the end would begin a new ticket instead.
    await flor.says('preciso também da nota fiscal do pedido da semana passada, por favor');
    await flor.stands({ id, status: 'pending', queueId: SUPPORT });
    await flor.isAccepted();
    await flor.isResolved();
    await flor.stands({ id, status: 'closed' });
    await setUp({});
    await flor.says('bom dia');
    await flor.hears('[ 2 ] Vendas');
    expect((await flor.ticket()).id).not.toBe(id);
  });

  it('a new ticket is given to the user whose wallet has the contact, and a transfer continues it as a new ticket', async () => {
    const [{ id: bruno } = { id: 0 }] = z
      .array(z.object({ id: z.int(), name: z.string() }))
      .parse(await admin.call('GET', '/users/list'))
      .filter(({ name }) => name.startsWith('Bruno'));
    await setUp({
      settings: {
        DirectTicketsToWallets: true,
        closeTicketOnTransfer: true,
        sendMsgTransfTicket: true,
        transferMessage: 'Seguimos em {{queue}}',
      },
    });
    const flor = new Customer();
    await flor.says('oi');
    await flor.hears('[ 1 ] Suporte');
    const first = await flor.ticket();
    await admin.call('PUT', `/contact-wallet/${first.contactId}`, { wallets: [bruno] });
    await flor.isAccepted();
    await flor.isResolved();
    await flor.says('sou eu de novo');
    await flor.stands({ status: 'pending', userId: bruno });
    const { id } = await flor.ticket();
    expect(id).not.toBe(first.id);
    await admin.call('PUT', `/tickets/${id}`, { status: 'open', queueId: SUPPORT });
    await admin.call('PUT', `/tickets/${id}`, { isTransfered: true, queueId: SALES, userId: null });
    await flor.hears('Seguimos em Vendas');
    await flor.stands({ status: 'pending', queueId: SALES, userId: null });
    expect((await flor.ticket()).id).not.toBe(id);
  });
});
