import { tagRoutes } from '@prosa/shared/contracts/tags.ts';
import { create, signInAna } from './ana.ts';
import { LONGEST_NAME, longName, namedRow, type Visit } from './visit.ts';

const moments: Visit = {
  screen: 'moments',
  path: '/moments',
  visit: async ({ page, look }) => {
    await page.getByRole('region', { name: 'Aguardando' }).getByRole('listitem').first().waitFor();
    await look('moments');
  },
};

const ticketReport: Visit = {
  screen: 'ticket-report',
  path: '/reports?dateFrom=2026-01-01',
  visit: async ({ page, look }) => {
    await page.getByRole('navigation', { name: 'Páginas do relatório' }).waitFor();
    await look('ticket-report');
  },
};

const dashboard: Visit = {
  screen: 'dashboard',
  path: '/',
  visit: async ({ page, look }) => {
    for (const name of ['Atendimentos por dia', 'Atendimentos por atendente', 'Avaliações (NPS)'])
      await page.getByRole('region', { name }).locator('svg').first().waitFor();
    await look('dashboard');
    await page.getByRole('tab', { name: 'Atendentes' }).click();
    await page.getByRole('row').filter({ hasText: 'Bruno' }).waitFor();
    await look('dashboard-attendants');
  },
};

const schedules: Visit = {
  screen: 'schedules',
  path: '/schedules',
  visit: async ({ page, isPhone, look, dialog, dismiss }) => {
    const other = isPhone ? 'Mês' : 'Semana';
    await page.getByText('Clínica Sorriso').first().waitFor();
    await look('schedules');
    await page.getByText('Clínica Sorriso').first().click();
    await dialog('Editar agendamento').waitFor();
    await look('schedule');
    await dismiss('Editar agendamento');
    await page.getByRole('button', { name: other }).click();
    await page.getByRole('button', { name: other, pressed: true }).waitFor();
    await look('schedules-other');
  },
};

const tags: Visit = {
  screen: 'tags',
  path: '/tags',
  visit: async ({ page, look, dialog, dismiss }) => {
    const row = page.getByRole('row').filter({ hasText: 'Cobrança' });
    await row.waitFor();
    await look('tags');
    await row.click();
    await dialog('Editar Cobrança').waitFor();
    await look('tag');
    await dismiss('Editar Cobrança');
    await row.getByRole('button', { name: 'Mais ações' }).click();
    await page.getByRole('menuitem', { name: 'Ver contatos' }).click();
    await dialog('Contatos com a tag Cobrança').getByText('Mercadinho Bom Preço').waitFor();
    await look('tag-contacts');
  },
};

const lanes: Visit = {
  screen: 'tags-kanban',
  path: '/TagsKanban',
  visit: async ({ page, look, dialog }) => {
    await page.getByText('Nenhuma coluna ainda').waitFor();
    await page.getByRole('main').getByRole('button', { name: 'Nova coluna' }).first().click();
    await dialog('Nova coluna').getByRole('textbox', { name: 'Nome' }).fill(LONGEST_NAME);
    await look('lane');
    await dialog('Nova coluna').getByRole('button', { name: 'Salvar' }).click();
    await namedRow(page).waitFor();
    await look('tags-kanban');
  },
};

const kanban: Visit = {
  screen: 'kanban',
  path: async (app) => {
    const lane = { name: longName(2), color: '#2563EB', kanban: 1 };
    await create(await signInAna(app), tagRoutes.create.path, lane);
    return '/Kanban';
  },
  visit: async ({ page, look }) => {
    await page.getByRole('region', { name: longName(2) }).waitFor();
    await page.getByRole('region', { name: 'Sem coluna' }).getByRole('article').first().waitFor();
    await look('kanban');
  },
};

/** Screens that show and plan the work of attendants. */
export const workVisits: Visit[] = [moments, ticketReport, dashboard, schedules, tags, lanes, kanban];
