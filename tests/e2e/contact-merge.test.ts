import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { bubbleOf, openTab, openTicket, rowOf } from './support/inbox.ts';
import { keepScreenshot } from './support/keep-screenshot.ts';
import { useApp } from './support/use-app.ts';

const { app, ana } = useApp();

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Mesclar contato' });
const lineOf = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text });
const beginMerge = async (page: Page, name: string, other: string): Promise<void> => {
  await page.goto(`${app().stack.url}/contacts`);
  await lineOf(page, 'Mariana Alves').waitFor();
  await page.getByRole('searchbox', { name: 'Buscar contatos' }).fill(name);
  await lineOf(page, 'Mariana Alves').waitFor({ state: 'detached' });
  const line = lineOf(page, name);
  await line.getByRole('button', { name: 'Mais ações' }).click();
  await page.getByRole('menuitem', { name: 'Mesclar contato' }).click();
  await dialogOf(page).getByRole('combobox', { name: 'Contato repetido' }).fill(other);
  await page.getByRole('option', { name: new RegExp(`^${other}`) }).click();
};

describe('merging contacts', () => {
  it('previews the result, leaves one ticket, keeps all messages, and receives new ones', async () => {
    const { page } = ana();
    await openTab(page, 'Aguardando');
    await openTicket(page, 'Fernanda Lima');
    const said = await page
      .getByRole('log')
      .getByRole('article')
      .first()
      .locator('p, span')
      .first()
      .textContent();
    if (said === null) throw new Error('nothing was said');
    const { href } = new URL(page.url());

    await beginMerge(page, 'Fernanda Lima', 'Juliana Barros');
    const dialog = dialogOf(page);
    await dialog.getByRole('radio', { name: /Juliana Barros/ }).check();
    await dialog.getByText(/será encerrado sem despedida e continua no #\d+/).waitFor();
    await dialog.getByText('Isso não pode ser desfeito').waitFor();
    await keepScreenshot(page, 'contact-merge');
    await dialog.getByRole('button', { name: 'Mesclar contatos' }).click();
    await page.getByText('Contatos mesclados').waitFor();
    await dialog.waitFor({ state: 'hidden' });
    await lineOf(page, 'Fernanda Lima').waitFor({ state: 'detached' });

    await page.goto(href);
    await page.getByRole('heading', { name: 'Juliana Barros', level: 1 }).waitFor();
    await bubbleOf(page, said).waitFor();
    await page.getByRole('button', { name: 'Dados do contato' }).click();
    const drawer = page.getByRole('complementary', { name: 'Contato' });
    await drawer.getByText('Juliana Barros').waitFor();
    await drawer.getByRole('button', { name: 'Outros atendimentos' }).click();
    await drawer.getByRole('link', { name: /^#\d+ · Aberto/ }).waitFor();
    await drawer.getByRole('button', { name: 'Mesclar contato' }).click();
    await dialogOf(page).getByRole('button', { name: 'Cancelar' }).click();
    await page.goto(`${app().stack.url}/tickets`);
    await openTab(page, 'Resolvidos');
    await rowOf(page, 'Juliana Barros').first().waitFor();

    const fernanda = app().customer('5521987650104', 'Fernanda Lima');
    await fernanda.write('Escrevo do meu outro número');
    await openTab(page, 'Abertos');
    await openTicket(page, 'Juliana Barros');
    await bubbleOf(page, 'Escrevo do meu outro número').waitFor();
    expect(app().complaints).toEqual([]);
  });

  it('refuses contacts that cannot be merged, and works on a phone and in the dark theme', async () => {
    const { page } = await app().signIn('ana@demo.local', {
      viewport: { width: 390, height: 844 },
    });
    await beginMerge(page, 'Beatriz Moura', 'Reforma Loja Centro');
    await dialogOf(page).getByText('Grupos não podem ser mesclados.').waitFor();
    await expect
      .poll(() => dialogOf(page).getByRole('button', { name: 'Mesclar contatos' }).isDisabled())
      .toBe(true);
    await dialogOf(page).getByRole('combobox', { name: 'Contato repetido' }).fill('Camila Rocha');
    await page.getByRole('option', { name: /^Camila Rocha/ }).click();
    await dialogOf(page)
      .getByRole('radio', { name: /^Camila Rocha/ })
      .waitFor();
    await page.locator('html').evaluate((html) => html.setAttribute('data-theme', 'dark'));
    await keepScreenshot(page, 'contact-merge-phone');
    await dialogOf(page).getByText('Isso não pode ser desfeito').scrollIntoViewIfNeeded();
    await keepScreenshot(page, 'contact-merge-phone-end');
    await dialogOf(page).getByRole('button', { name: 'Cancelar' }).click();
    await dialogOf(page).waitFor({ state: 'hidden' });
  });
});
