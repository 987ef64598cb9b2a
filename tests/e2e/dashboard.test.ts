import { DEMO_ACTIVE } from '@prosa/infra/local/demo/demo-active.ts';
import { dashboardRoutes } from '@prosa/shared/contracts/dashboard.ts';
import type { Locator, Page, Request } from 'playwright-core';
import { expect, it } from 'vitest';
import { plantAttendances } from '../factories/attendances.ts';
import { makeCompany } from '../factories/company.ts';
import { isWhole } from '../support/depth.ts';
import { openBoard } from './support/board.ts';
import { rowOf } from './support/inbox.ts';
import { keepScreenshot } from './support/keep-screenshot.ts';
import { useApp } from './support/use-app.ts';

const POLL = { timeout: 60_000, interval: 200 } as const;
const FETCH_DELAY_MS = 1000;

const { app, ana } = useApp();

/** Today and the first day of its month, in the company's time zone. */
const today = (): string => new Date().toLocaleDateString('sv-SE', { timeZone: 'America/Sao_Paulo' });

const openDashboard = async (page: Page): Promise<void> => {
  await page.getByRole('link', { name: 'Painel', exact: true }).click();
  await page.getByRole('heading', { name: 'Painel', level: 1 }).waitFor();
};
/** Returns the value under the name of a counter. */
const counter = (page: Page, name: string) =>
  page
    .locator('dl > div')
    .filter({ has: page.getByText(name, { exact: true }) })
    .locator('dd')
    .first();
const counted = async (page: Page, name: string): Promise<number> =>
  Number((await counter(page, name).textContent())?.replace(/\D/g, ''));
const card = (page: Page, name: string) => page.getByRole('region', { name });

/** Records the calls of the dashboard in the order of sending. */
const callsOf = (page: Page) => {
  const calls: { path: string; query: URLSearchParams; at: number }[] = [];
  page.on('request', (request: Request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (pathname.startsWith('/api/dashboard'))
      calls.push({ path: pathname, query: searchParams, at: Date.now() });
  });
  return calls;
};

it('an administrator sees the figures from the first of the month to today', async () => {
  const { page } = ana();
  const calls = callsOf(page);
  await openDashboard(page);
  expect(new URL(page.url()).pathname).toBe('/');
  await expect
    .poll(() => calls.map(({ path }) => path).toSorted(), POLL)
    .toEqual(['/api/dashboard', '/api/dashboard/ticketsDay']);
  await expect
    .poll(() => page.getByLabel('De', { exact: true }).inputValue())
    .toBe(`${today().slice(0, 8)}01`);
  await expect.poll(() => page.getByLabel('Até').inputValue()).toBe(today());
  // The field itself shows dates in the browser's own language.
  const spoken = (day: string) => day.split('-').toReversed().join('/');
  await page
    .getByText(`${spoken(`${today().slice(0, 8)}01`)} a ${spoken(today())}`, { exact: true })
    .waitFor();
  const asked = calls.find(({ path }) => path === '/api/dashboard')?.query;
  expect([asked?.get('date_from'), asked?.get('date_to')]).toEqual([`${today().slice(0, 8)}01`, today()]);

  const inState = (state: string) => DEMO_ACTIVE.filter((one) => one.state === state).length;
  // The stream may not have processed the demo's rows yet.
  await expect
    .poll(async () => {
      await page.reload();
      await counter(page, 'Abertos agora').waitFor();
      await page.locator('dl[aria-busy=false]').waitFor();
      return [
        await counted(page, 'Abertos agora'),
        await counted(page, 'Aguardando agora'),
        await counted(page, 'Grupos agora'),
      ];
    }, POLL)
    .toEqual([inState('open'), inState('pending'), inState('group')]);
  expect(await counted(page, 'Resolvidos')).toBeGreaterThan(0);
  await expect.poll(() => counter(page, 'Duração média').textContent()).toMatch(/^(\d+ h )?\d+ min$/);

  expect(await page.getByRole('tab').evaluateAll((tabs) => tabs.map((tab) => tab.textContent))).toEqual([
    'Indicadores',
    'Atendentes',
  ]);
  // Below the indicators, without a tab of its own.
  await card(page, 'Avaliações (NPS)').getByText('Promotores').waitFor();
  await card(page, 'Atendimentos por dia').locator('svg').first().waitFor();
  await card(page, 'Atendimentos por atendente')
    .getByText(/^Bruno .+: \d+$/)
    .waitFor({ state: 'attached' });
  const days = card(page, 'Atendimentos por dia').getByText(/^\d\d\/\d\d\/\d{4}: \d+$/);
  await expect.poll(() => days.count()).toBeGreaterThan(0);
  await keepScreenshot(page, 'dashboard-indicators');

  await page.getByRole('tab', { name: 'Atendentes' }).click();
  const bruno = page.getByRole('row').filter({ hasText: 'Bruno' });
  await bruno.waitFor();
  await expect.poll(() => bruno.textContent()).toMatch(/\d+ min/);
  await page.getByRole('row').filter({ hasText: 'Ana' }).getByText('Online').waitFor();
  await keepScreenshot(page, 'dashboard-attendants');
  await page.getByRole('tab', { name: 'Indicadores' }).click();
});

it('the filter is sent once it is unchanged for a second, and names missing or invalid values', async () => {
  const { page } = ana();
  await openDashboard(page);
  await card(page, 'Atendimentos por dia').locator('svg').first().waitFor();
  const calls = callsOf(page);
  const day = today();
  await page.getByLabel('De', { exact: true }).fill('2020-01-01');
  await page.getByLabel('De', { exact: true }).fill('2020-02-01');
  const changedAt = Date.now();
  await page.getByLabel('De', { exact: true }).fill(day);
  await card(page, 'Atendimentos por hora').locator('svg').first().waitFor();
  const figures = calls.filter(({ path }) => path === '/api/dashboard');
  expect(figures.map(({ query }) => query.get('date_from'))).toEqual([day]);
  expect((figures[0]?.at ?? 0) - changedAt).toBeGreaterThanOrEqual(FETCH_DELAY_MS - 50);

  await page.getByLabel('Até').fill('2020-01-01');
  await page.getByText('Antes do início').waitFor();
  await page.getByLabel('De', { exact: true }).fill('');
  await page.getByText('Escolha o primeiro e o último dia').waitFor();
  await keepScreenshot(page, 'dashboard-without-filter');
  await page.getByLabel('De', { exact: true }).fill('2019-12-31');
  await page.getByText('Nenhum atendimento neste período').first().waitFor();
});

if (isWhole)
  it('a preset sets the days, and the figures are compared with the period before and split by queue', async () => {
    const { page } = ana();
    await openDashboard(page);
    await page.getByRole('button', { name: 'Este mês' }).click();
    await page.getByRole('button', { name: 'Este mês', pressed: true }).waitFor();
    const asked = page.waitForRequest((request) => {
      const { pathname, searchParams } = new URL(request.url());
      return pathname === '/api/dashboard' && searchParams.get('date_from') === today();
    });
    await page.getByRole('button', { name: 'Hoje' }).click();
    const { searchParams } = new URL((await asked).url());
    expect([searchParams.get('date_to'), searchParams.get('compare')]).toEqual([today(), 'true']);
    await expect.poll(() => page.getByLabel('De', { exact: true }).inputValue()).toBe(today());
    await page.locator('dl[aria-busy=false]').waitFor();
    await keepScreenshot(page, 'dashboard-today');
    // A week, because just after midnight the demo company has closed nothing since the day before began.
    await page.getByRole('button', { name: '7 dias' }).click();
    await page
      .getByRole('note', { name: /^(\d+% a (mais|menos) que|Igual ao período) de \d\d\/\d\d\/\d{4}/ })
      .first()
      .waitFor();
    await card(page, 'Por fila').getByRole('row').nth(1).waitFor();
    await expect
      .poll(() => card(page, 'Por fila').getByRole('columnheader').allTextContents())
      .toEqual([
        'Fila',
        'Atendimentos',
        'Resolvidos',
        'Espera média',
        'Primeira resposta',
        'Resolução',
        'Reabertos',
      ]);
  });

if (isWhole)
  it('figures are grouped by attendant, tag and connection, and open the report of their tickets', async () => {
    const { page } = ana();
    await openDashboard(page);
    await page.getByRole('button', { name: 'Este mês' }).click();
    const days = {
      dateFrom: await page.getByLabel('De', { exact: true }).inputValue(),
      dateTo: today(),
    };
    const queryOf = async (link: Locator) =>
      Object.fromEntries(new URL((await link.getAttribute('href')) ?? '', app().stack.url).searchParams);
    const choose = (name: string) => page.getByRole('group', { name: 'Agrupar por' }).getByText(name).click();

    await choose('Atendente');
    const bruno = card(page, 'Por atendente').getByRole('row').filter({ hasText: 'Bruno' });
    await bruno.waitFor();
    const links = bruno.getByRole('link');
    // The figures follow the chosen days after a second.
    await expect
      .poll(() => queryOf(links.nth(0)), POLL)
      .toEqual({ ...days, users: expect.stringMatching(/^\[\d+\]$/) });
    expect(await queryOf(links.nth(1))).toMatchObject({ ...days, status: '["closed"]' });
    await choose('Conexão');
    await card(page, 'Por conexão').getByRole('row').nth(1).waitFor();
    await choose('Tag');
    await card(page, 'Por tag').waitFor();
    await keepScreenshot(page, 'dashboard-groups');
    await choose('Fila');

    const resolved = page.getByRole('link', { name: /^Resolvidos: .+, ver os atendimentos$/ }).first();
    expect(await queryOf(resolved)).toEqual({ ...days, status: '["closed"]' });
    const detractors = page.getByRole('link', { name: /^Detratores: .+, ver os atendimentos$/ });
    expect(await queryOf(detractors)).toEqual({ ...days, filter: 'rating:0..6' });

    const counted = await resolved.textContent();
    await resolved.click();
    await page.waitForURL('**/reports?*');
    await page.getByText(`${counted} atendimentos`, { exact: true }).first().waitFor();
    await page.goBack();
    await page.getByRole('heading', { name: 'Painel', level: 1 }).waitFor();
  });

if (isWhole)
  it('new contacts, groups and those who chose not to rate open exactly theirs', async () => {
    const company = await makeCompany();
    const queueId = await company.addQueue({ name: 'Vendas' });
    const ownQueueId = await company.addQueue({ name: 'Suporte' });
    // The tab of groups has only those of the own queue.
    const admin = await company.addUser({ profile: 'admin', allowGroup: true, queueIds: [ownQueueId] });
    const startedOn = new Date().toISOString();
    const contactOf = (id: number, name: string) => ({ id, name, number: `551191234000${id}` });
    await plantAttendances(
      company.table,
      [
        { id: 1, contactId: 1, contact: contactOf(1, 'Vânia Lacerda'), status: 'closed' },
        { id: 2, contactId: 1, contact: contactOf(1, 'Vânia Lacerda'), status: 'pending' },
        { id: 3, contactId: 2, contact: contactOf(2, 'Otávio Reis'), status: 'pending' },
        {
          ...{ id: 4, contactId: 3, contact: { ...contactOf(3, 'Entregas da loja'), isGroup: true } },
          ...{ status: 'group', isGroup: true, queueId, userId: company.admin.id },
        },
      ],
      [
        { ticketId: 1, id: '1', startedOn, finishedAt: startedOn, rate: 0 },
        ...[2, 3, 4].map((ticketId) => ({ ticketId, id: '1', startedOn })),
      ],
    );
    const { page, context } = await openBoard(app(), admin, '/');
    const figure = (name: string) => page.getByRole('link', { name: `${name}: ` });
    const figures = (): Promise<(string | null)[]> =>
      Promise.all(
        ['Novos contatos', 'Grupos agora', 'Preferiram não avaliar'].map((name) =>
          figure(name).textContent(),
        ),
      );
    // The stream counts the rows a little later.
    await expect
      .poll(async () => {
        await page.reload();
        await page.locator('dl[aria-busy=false]').waitFor();
        return figures();
      }, POLL)
      .toEqual(['3', '1', '1']);

    const rows = page.getByRole('table', { name: 'Atendimentos' }).locator('tbody tr');
    await figure('Novos contatos').click();
    await page.getByText('3 atendimentos', { exact: true }).waitFor();
    await expect.poll(() => rows.count()).toBe(3);
    for (const name of ['Vânia Lacerda', 'Otávio Reis', 'Entregas da loja'])
      await rows.filter({ hasText: name }).waitFor();
    await expect.poll(() => page.getByRole('switch', { name: 'Só novos contatos' }).isChecked()).toBe(true);
    await keepScreenshot(page, 'dashboard-opens-new-contacts');

    await page.goBack();
    await figure('Preferiram não avaliar').click();
    await page.getByText('1 atendimento', { exact: true }).waitFor();
    await expect.poll(() => rows.count()).toBe(1);
    await rows.filter({ hasText: 'Vânia Lacerda' }).waitFor();
    await expect
      .poll(() => page.getByRole('switch', { name: 'Só quem preferiu não avaliar' }).isChecked())
      .toBe(true);

    await page.goBack();
    await figure('Grupos agora').click();
    await page.waitForURL('**/tickets');
    await rowOf(page, 'Entregas da loja').waitFor();
    await rowOf(page, 'Otávio Reis').waitFor({ state: 'detached' });
    await keepScreenshot(page, 'dashboard-opens-groups');
    await context.close();
  });

if (isWhole)
  it('every figure explains how it is computed, and attendances are shown by weekday and hour', async () => {
    const { page } = ana();
    await openDashboard(page);
    await page.getByRole('button', { name: 'Como é calculado: Taxa de reabertura' }).click();
    await page.getByText(/^Atendimentos reabertos divididos por todos/).waitFor();
    await keepScreenshot(page, 'dashboard-how');
    await page.keyboard.press('Escape');
    await page.getByText(/^Atendimentos reabertos divididos por todos/).waitFor({ state: 'hidden' });

    const heatmap = card(page, 'Movimento por dia e hora');
    await heatmap.getByText(/^Mais movimento: .+ \(\d+\)$/).waitFor();
    await expect.poll(() => heatmap.getByRole('rowheader').count()).toBe(7);
    const cells = await heatmap.getByRole('cell').allTextContents();
    const begun = cells.slice(1).reduce((sum, text) => sum + Number(text), 0);
    expect(begun).toBeGreaterThan(0);
    await heatmap.scrollIntoViewIfNeeded();
    await keepScreenshot(page, 'dashboard-heatmap');
    await heatmap.getByRole('link', { name: 'Movimento por dia e hora: ver os atendimentos' }).click();
    await page.getByRole('heading', { name: 'Relatório', level: 1 }).waitFor();
    await page.getByText(`${begun} atendimentos`, { exact: true }).waitFor();
    await page.goBack();
    await page.getByLabel('De', { exact: true }).fill('2026-01-01');
    await page.getByText(/^Escolha um período de até 92 dias/).waitFor();
  });

if (isWhole)
  it('a failed chart shows an error and can be retried', async () => {
    const { page } = ana();
    let isBroken = true;
    await page.route('**/api/dashboard/ticketsDay*', (route) =>
      isBroken
        ? route.fulfill({ status: 404, contentType: 'application/json', body: '{"error":"ERR_NOT_FOUND"}' })
        : route.fallback(),
    );
    await page.goto(`${app().stack.url}/`);
    const failed = card(page, 'Atendimentos por dia');
    await failed.getByText('Erro ao buscar informações dos tickets').waitFor();
    await keepScreenshot(page, 'dashboard-chart-failed');
    isBroken = false;
    await failed.getByRole('button', { name: 'Tentar de novo' }).click();
    await failed.locator('svg').first().waitFor();
    await page.unroute('**/api/dashboard/ticketsDay*');
  });

it('a user without permission sees a large 403, and can go back to the tickets', async () => {
  const { page, context } = await app().signIn('bruno@demo.local');
  await expect.poll(() => page.getByRole('link', { name: 'Painel', exact: true }).count()).toBe(0);
  await page.goto(`${app().stack.url}/`);
  await page.getByRole('heading', { name: 'Oops! Acesso Negado!' }).waitFor();
  const size = await page.getByText('403', { exact: true }).boundingBox();
  expect(size?.height).toBeGreaterThan(60);
  await keepScreenshot(page, 'dashboard-forbidden');
  await page.getByRole('link', { name: 'Voltar' }).click();
  await page.waitForURL('**/tickets');
  await context.close();

  const answer = await ana().page.evaluate(() => fetch('/api/dashboard').then(({ status }) => status));
  expect(answer).toBe(401);
  expect(dashboardRoutes.get.permission).toBe('dashboard:view');
});

if (isWhole)
  it('a user with permission for the dashboard sees it, on a phone and in the dark theme', async () => {
    const { page } = ana();
    await page.goto(`${app().stack.url}/users`);
    await page.getByRole('row').filter({ hasText: 'carla@demo.local' }).click();
    const dialog = page.getByRole('dialog', { name: 'Editar Carla Menezes' });
    await dialog.getByRole('tab', { name: /Permissões/ }).click();
    await dialog.getByRole('switch', { name: 'Ver o painel', exact: true }).check();
    await dialog.getByRole('button', { name: 'Salvar' }).click();
    await dialog.waitFor({ state: 'hidden' });

    const carla = await app().open({
      viewport: { width: 390, height: 844 },
      isMobile: true,
      hasTouch: true,
      colorScheme: 'dark',
    });
    await carla.page.goto(`${app().stack.url}/login`);
    await carla.page.getByRole('button', { name: 'Usar tema escuro' }).click();
    await carla.page.locator('input[name=email]').fill('carla@demo.local');
    await carla.page.locator('input[name=password]').fill(app().stack.adminPassword);
    await carla.page.locator('button[type=submit]').click();
    await carla.page.waitForURL('**/tickets');
    await carla.page.goto(`${app().stack.url}/`);
    await card(carla.page, 'Atendimentos por dia').locator('svg').first().waitFor();
    await card(carla.page, 'Avaliações (NPS)').locator('svg').first().waitFor();
    await keepScreenshot(carla.page, 'dashboard-phone-dark');
    await card(carla.page, 'Avaliações (NPS)').scrollIntoViewIfNeeded();
    await keepScreenshot(carla.page, 'dashboard-phone-dark-nps');
    await card(carla.page, 'Movimento por dia e hora').scrollIntoViewIfNeeded();
    await keepScreenshot(carla.page, 'dashboard-phone-dark-heatmap');
    await card(carla.page, 'Por fila').scrollIntoViewIfNeeded();
    await keepScreenshot(carla.page, 'dashboard-phone-dark-groups');
    await carla.context.close();
  });
