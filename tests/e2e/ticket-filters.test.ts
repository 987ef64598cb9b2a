import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { makeCompany } from '../factories/company.ts';
import { isWhole } from '../support/depth.ts';
import { accessibilityFlaws } from './support/accessibility-flaws.ts';
import { addLanes, cardOf, countOf, fillBoard, openBoard } from './support/board.ts';
import { openTab, rowOf } from './support/inbox.ts';
import { keepScreenshot } from './support/keep-screenshot.ts';
import { layoutFlaws } from './support/layout-flaws.ts';
import { changeTheme } from './support/theme.ts';
import { useApp } from './support/use-app.ts';

const { app } = useApp();

/** A company with a column and two queues: three open tickets of its administrator, one of them unread. */
const makeShop = async () => {
  const company = await makeCompany();
  const sales = await company.addQueue({ name: 'Vendas', color: '#2F7DE1' });
  const support = await company.addQueue({ name: 'Suporte técnico', color: '#1B8A5A' });
  const connectionId = await company.addConnection({ name: 'Loja' });
  const [lane] = await addLanes(app(), company, ['Proposta']);
  const userId = company.admin.id;
  await fillBoard(company, [
    { id: 1, queueId: sales, connectionId, userId, lane, unreadMessages: 2 },
    { id: 2, queueId: support, connectionId, userId, lane },
    { id: 3, queueId: support, connectionId, userId },
  ]);
  return { company, sales, support };
};

const panelOf = (page: Page) => page.getByRole('region', { name: 'Filtros' });
const fieldOf = (page: Page) => panelOf(page).getByLabel('Filtro avançado');
const filterBy = async (page: Page, text: string): Promise<void> => {
  await fieldOf(page).fill(text);
  await fieldOf(page).press('Enter');
};

describe('the advanced filter', () => {
  it('shows what is wrong while it is typed, filters the list by names, and is shared as a link', async () => {
    const { company, support } = await makeShop();
    const { page } = await openBoard(app(), company.admin, '/tickets', {
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    await openTab(page, 'Abertos');
    await rowOf(page, 'Cliente 1').waitFor();
    await page.getByRole('button', { name: 'Filtros' }).click();
    await fieldOf(page).fill('queue:Compras -unread');
    await panelOf(page).getByText('Não há nada com este nome: Compras -unread').waitFor();
    await fieldOf(page).press('Enter');
    await rowOf(page, 'Cliente 1').waitFor();
    await keepScreenshot(page, 'advanced-filter-wrong');
    await filterBy(page, 'queue:"suporte tecnico" or unread');
    await fieldOf(page).fill('queue:"suporte tecnico" -unread');
    await fieldOf(page).blur();
    await rowOf(page, 'Cliente 1').waitFor({ state: 'detached' });
    await rowOf(page, 'Cliente 2').waitFor();
    await rowOf(page, 'Cliente 3').waitFor();
    await expect.poll(() => fieldOf(page).inputValue()).toBe('queue:"Suporte técnico" -unread');
    await keepScreenshot(page, 'advanced-filter');
    expect([...(await layoutFlaws(page)), ...(await accessibilityFlaws(page))]).toEqual([]);
    await changeTheme(page, 'dark');
    await keepScreenshot(page, 'advanced-filter-dark');
    await changeTheme(page, 'light');

    await panelOf(page).getByRole('button', { name: 'Copiar link da lista' }).click();
    await page.getByText('Link copiado').waitFor();
    const link = String(await page.evaluate('navigator.clipboard.readText()'));
    expect(new URL(link).searchParams.get('filter')).toBe(`queue:${support} -unread`);
    await page.goto(link);
    await rowOf(page, 'Cliente 3').waitFor();
    await rowOf(page, 'Cliente 1').waitFor({ state: 'detached' });
    await expect.poll(() => fieldOf(page).inputValue()).toBe('queue:"Suporte técnico" -unread');
    await expect.poll(() => page.url()).toBe(`${app().stack.url}/tickets`);
    await panelOf(page).getByRole('button', { name: 'Limpar filtros' }).click();
    await rowOf(page, 'Cliente 1').waitFor();
    await expect.poll(() => fieldOf(page).inputValue()).toBe('');
  });

  it('filters the cards and the counts of the board', async () => {
    const { company } = await makeShop();
    const { page } = await openBoard(app(), company.admin);
    await cardOf(page, 'Proposta', 'Cliente 1').waitFor();
    await page.getByRole('button', { name: 'Filtros' }).click();
    await filterBy(page, 'queue:Vendas');
    await cardOf(page, 'Proposta', 'Cliente 2').waitFor({ state: 'detached' });
    await expect.poll(() => countOf(page, 'Proposta')).toBe('1');
    await keepScreenshot(page, 'advanced-filter-board');
    // The marks that columns are counted by know nothing of words.
    await filterBy(page, '"cliente 2" -unread');
    await cardOf(page, 'Proposta', 'Cliente 2').waitFor();
    await cardOf(page, 'Proposta', 'Cliente 1').waitFor({ state: 'detached' });
    await expect.poll(() => countOf(page, 'Proposta')).toBe('1');
  });

  if (isWhole)
    it('fits on a phone', async () => {
      const { company } = await makeShop();
      const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true } as const;
      const { page } = await openBoard(app(), company.admin, '/tickets?filter=unread&list=open', phone);
      await rowOf(page, 'Cliente 1').waitFor();
      await rowOf(page, 'Cliente 2').waitFor({ state: 'detached' });
      await expect.poll(() => fieldOf(page).inputValue()).toBe('unread');
      await keepScreenshot(page, 'advanced-filter-phone');
      expect(await layoutFlaws(page)).toEqual([]);
    });
});
