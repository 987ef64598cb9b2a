import { randomUUID } from 'node:crypto';
import { makeTicketUuid } from '@prosa/functions/domain/ticket-uuid.ts';
import { Ticket } from '@prosa/functions/platform/table/entities/tickets.ts';
import { writeBatch } from '@prosa/functions/platform/table/write-batch.ts';
import type { Ticket as TicketFields } from '@prosa/shared/entities/ticket.ts';
import { PANEL_TICKETS_MAX } from '@prosa/shared/rules/list-sizes.ts';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { makeCompany, TEST_PASSWORD, type TestCompany, type TestUser } from '../factories/company.ts';
import { ticketRow } from '../factories/rows.ts';
import { enter } from './support/app.ts';
import { openTab, say } from './support/inbox.ts';
import { keepScreenshot } from './support/keep-screenshot.ts';
import { useApp } from './support/use-app.ts';

const { app, ana } = useApp();

const START_MS = Date.parse('2026-11-20T12:00:00.000Z');
const SECOND_MS = 1_000;
/** In no card are more rows drawn than it shows and a few around them. */
const DRAWN_PER_CARD = 12;

const cardOf = (page: Page, name: string) => page.getByRole('region', { name });
const lineOf = (page: Page, card: string, text: string) =>
  cardOf(page, card).getByRole('listitem').filter({ hasText: text });

const fill = (company: TestCompany, tickets: readonly (Partial<TicketFields> & { id: number })[]) =>
  writeBatch(
    tickets.map(({ id, contact, ...fields }) =>
      company.table.put(
        Ticket,
        {
          ...ticketRow({
            companyId: company.id,
            uuid: makeTicketUuid(id, randomUUID()),
            contact: { ...ticketRow().contact, name: `Cliente ${id}`, ...contact },
            activityAt: new Date(START_MS + id * SECOND_MS).toISOString(),
            ...fields,
            id,
          }),
          version: 1,
        },
        'any',
      ),
    ),
  );

/** A browser of a person, on the panel. */
const openPanel = async (who: TestUser, path = '/moments') => {
  const visitor = await app().open();
  await visitor.page.goto(`${app().stack.url}/login`);
  await enter(visitor.page, who.email, TEST_PASSWORD);
  await visitor.page.goto(app().stack.url + path);
  return visitor;
};

describe('the attendance panel', () => {
  it('shows what waits and what each agent has, live, and an administrator opens any of it', async () => {
    const { page } = ana();
    await page.getByRole('navigation').getByRole('link', { name: 'Painel ao vivo' }).click();
    await page.getByRole('heading', { name: 'Painel ao vivo', level: 1 }).waitFor();
    const rita = app().customer('5511987650071', 'Rita Campos');
    await rita.write('Bom dia, tudo bem?');
    // The latest is last.
    await cardOf(page, 'Aguardando').getByRole('listitem').first().waitFor();
    await page.getByRole('group', { name: 'Aguardando' }).press('End');
    await lineOf(page, 'Aguardando', rita.name).getByText('Bom dia, tudo bem?').waitFor();
    await keepScreenshot(page, 'moments-live');

    const bruno = await app().signIn('bruno@demo.local');
    await openTab(bruno.page, 'Aguardando');
    await bruno.page.getByRole('button', { name: `Aceitar ${rita.name}` }).click();
    const dialog = bruno.page.getByRole('dialog', { name: 'Em qual fila?' });
    await dialog.getByRole('combobox').click();
    await bruno.page.getByRole('option').first().click();
    await dialog.getByRole('button', { name: 'Aceitar' }).click();
    await page.getByRole('group', { name: /^Bruno/ }).press('End');
    await lineOf(page, 'Bruno', rita.name).waitFor();
    await lineOf(page, 'Aguardando', rita.name).waitFor({ state: 'detached' });
    await say(bruno.page, 'Já vejo isso');
    await lineOf(page, 'Bruno', rita.name).getByText('Já vejo isso').waitFor();
    await cardOf(page, 'Bruno').getByText('Online').waitFor();
    await bruno.context.close();

    await lineOf(page, 'Bruno', rita.name).getByRole('link', { name: rita.name }).click();
    await page.waitForURL(/\/tickets\/[0-9a-f-]{36}$/);
    await page.getByRole('heading', { name: rita.name, level: 1 }).waitFor();
  });

  it('shows an agent the queues of theirs, live, and opens their own tickets alone', async () => {
    const company = await makeCompany();
    const [sales, other] = [await company.addQueue({ name: 'Vendas' }), await company.addQueue()];
    await company.addConnection();
    const watcher = await company.addUser({ name: 'Vera', queueIds: [sales], allowRealTime: true });
    const caio = await company.addUser({ name: 'Caio', queueIds: [sales] });
    const dora = await company.addUser({ name: 'Dora', queueIds: [sales, other] });
    await fill(company, [
      { id: 1, status: 'open', userId: watcher.id, queueId: sales },
      { id: 2, status: 'open', userId: caio.id, queueId: sales },
      { id: 3, status: 'pending', queueId: sales },
      { id: 4, status: 'open', userId: dora.id, queueId: other },
    ]);
    const { page, context } = await openPanel(watcher);
    await lineOf(page, 'Vera', 'Cliente 1').getByRole('link').waitFor();
    for (const [card, name] of [
      ['Caio', 'Cliente 2'],
      ['Aguardando', 'Cliente 3'],
    ] as const) {
      await lineOf(page, card, name).waitFor();
      expect(await lineOf(page, card, name).getByRole('link').count()).toBe(0);
    }
    expect(await cardOf(page, 'Dora').count()).toBe(0);
    await keepScreenshot(page, 'moments-agent');

    // Between two others, neither of whom the watcher may open.
    const answer = await fetch(`${app().stack.url}/api/tickets/2`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${company.admin.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ status: 'open', userId: dora.id, queueId: sales, isTransfered: true }),
    });
    expect(answer.status).toBe(200);
    await lineOf(page, 'Dora', 'Cliente 2').waitFor();
    await cardOf(page, 'Caio').waitFor({ state: 'detached' });
    await lineOf(page, 'Vera', 'Cliente 1').getByRole('link').click();
    await page.getByRole('heading', { name: 'Cliente 1', level: 1 }).waitFor();
    await context.close();
  });

  it('cuts names and messages at 30 characters', async () => {
    const company = await makeCompany();
    const queueId = await company.addQueue();
    const name = 'Maria Aparecida dos Santos Oliveira';
    const lastMessage = 'Gostaria de saber o prazo de entrega';
    await fill(company, [
      { id: 1, status: 'pending', queueId, contact: { ...ticketRow().contact, name }, lastMessage },
    ]);
    const { page, context } = await openPanel(company.admin);
    const line = lineOf(page, 'Aguardando', 'Maria');
    const shown = async (text: RegExp) => [...((await line.getByText(text).textContent()) ?? '')].length;
    expect(await shown(/^Maria Aparecida/)).toBeLessThanOrEqual(30);
    expect(await shown(/^Gostaria de saber/)).toBeLessThanOrEqual(30);
    await line.getByText(/^Maria Aparecida dos Santos .+…$/).waitFor();
    await context.close();
  });

  it('holds 500 tickets, of which only those in sight exist', async () => {
    const company = await makeCompany();
    const queueId = await company.addQueue({ name: 'Vendas' });
    const agents: TestUser[] = [];
    for (let nth = 0; nth < 20; nth++)
      agents.push(await company.addUser({ name: `Agente ${String(nth).padStart(2, '0')}` }));
    await fill(
      company,
      Array.from({ length: PANEL_TICKETS_MAX + 20 }, (_, index) => {
        const userId = index % 3 === 0 ? null : (agents[index % agents.length]?.id ?? null);
        return { id: index + 1, status: userId === null ? 'pending' : 'open', userId, queueId };
      }),
    );
    const { page, context } = await openPanel(company.admin);
    await page.getByText('Mostra os 500 atendimentos mais recentes').waitFor();
    // The latest last, and the 20 oldest not at all.
    await lineOf(page, 'Aguardando', 'Cliente 22').first().waitFor();
    await keepScreenshot(page, 'moments-500');
    const drawn = await page.getByRole('listitem').count();
    expect(drawn).toBeLessThanOrEqual((agents.length + 1) * DRAWN_PER_CARD);
    await page.getByRole('group', { name: 'Aguardando' }).press('End');
    await lineOf(page, 'Aguardando', `Cliente ${PANEL_TICKETS_MAX + 20}`).waitFor();
    expect(await page.getByRole('listitem').count()).toBeLessThanOrEqual(
      (agents.length + 1) * DRAWN_PER_CARD,
    );
    await context.close();
  });

  it('says that nothing goes on, that it could not be loaded, and that one may not see it', async () => {
    const company = await makeCompany();
    const { page, context } = await openPanel(company.admin);
    await page.getByText('Nenhum atendimento agora').waitFor();
    const answerWith = (status: number, error: string) =>
      page.route('**/api/usersMoments', (route) => route.fulfill({ status, json: { error } }));
    await answerWith(500, 'ERR_INTERNAL');
    await page.reload();
    await page.getByText('Não foi possível carregar os atendentes').waitFor();
    await keepScreenshot(page, 'moments-failed');
    await page.unroute('**/api/usersMoments');
    await answerWith(429, 'ERR_TOO_MANY_REQUESTS');
    await page.reload();
    await page.getByRole('button', { name: 'Tentar de novo' }).waitFor();
    expect(await page.getByText('Não foi possível carregar os atendentes').count()).toBe(0);
    await page.unroute('**/api/usersMoments');
    const held = Promise.withResolvers<void>();
    await page.route('**/api/usersMoments', async (route) => {
      await held.promise;
      await route.continue();
    });
    await page.getByRole('button', { name: 'Tentar de novo' }).click();
    await page.reload();
    await page.locator('[aria-busy=true]').first().waitFor();
    held.resolve();
    await page.getByText('Nenhum atendimento agora').waitFor();
    await context.close();

    const without = await openPanel(await company.addUser({ showDashboard: true }));
    await without.page.getByRole('heading', { name: 'Oops! Acesso Negado!' }).waitFor();
    expect(await without.page.getByRole('link', { name: 'Painel ao vivo' }).count()).toBe(0);
    await without.context.close();
    expect(app().complaints).toEqual([]);
  });

  it('is led to from the inbox of whoever has it', async () => {
    const company = await makeCompany();
    const { page, context } = await openPanel(await company.addUser({ allowRealTime: true }), '/tickets');
    await page.getByRole('navigation').getByRole('link', { name: 'Painel ao vivo' }).click();
    await page.getByText('Nenhum atendimento agora').waitFor();
    await context.close();
  });
});
