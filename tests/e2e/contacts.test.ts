import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { isWhole } from '../support/depth.ts';
import { holdFirst } from './support/hold-first.ts';
import { choose, openTicket, turn } from './support/inbox.ts';
import { useApp } from './support/use-app.ts';

const { app, ana } = useApp();

const lineOf = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text });
const act = async (page: Page, name: string, action: string): Promise<void> => {
  await lineOf(page, name).getByRole('button', { name: 'Mais ações' }).click();
  await page.getByRole('menuitem', { name: action }).click();
};
const openContacts = async (page: Page): Promise<void> => {
  await page.getByRole('navigation').getByRole('link', { name: 'Contatos', exact: true }).click();
  await page.getByRole('heading', { name: 'Contatos', level: 1 }).waitFor();
};

describe('contacts', () => {
  it('are found, filtered by a tag, added, changed, blocked and removed', async () => {
    const { page } = ana();
    await openContacts(page);
    await lineOf(page, 'Mariana Alves').waitFor();
    const search = page.getByRole('searchbox', { name: 'Buscar contatos' });
    await search.fill('sorriso');
    await lineOf(page, 'Clínica Sorriso').waitFor();
    await lineOf(page, 'Mariana Alves').waitFor({ state: 'detached' });
    await search.fill('');
    await page.getByRole('combobox', { name: 'Filtrar por tag' }).click();
    await page.getByRole('option', { name: /cobrança/i }).click();
    await page.keyboard.press('Escape');
    await lineOf(page, 'Oficina do Tadeu').waitFor();
    await lineOf(page, 'Mariana Alves').waitFor({ state: 'detached' });
    await page.reload();

    await page.getByRole('button', { name: 'Novo contato' }).click();
    const dialog = page.getByRole('dialog', { name: 'Novo contato' });
    await dialog.getByRole('textbox', { name: 'Nome' }).fill('Zulmira Paes');
    await dialog.getByRole('textbox', { name: 'Número' }).fill('+55 (11) 98765-0101');
    await dialog.getByRole('button', { name: 'Adicionar' }).click();
    await dialog.getByText('Já existe um contato com este número.').waitFor();
    await dialog.getByRole('textbox', { name: 'Número' }).fill('+55 (11) 98765-0999');
    await dialog.getByRole('button', { name: 'Adicionar' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await page.getByText('Contato salvo').waitFor();
    // The search finds new contacts a second later.
    await app().stack.drain();
    await search.fill('zulmira');
    await lineOf(page, 'Mariana Alves').waitFor({ state: 'detached' });
    await act(page, 'Zulmira Paes', 'Editar');
    const edit = page.getByRole('dialog', { name: 'Editar contato' });
    await edit.getByRole('textbox', { name: 'E-mail' }).fill('zulmira@example.com');
    await edit.getByRole('button', { name: 'Adicionar informação' }).click();
    await edit.getByRole('textbox', { name: 'Campo' }).fill('CPF');
    await edit.getByRole('textbox', { name: 'Valor' }).fill('123');
    await edit.getByRole('button', { name: 'Salvar' }).click();
    await edit.waitFor({ state: 'hidden' });
    await lineOf(page, 'Zulmira Paes').getByText('zulmira@example.com').waitFor();
    await act(page, 'Zulmira Paes', 'Bloquear contato');
    await page.getByText('Contato bloqueado').waitFor();
    await lineOf(page, 'Zulmira Paes').getByText('Bloqueado').waitFor();
    await act(page, 'Zulmira Paes', 'Desbloquear contato');
    await page.getByText('Contato desbloqueado').waitFor();
    await act(page, 'Zulmira Paes', 'Excluir contato');
    await page
      .getByRole('dialog', { name: 'Excluir Zulmira Paes?' })
      .getByRole('button', { name: 'Excluir' })
      .click();
    await page.getByText('Contato excluído').waitFor();
    await lineOf(page, 'Zulmira Paes').waitFor({ state: 'detached' });
  });

  it('open a conversation: a new one, or the user’s existing one', async () => {
    const { page } = ana();
    await page.goto(`${app().stack.url}/contacts`);
    const conversation = /\/tickets\/[0-9a-f-]{36}$/;
    const start = async (name: string) => {
      await act(page, name, 'Iniciar atendimento');
      const dialog = page.getByRole('dialog', { name: 'Novo atendimento' });
      await choose(dialog, /Fila/, 'Vendas');
      await dialog.getByRole('button', { name: 'Iniciar conversa' }).click();
    };
    await page.getByRole('button', { name: 'Novo contato' }).click();
    const added = page.getByRole('dialog', { name: 'Novo contato' });
    await added.getByRole('textbox', { name: 'Nome' }).fill('Nair Fontes');
    await added.getByRole('textbox', { name: 'Número' }).fill('5511987650998');
    await added.getByRole('button', { name: 'Adicionar' }).click();
    await added.waitFor({ state: 'hidden' });
    await start('Nair Fontes');
    await page.waitForURL(conversation);
    await page.getByRole('heading', { name: 'Nair Fontes', level: 1 }).waitFor();
    const { href } = new URL(page.url());
    await openContacts(page);
    await start('Nair Fontes');
    await page.waitForURL(href);

    await page.getByRole('button', { name: 'Novo atendimento' }).first().click();
    const field = page
      .getByRole('dialog', { name: 'Novo atendimento' })
      .getByRole('combobox', { name: 'Contato' });
    await field.fill('na');
    await page.getByText('Digite ao menos 3 caracteres').waitFor();
    await field.fill('nai');
    await page.getByRole('option', { name: /^Nair Fontes/ }).waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
  });

  if (isWhole)
    it('are created from the search field after the third character, with the typed text', async () => {
      const { page } = ana();
      await page.goto(`${app().stack.url}/tickets`);
      await page.getByRole('button', { name: 'Novo atendimento' }).first().click();
      const dialog = page.getByRole('dialog', { name: 'Novo atendimento' });
      const field = dialog.getByRole('combobox', { name: 'Contato' });
      const create = (typed: string) => page.getByRole('option', { name: `Criar contato “${typed}”` });
      await field.fill('Ju');
      await page.getByText('Digite ao menos 3 caracteres').waitFor();
      await expect.poll(() => create('Ju').count()).toBe(0);
      // Next to existing contacts, too.
      await field.fill('Juliana');
      await create('Juliana').waitFor();
      await expect
        .poll(() => page.getByRole('option').allTextContents())
        .toEqual([expect.stringContaining('Juliana Barros'), 'Criar contato “Juliana”']);
      await field.fill('+55 (11) 98765-0997');
      await create('+55 (11) 98765-0997').click();
      const added = page.getByRole('dialog', { name: 'Novo contato' });
      await added.getByRole('textbox', { name: 'Nome' }).fill('Otávio Reis');
      await expect
        .poll(() => added.getByRole('textbox', { name: 'Número' }).inputValue())
        .toBe('+55 (11) 98765-0997');
      await added.getByRole('button', { name: 'Adicionar' }).click();
      await added.waitFor({ state: 'hidden' });
      await expect.poll(() => field.inputValue()).toBe('Otávio Reis');
      await choose(dialog, /Fila/, 'Vendas');
      await dialog.getByRole('button', { name: 'Iniciar conversa' }).click();
      await page.getByRole('heading', { name: 'Otávio Reis', level: 1 }).waitFor();
    });

  if (isWhole)
    it('show tags and notes next to the conversation', async () => {
      const { page } = ana();
      await page.goto(`${app().stack.url}/tickets`);
      await openTicket(page, 'Juliana Barros');
      await page.getByRole('button', { name: 'Dados do contato' }).click();
      const column = page.getByRole('complementary', { name: 'Contato' });
      const tags = column.getByRole('combobox', { name: 'Tags' });
      await tags.fill('ab');
      await tags.press('Enter');
      await page.getByText('Tag muito curta!').waitFor();
      const tagged = page.waitForResponse('**/api/tags/sync');
      await tags.fill('abc');
      await tags.press('Enter');
      await column.getByText('abc', { exact: true }).waitFor();
      await tagged;
      const letGo = await holdFirst(page, '**/api/tags');
      for (const name of ['primeira', 'segunda']) {
        await tags.fill(name);
        await tags.press('Enter');
        await column.getByText(name, { exact: true }).waitFor();
      }
      let synced = 0;
      page.on('response', (response) => {
        if (response.url().endsWith('/tags/sync') && response.ok()) synced += 1;
      });
      await letGo();
      await expect.poll(() => synced).toBe(2);
      await page.reload();
      await page.getByRole('button', { name: 'Dados do contato' }).click();
      for (const name of ['abc', 'primeira', 'segunda'])
        await column.getByText(name, { exact: true }).waitFor();

      const note = column.getByRole('textbox', { name: 'Nova nota' });
      const add = column.getByRole('button', { name: 'Adicionar nota' });
      await note.fill('x');
      await expect.poll(() => add.isDisabled()).toBe(true);
      await note.fill('Prefere receber à tarde.');
      await add.click();
      await page.getByText('Observação adicionada com sucesso!').waitFor();
      await column.getByText('Prefere receber à tarde.').waitFor();
      await column.getByRole('button', { name: 'Excluir nota' }).first().click();
      await page.getByText('Observação excluída com sucesso!').waitFor();
      await column.getByText('Prefere receber à tarde.').waitFor({ state: 'detached' });

      const audio = column.getByRole('switch', { name: 'Aceita áudios' });
      const wasAccepted = await audio.isChecked();
      let saved = 0;
      page.on('response', (response) => {
        if (response.url().includes('/toggleAcceptAudio/') && response.ok()) saved += 1;
      });
      await turn(audio, !wasAccepted);
      await turn(audio, wasAccepted);
      await turn(audio, !wasAccepted);
      await expect.poll(() => saved).toBe(3);
      await page.reload();
      await page.getByRole('button', { name: 'Dados do contato' }).click();
      await expect.poll(() => audio.isChecked()).toBe(!wasAccepted);
      expect(app().complaints).toEqual([]);
    });
});
