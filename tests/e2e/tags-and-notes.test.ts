import { commit } from '@prosa/functions/platform/table/commit.ts';
import { Tag } from '@prosa/functions/platform/table/entities/companies.ts';
import { TAGS_PER_PAGE } from '@prosa/shared/rules/list-sizes.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeCompany, TEST_PASSWORD } from '../factories/company.ts';
import { isWhole } from '../support/depth.ts';
import { type App, startApp, type Visitor } from './support/app.ts';
import { chooseInHeader, openTab, openTicket, rowOf } from './support/inbox.ts';
import { keepScreenshot } from './support/keep-screenshot.ts';

const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true } as const;

let app: App;
let ana: Visitor;
let bruno: Visitor;

beforeAll(async () => {
  app = await startApp();
  ana = await app.signIn('ana@demo.local');
  bruno = await app.signIn('bruno@demo.local', PHONE);
});
afterAll(() => app?.stop());

const tagRow = ({ page }: Visitor, name: string) =>
  page.getByRole('row').filter({ has: page.getByText(name, { exact: true }) });

describe('tags', () => {
  it('are added, and their counts change live on every screen as contacts get and lose them', async () => {
    const { page } = ana;
    await page.getByRole('link', { name: 'Tags' }).click();
    await page.getByRole('button', { name: 'Nova tag' }).click();
    const dialog = page.getByRole('dialog', { name: 'Nova tag' });
    await dialog.getByRole('button', { name: 'Salvar' }).click();
    await dialog.getByText('Obrigatório', { exact: true }).waitFor();
    await dialog.getByLabel('Nome').fill('ab');
    await dialog.getByText('Mensagem muito curta', { exact: true }).waitFor();
    await dialog.getByLabel('Nome').fill('Feira');
    await keepScreenshot(page, 'tag-new');
    await dialog.getByRole('button', { name: 'Salvar' }).click();
    await page.getByText('Tag salva').waitFor();
    await tagRow(ana, 'Feira').getByRole('cell', { name: '0', exact: true }).waitFor();

    await bruno.page.goto(`${app.stack.url}/tags`);
    await tagRow(bruno, 'Feira').waitFor();
    await page.goto(`${app.stack.url}/tickets`);
    await openTab(page, 'Abertos');
    await openTicket(page, 'Juliana Barros');
    await page.locator('header').getByRole('button', { name: 'Dados do contato' }).click();
    await page.getByRole('combobox', { name: 'Tags' }).fill('Feira');
    await page.getByRole('option', { name: 'Feira' }).click();
    await rowOf(page, 'Juliana Barros').getByText('Feira').waitFor();
    // The stream counts, and the live channel updates the browser.
    await tagRow(bruno, 'Feira').getByRole('cell', { name: '1', exact: true }).waitFor();
  });

  if (isWhole)
    it('are found by a part of the name, and further ones load at the end of the list', async () => {
      const company = await makeCompany();
      const { id: companyId, table } = company;
      for (let id = 10; id < 10 + TAGS_PER_PAGE + 5; id++)
        await commit([table.put(Tag, { companyId, id, name: `Etiqueta ${id}`, color: '#112233' }, 'absent')]);
      const { page, context } = await app.signIn(company.admin.email, {
        password: TEST_PASSWORD,
        path: '/tags',
      });
      await tagRow({ page, context }, 'Etiqueta 10').waitFor();
      const last = tagRow({ page, context }, `Etiqueta ${10 + TAGS_PER_PAGE + 4}`);
      await expect.poll(() => last.count()).toBe(0);
      await tagRow({ page, context }, `Etiqueta ${10 + TAGS_PER_PAGE - 1}`).scrollIntoViewIfNeeded();
      await last.waitFor();
      await page.getByRole('searchbox', { name: 'Buscar tags' }).fill('ETIQUETA 12');
      await tagRow({ page, context }, 'Etiqueta 10').waitFor({ state: 'detached' });
      await tagRow({ page, context }, 'Etiqueta 12').waitFor();
    });

  if (isWhole)
    it('list their contacts, with a link to each ticket', async () => {
      const { page } = bruno;
      await tagRow(bruno, 'Feira').getByRole('button', { name: 'Mais ações' }).click();
      await page.getByRole('menuitem', { name: 'Ver contatos' }).click();
      const dialog = page.getByRole('dialog', { name: 'Contatos com a tag Feira' });
      await dialog.getByText('Juliana Barros').waitFor();
      await keepScreenshot(page, 'tag-contacts-phone');
      await dialog.getByRole('button', { name: 'Mais ações' }).click();
      await page.getByRole('menuitem', { name: 'Abrir atendimento com Juliana Barros' }).click();
      await page.getByRole('dialog', { name: 'Novo atendimento' }).waitFor();
      await page.keyboard.press('Escape');
    });

  if (isWhole)
    it('are renamed and deleted on everything that has them', async () => {
      const row = rowOf(ana.page, 'Juliana Barros');
      // An attendant cannot change a tag of another user.
      await tagRow(bruno, 'Feira').getByRole('button', { name: 'Mais ações' }).click();
      await bruno.page.getByRole('menuitem', { name: 'Ver contatos' }).waitFor();
      await expect.poll(() => bruno.page.getByRole('menuitem').count()).toBe(1);
      await bruno.page.keyboard.press('Escape');
      const lead = await app.signIn('ana@demo.local', { ...PHONE, path: '/tags' });
      await tagRow(lead, 'Feira').getByRole('button', { name: 'Mais ações' }).click();
      await lead.page.getByRole('menuitem', { name: 'Editar' }).click();
      const dialog = lead.page.getByRole('dialog', { name: 'Editar Feira' });
      await dialog.getByLabel('Nome').fill('Evento');
      await dialog.getByRole('button', { name: 'Salvar' }).click();
      await row.getByText('Evento').waitFor();
      await expect.poll(() => row.getByText('Feira').count()).toBe(0);
      await tagRow(bruno, 'Evento').waitFor();
      await tagRow(lead, 'Evento').getByRole('button', { name: 'Mais ações' }).click();
      await lead.page.getByRole('menuitem', { name: 'Excluir' }).click();
      const question = lead.page.getByRole('dialog', { name: 'Excluir a tag Evento?' });
      await question.getByText('1 contato fica sem ela.').waitFor();
      await question.getByRole('button', { name: 'Excluir tag' }).click();
      await lead.page.getByText('Tag excluída').waitFor();
      await tagRow(bruno, 'Evento').waitFor({ state: 'detached' });
      await row.getByText('Evento').waitFor({ state: 'detached' });
    });
});

describe('notes on a ticket', () => {
  it('are added to and removed from the conversation, for users who may see the ticket', async () => {
    const { page } = ana;
    await page.goto(`${app.stack.url}/tickets`);
    await openTab(page, 'Abertos');
    await openTicket(page, 'Gustavo Henrique Prado');
    await chooseInHeader(page, 'Notas do atendimento');
    const dialog = page.getByRole('dialog', { name: /^Notas do atendimento #/ });
    await dialog.getByRole('textbox', { name: 'Nova nota' }).fill('P');
    await expect.poll(() => dialog.getByRole('button', { name: 'Adicionar nota' }).isDisabled()).toBe(true);
    await dialog.getByRole('textbox', { name: 'Nova nota' }).fill('Prefere ligação à tarde');
    await dialog.getByRole('button', { name: 'Adicionar nota' }).click();
    await page.getByText('Observação adicionada com sucesso!').waitFor();
    await dialog.getByText('Prefere ligação à tarde').waitFor();
    await keepScreenshot(page, 'ticket-notes');
    await dialog.getByRole('button', { name: 'Excluir nota' }).first().click();
    await page.getByText('Observação excluída com sucesso!').waitFor();
    await dialog.getByText('Prefere ligação à tarde').waitFor({ state: 'detached' });
  });
});
