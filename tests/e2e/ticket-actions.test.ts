import { commit } from '@prosa/functions/platform/table/commit.ts';
import { Ticket } from '@prosa/functions/platform/table/entities/tickets.ts';
import { loadTicket } from '@prosa/functions/repositories/tickets/tickets.ts';
import { DEMO_COMPANY_ID } from '@prosa/infra/local/seed.ts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { type Client, signIn } from '../bench/client.ts';
import { makeCompany, TEST_PASSWORD } from '../factories/company.ts';
import { makeContact, makeTicket } from '../factories/tickets.ts';
import { isWhole } from '../support/depth.ts';
import { ownTable } from '../support/own-company.ts';
import { type App, startApp, type Visitor } from './support/app.ts';
import { bubbleOf, choose, chooseInHeader, openTab, openTicket, rowOf } from './support/inbox.ts';
import { keepScreenshot } from './support/keep-screenshot.ts';

const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true } as const;
const UPDATE = /\/api\/tickets\/\d+$/;
const foundSchema = z.object({ tickets: z.array(z.object({ id: z.int() })) });
const idSchema = z.object({ id: z.int() });

let app: App;
let ana: Visitor;
/** An administrator and an attendant, as API clients. */
let lead: Client;
let carla: Client;

beforeAll(async () => {
  app = await startApp();
  lead = await signIn(app.stack.url, 'ana@demo.local', app.stack.adminPassword);
  carla = await signIn(app.stack.url, 'carla@demo.local', app.stack.adminPassword);
  ana = await app.signIn('ana@demo.local');
});
afterAll(() => app?.stop());

const setSetting = (column: string, data: string) => lead.call('PUT', '/companySettings', { column, data });
const ticketOf = async (name: string) => {
  const query = `status=search&showAll=true&searchParam=${encodeURIComponent(name.toLowerCase())}`;
  const [ticket] = foundSchema.parse(await lead.call('GET', `/tickets?${query}`)).tickets;
  if (ticket === undefined) throw new Error(`${name} has no ticket`);
  return ticket;
};
const chooseQueue = async (page: Page, queue: string): Promise<void> => {
  const dialog = page.getByRole('dialog', { name: 'Em qual fila?' });
  await choose(dialog, /Fila/, queue);
  await dialog.getByRole('button', { name: 'Aceitar' }).click();
  await dialog.waitFor({ state: 'hidden' });
};
/** Lets another user be faster with the next change of a ticket. */
const beforeNextChange = async (page: Page, first: () => Promise<unknown>): Promise<void> => {
  await page.route(
    UPDATE,
    async (route) => {
      await first();
      await route.continue();
    },
    { times: 1 },
  );
};
const conflictSays = async (page: Page, text: string): Promise<void> => {
  const dialog = page.getByRole('dialog', { name: 'Já existe um atendimento' });
  await dialog.getByText(text).waitFor();
  await dialog.getByRole('button', { name: 'Entendi' }).click();
  await dialog.waitFor({ state: 'hidden' });
};

describe('accepting and reopening', () => {
  it('sends the company’s greeting, visible in the conversation and to the customer', async () => {
    const { page } = ana;
    const nina = app.customer('5511987650301', 'Nina Prates');
    await setSetting('greetingAcceptedMessage', 'Oi, {{firstName}}, aqui é {{userName}}.');
    await nina.write('Bom dia!');
    await openTab(page, 'Aguardando');
    await page.getByRole('button', { name: `Aceitar ${nina.name}` }).click();
    await chooseQueue(page, 'Vendas');
    await bubbleOf(page, 'Oi, Nina, aqui é Ana Ribeiro.').waitFor();
    await nina.gets(({ text }) => text === 'Oi, Nina, aqui é Ana Ribeiro.', 'the greeting');
    await page.goto(`${app.stack.url}/tickets`);
    await openTab(page, 'Abertos');
    await rowOf(page, nina.name).getByText('Oi, Nina, aqui é Ana Ribeiro.').waitFor();
    await setSetting('sendGreetingAccepted', 'disabled');
  });

  it('names the user who was faster, and the queue', async () => {
    const { page } = ana;
    await openTab(page, 'Aguardando');
    const tadeu = await ticketOf('Oficina do Tadeu');
    await beforeNextChange(page, () =>
      carla.call('PUT', `/tickets/${tadeu.id}`, { status: 'open', userId: 3, queueId: 3 }),
    );
    await page.getByRole('button', { name: 'Aceitar Oficina do Tadeu' }).click();
    await conflictSays(page, 'Carla Menezes está atendendo este contato na fila Financeiro.');
  });

  if (isWhole)
    it('asks for a queue if a closed ticket has none, and names the place of another active ticket', async () => {
      const { page } = ana;
      const otto = app.customer('5511987650302', 'Otto Brandão');
      await otto.write('Vocês abrem no domingo?');
      await openTab(page, 'Aguardando');
      await openTicket(page, otto.name);
      await chooseInHeader(page, 'Ignorar');
      const question = page.getByRole('dialog', { name: 'Ignorar este atendimento?' });
      await question.getByRole('button', { name: 'Ignorar' }).click();
      await page.waitForURL(/\/tickets$/);
      await openTab(page, 'Resolvidos');
      await openTicket(page, otto.name);
      await page.locator('header').getByRole('button', { name: 'Reabrir' }).click();
      const queues = page.getByRole('dialog', { name: 'Em qual fila?' });
      await queues.waitFor();
      await keepScreenshot(page, 'reopen-queue');
      await page.keyboard.press('Escape');
      await queues.waitFor({ state: 'hidden' });

      await otto.write('Alguém aí?');
      await openTab(page, 'Aguardando');
      await rowOf(page, otto.name).waitFor();
      await page.locator('header').getByRole('button', { name: 'Reabrir' }).click();
      await chooseQueue(page, 'Vendas');
      await conflictSays(page, 'Este contato já aguarda atendimento, sem fila.');
    });

  if (isWhole)
    it('is accepted with one click by a user of one queue', async () => {
      const company = await makeCompany();
      const queueId = await company.addQueue({ name: 'Vendas' });
      const connectionId = await company.addConnection({ queueIds: [queueId] });
      const user = await company.addUser({ queueIds: [queueId], allTicket: true });
      const contact = await makeContact(company.table, { name: 'Um Clique' });
      await makeTicket(company.table, { contact, connectionId });
      const { page } = await app.signIn(user.email, { password: TEST_PASSWORD });
      await openTab(page, 'Aguardando');
      await page.getByRole('button', { name: 'Aceitar Um Clique' }).click();
      await page.getByRole('heading', { name: 'Um Clique', level: 1 }).waitFor();
      await openTab(page, 'Abertos');
      await rowOf(page, 'Um Clique').getByText('Vendas').waitFor();
    });

  if (isWhole)
    it('asks for the queue of a new ticket', async () => {
      const { page } = ana;
      await page.getByRole('button', { name: 'Novo atendimento' }).first().click();
      const dialog = page.getByRole('dialog', { name: 'Novo atendimento' });
      await dialog.getByRole('button', { name: 'Iniciar conversa' }).click();
      await dialog.getByText('Selecione uma fila').waitFor();
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'hidden' });
    });
});

describe('the menu of a conversation', () => {
  it('moves the ticket into a column of the board, into another one, and out of it, live for everyone who sees it', async () => {
    const { page } = ana;
    for (const name of ['Negociação', 'Ganho'])
      idSchema.parse(await lead.call('POST', '/tags', { name, color: '#8E24AA', kanban: 1 }));
    const { page: hers } = await app.signIn('ana@demo.local');
    for (const at of [page, hers]) {
      await at.goto(`${app.stack.url}/tickets`);
      await at.getByRole('button', { name: 'Mostrar os de todos' }).click();
      await openTicket(at, 'Juliana Barros');
    }
    const dialog = page.getByRole('dialog', { name: 'Coluna do kanban' });
    const shown = (name: string) => hers.locator('header').getByText(name, { exact: true });
    const move = async (lane: string) => {
      await chooseInHeader(page, 'Coluna do kanban');
      await choose(dialog, 'Coluna', lane);
      await dialog.getByRole('button', { name: 'Salvar' }).click();
      await dialog.waitFor({ state: 'hidden' });
    };
    await move('Negociação');
    await shown('Negociação').waitFor();
    await keepScreenshot(hers, 'ticket-in-column');
    await move('Ganho');
    await shown('Ganho').waitFor();
    await expect.poll(() => shown('Negociação').count()).toBe(0);
    await move('Nenhuma');
    await shown('Ganho').waitFor({ state: 'detached' });
  });

  if (isWhole)
    it('switches the ticket’s integration on and off', async () => {
      const { page } = ana;
      const table = ownTable(DEMO_COMPANY_ID);
      await page.locator('header').getByRole('button', { name: 'Mais ações' }).click();
      await expect.poll(() => page.getByRole('menuitem', { name: /integração/ }).count()).toBe(0);
      await page.keyboard.press('Escape');
      const row = await loadTicket(table, (await ticketOf('Juliana Barros')).id);
      if (row === undefined) throw new Error('the ticket is gone');
      await commit([table.put(Ticket, { ...row, integrationId: 7 }, row.version)]);
      await page.reload();
      await page.getByRole('heading', { name: 'Juliana Barros', level: 1 }).waitFor();
      const driven = (kind: 'integration' | 'none') =>
        expect.poll(async () => (await loadTicket(table, row.id))?.automation.kind).toBe(kind);
      await chooseInHeader(page, 'Entregar à integração');
      await driven('integration');
      await chooseInHeader(page, 'Tirar da integração');
      await driven('none');
    });
});

describe('a ticket that cannot be opened', () => {
  it('redirects to the list with a notice: unknown, of another company, hidden, or no valid address', async () => {
    const { page } = await app.signIn('bruno@demo.local');
    const other = await makeCompany();
    const theirs = await makeTicket(other.table, { connectionId: await other.addConnection() });
    const hidden = await loadTicket(ownTable(DEMO_COMPANY_ID), (await ticketOf('Juliana Barros')).id);
    const notice = page.getByText('Este atendimento não está disponível');
    for (const uuid of ['0193f0e2-6e4a-4c1b-8f8a-000000000001', theirs.uuid, hidden?.uuid, 'nada']) {
      await page.goto(`${app.stack.url}/tickets/${uuid}`);
      await notice.waitFor();
      await page.waitForURL(/\/tickets$/);
      await page.getByText('Escolha um atendimento').waitFor();
    }
    // Next to the list, the logo of the installation.
    await page.getByRole('main').locator('svg, img').first().waitFor();
  });
});

if (isWhole)
  describe('the search tab', () => {
    it('focuses the search field when it is opened, and searches in lower case', async () => {
      const { page } = ana;
      await page.goto(`${app.stack.url}/tickets`);
      await page.getByRole('tab', { name: 'Busca' }).click();
      await page.getByRole('searchbox').and(page.locator(':focus')).waitFor();
      const asked = page.waitForRequest((request) => new URL(request.url()).searchParams.has('searchParam'));
      await page.keyboard.type('JULIANA');
      expect(new URL((await asked).url()).searchParams.get('searchParam')).toBe('juliana');
      await rowOf(page, 'Juliana Barros').waitFor();
    });
  });

if (isWhole)
  describe('on a phone', () => {
    it('conversation and list are tabs, with a way back and forth between them', async () => {
      const { page, context } = await app.signIn('bruno@demo.local', PHONE);
      const tab = (name: string) => page.getByRole('tab', { name, exact: true });
      const chosen = (name: string) => tab(name).and(page.locator('[aria-selected=true]')).waitFor();
      await chosen('Atendimentos');
      await tab('Conversa').click();
      await chosen('Conversa');
      await page.getByText('Escolha um atendimento').waitFor();
      await keepScreenshot(page, 'phone-no-ticket');
      // Going back leads to the list, too.
      await page.goBack();
      await chosen('Atendimentos');
      await tab('Conversa').click();
      await page.getByRole('button', { name: 'Selecionar atendimento' }).click();
      await chosen('Atendimentos');

      const row = page.getByRole('listitem').first();
      const name = (await row.getByRole('link').first().textContent()) ?? '';
      await row.getByRole('link').first().click();
      await page.getByRole('log').waitFor();
      await chosen('Conversa');
      const url = page.url();
      await keepScreenshot(page, 'phone-ticket');
      await tab('Atendimentos').click();
      await page.waitForURL(/\/tickets$/);
      await tab('Conversa').click();
      await page.waitForURL(url);
      await page.getByRole('log').waitFor();
      expect(name).not.toBe('');
      await page.goBack();
      await chosen('Atendimentos');
      await context.close();
      expect(app.complaints).toEqual([]);
    });
  });
