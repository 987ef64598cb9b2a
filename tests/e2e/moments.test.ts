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
import { isWhole } from '../support/depth.ts';
import { openTab, say } from './support/inbox.ts';
import { keepScreenshot } from './support/keep-screenshot.ts';
import { useApp } from './support/use-app.ts';

const { app, ana } = useApp();

const START_MS = Date.parse('2026-11-20T12:00:00.000Z');
const SECOND_MS = 1_000;
/** Rows that fit in a column of the test's window, and the few above and below them. */
const DRAWN_PER_LANE = 22;
/** Columns that fit in the window, those close to it, and the second lane of the waiting tickets. */
const DRAWN_LANES = 7;

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

/** Opens a user's browser on the attendance panel. */
const openPanel = (who: TestUser, path = '/moments') =>
  app().signIn(who.email, { password: TEST_PASSWORD, path });

describe('the attendance panel', () => {
  it('shows waiting tickets and those of each attendant, live, and administrators can open all of them', async () => {
    const { page } = ana();
    await page.getByRole('navigation').getByRole('link', { name: 'Painel ao vivo' }).click();
    await page.getByRole('heading', { name: 'Painel ao vivo', level: 1 }).waitFor();
    const rita = app().customer('5511987650071', 'Rita Campos');
    await rita.write('Bom dia, tudo bem?');
    // The newest is last.
    await cardOf(page, 'Aguardando').getByRole('listitem').first().waitFor();
    await page.getByRole('group', { name: 'Aguardando' }).press('End');
    await lineOf(page, 'Aguardando', rita.name).getByText('Bom dia, tudo bem?').waitFor();
    await keepScreenshot(page, 'moments-live');

    const bruno = await app().signIn('bruno@demo.local');
    await openTab(bruno.page, 'Aguardando');
    await bruno.page.getByRole('button', { name: `Aceitar ${rita.name}` }).click();
    // Bruno has one queue, so there is nothing to choose.
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

  it('shows an attendant the tickets of their queues, live, but opens only their own', async () => {
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
    const { page } = await openPanel(watcher);
    await lineOf(page, 'Vera', 'Cliente 1').getByRole('link').waitFor();
    for (const [card, name] of [
      ['Caio', 'Cliente 2'],
      ['Aguardando', 'Cliente 3'],
    ] as const) {
      await lineOf(page, card, name).waitFor();
      await expect.poll(() => lineOf(page, card, name).getByRole('link').count()).toBe(0);
    }
    await expect.poll(() => cardOf(page, 'Dora').count()).toBe(0);
    await keepScreenshot(page, 'moments-agent');

    // Between two other users, neither of whose tickets the watcher may open.
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
  });

  if (isWhole)
    it('truncates names and messages to 30 characters', async () => {
      const company = await makeCompany();
      const queueId = await company.addQueue();
      const name = 'Maria Aparecida dos Santos Oliveira';
      const lastMessage = 'Gostaria de saber o prazo de entrega';
      await fill(company, [
        { id: 1, status: 'pending', queueId, contact: { ...ticketRow().contact, name }, lastMessage },
      ]);
      const { page } = await openPanel(company.admin);
      const line = lineOf(page, 'Aguardando', 'Maria');
      const shown = async (text: RegExp) =>
        [...((await line.getByText(text).last().textContent()) ?? '')].length;
      expect(await shown(/^Maria Aparecida/)).toBeLessThanOrEqual(30);
      expect(await shown(/^Gostaria de saber/)).toBeLessThanOrEqual(30);
      await line.getByRole('link', { name: /^Maria Aparecida dos Santos .+…$/ }).waitFor();
    });

  if (isWhole)
    it('holds 500 tickets, and renders only the visible ones', async () => {
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
      const { page } = await openPanel(company.admin);
      await page.getByText('Mostra os 500 atendimentos mais recentes').waitFor();
      // The newest last, and the 20 oldest not at all.
      await lineOf(page, 'Aguardando', 'Cliente 22').first().waitFor();
      await keepScreenshot(page, 'moments-500');
      const drawn = await page.getByRole('listitem').count();
      expect(drawn).toBeLessThanOrEqual(DRAWN_LANES * DRAWN_PER_LANE);
      await page.getByRole('group', { name: 'Aguardando' }).press('End');
      await lineOf(page, 'Aguardando', `Cliente ${PANEL_TICKETS_MAX + 20}`).waitFor();
      await expect
        .poll(() => page.getByRole('listitem').count())
        .toBeLessThanOrEqual(DRAWN_LANES * DRAWN_PER_LANE);
      // A column outside the window is filled when it comes into view.
      await cardOf(page, 'Agente 19').scrollIntoViewIfNeeded();
      await cardOf(page, 'Agente 19').getByRole('listitem').first().waitFor();
    });

  if (isWhole)
    it('shows 52 waiting tickets by waiting time, counts it up, and colours it by the limits', async () => {
      const company = await makeCompany();
      const queueId = await company.addQueue({ name: 'Vendas' });
      const MINUTE_MS = 60 * SECOND_MS;
      const nowMs = Date.now();
      const waitsFor = [20, 6, 4, ...Array.from({ length: 49 }, () => 1)];
      await fill(
        company,
        waitsFor.map((minutes, index) => ({
          id: index + 1,
          status: 'pending',
          queueId,
          placedAt: new Date(nowMs - minutes * MINUTE_MS + index * SECOND_MS).toISOString(),
        })),
      );
      const { page } = await openPanel(company.admin);
      await cardOf(page, 'Aguardando').getByRole('img', { name: '52 atendimentos' }).waitFor();
      const timer = (index: number) => cardOf(page, 'Aguardando').getByRole('timer').nth(index);
      await expect.poll(() => timer(0).getAttribute('data-tone')).toBe('veryLate');
      await expect.poll(() => timer(1).getAttribute('data-tone')).toBe('late');
      await expect.poll(() => timer(2).getAttribute('data-tone')).toBe('calm');
      await cardOf(page, 'Aguardando')
        .getByRole('timer', { name: 'Muito atrasado, aguarda há 20 min' })
        .waitFor();
      const before = await timer(12).textContent();
      expect(before).toMatch(/^(\d+ s|1 min)$/);
      await expect.poll(() => timer(12).textContent(), { timeout: 60_000 }).not.toBe(before);
      // The column shows two tickets in a row, at least 24 at once, and the others after scrolling.
      const visible = await cardOf(page, 'Aguardando').getByRole('listitem').count();
      expect(visible).toBeGreaterThanOrEqual(24);
      await keepScreenshot(page, 'moments-52-waiting');
      await page.getByRole('group', { name: 'Aguardando' }).press('End');
      await lineOf(page, 'Aguardando', 'Cliente 52').waitFor();
      expect(await page.evaluate('document.scrollingElement.scrollTop')).toBe(0);
    });

  it('moves a ticket by dragging it or by its menu, undoes it, and says why a move is refused', async () => {
    const company = await makeCompany();
    const [sales, support] = [
      await company.addQueue({ name: 'Vendas' }),
      await company.addQueue({ name: 'Suporte' }),
    ];
    await company.addConnection();
    const caio = await company.addUser({ name: 'Caio', queueIds: [sales] });
    const dora = await company.addUser({ name: 'Dora', queueIds: [support] });
    await fill(company, [
      { id: 1, status: 'pending', queueId: sales },
      { id: 2, status: 'open', userId: caio.id, queueId: sales },
      { id: 3, status: 'open', userId: dora.id, queueId: support },
    ]);
    const { page, context } = await openPanel(company.admin);
    await lineOf(page, 'Aguardando', 'Cliente 1').dragTo(cardOf(page, 'Caio'));
    await page.getByText('Cliente 1 agora com Caio').waitFor();
    await lineOf(page, 'Caio', 'Cliente 1').waitFor();
    await page.getByRole('button', { name: 'Desfazer' }).click();
    await lineOf(page, 'Aguardando', 'Cliente 1').waitFor();
    await lineOf(page, 'Caio', 'Cliente 1').waitFor({ state: 'detached' });

    await lineOf(page, 'Caio', 'Cliente 2').dragTo(cardOf(page, 'Dora'));
    await page.getByText('Dora não atende a fila Vendas. Transfira para outra fila pelo menu.').waitFor();
    await lineOf(page, 'Caio', 'Cliente 2').waitFor();

    await page.getByRole('button', { name: 'Mover Cliente 1', exact: true }).press('Enter');
    await page.getByRole('menuitem', { name: 'Passar para Caio' }).press('Enter');
    await lineOf(page, 'Caio', 'Cliente 1').waitFor();
    await page.getByRole('button', { name: 'Mover Cliente 3', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Devolver à fila' }).click();
    await page.getByText('Cliente 3 voltou a aguardar').waitFor();
    await lineOf(page, 'Aguardando', 'Cliente 3').waitFor();
    await context.close();

    // An attendant moves only own tickets and those that wait.
    const caioHere = await company.addUser({ name: 'Ester', queueIds: [sales], allowRealTime: true });
    const ester = await openPanel(caioHere);
    await lineOf(ester.page, 'Caio', 'Cliente 2').waitFor();
    await expect.poll(() => ester.page.getByRole('button', { name: 'Mover Cliente 2' }).count()).toBe(0);
  });

  if (isWhole)
    it('filters by search, queue, attendant and connection', async () => {
      const company = await makeCompany();
      const [sales, support] = [
        await company.addQueue({ name: 'Vendas' }),
        await company.addQueue({ name: 'Suporte' }),
      ];
      const caio = await company.addUser({ name: 'Caio', queueIds: [sales] });
      await fill(company, [
        { id: 1, status: 'pending', queueId: sales },
        { id: 2, status: 'open', userId: caio.id, queueId: sales },
        { id: 3, status: 'pending', queueId: support },
      ]);
      const { page } = await openPanel(company.admin);
      await page.getByRole('searchbox', { name: 'Buscar atendimentos' }).fill('cliente 3');
      await lineOf(page, 'Aguardando', 'Cliente 1').waitFor({ state: 'detached' });
      await lineOf(page, 'Aguardando', 'Cliente 3').waitFor();
      await page.getByRole('searchbox', { name: 'Buscar atendimentos' }).fill('');
      const choose = async (field: string, option: string) => {
        await page.getByRole('combobox', { name: field }).click();
        await page.getByRole('option', { name: option }).click();
      };
      await choose('Fila', 'Vendas');
      await lineOf(page, 'Aguardando', 'Cliente 3').waitFor({ state: 'detached' });
      await choose('Atendente', 'Caio');
      await lineOf(page, 'Aguardando', 'Cliente 1').waitFor({ state: 'detached' });
      await lineOf(page, 'Caio', 'Cliente 2').waitFor();
      await page.getByRole('searchbox', { name: 'Buscar atendimentos' }).fill('ninguém');
      await page.getByText('Nenhum atendimento com este filtro').waitFor();
      await page.getByRole('button', { name: 'Limpar filtro' }).click();
      await lineOf(page, 'Aguardando', 'Cliente 3').waitFor();
    });

  if (isWhole)
    it('shows messages for an empty panel, a failed request and a missing permission', async () => {
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
      await expect.poll(() => page.getByText('Não foi possível carregar os atendentes').count()).toBe(0);
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
      await expect.poll(() => without.page.getByRole('link', { name: 'Painel ao vivo' }).count()).toBe(0);
      await without.context.close();
      expect(app().complaints).toEqual([]);
    });

  it('is linked from the inbox of users with the permission', async () => {
    const company = await makeCompany();
    const { page } = await openPanel(await company.addUser({ allowRealTime: true }), '/tickets');
    await page.getByRole('navigation').getByRole('link', { name: 'Painel ao vivo' }).click();
    await page.getByText('Nenhum atendimento agora').waitFor();
  });
});
