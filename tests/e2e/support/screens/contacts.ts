import { contactListRoutes } from '@prosa/shared/contracts/contact-lists.ts';
import { create, createList, signInAna } from './ana.ts';
import { LONGEST_NAME, longName, namedRow, type Visit } from './visit.ts';

const csv = (name: string, text: string) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });

const contacts: Visit = {
  screen: 'contacts',
  path: '/contacts',
  visit: async ({ page, look, dialog }) => {
    await page.getByText('Fernanda Lima').first().waitFor();
    await look('contacts');
    await page.getByRole('button', { name: 'Importar e exportar' }).click();
    await page.getByRole('menuitem', { name: 'Exportar contatos' }).click();
    await dialog('Exportar contatos').getByRole('button', { name: 'Exportar agora' }).click();
    await dialog('Exportar contatos').getByRole('link').first().waitFor();
    await look('contacts-export');
  },
};

const contactsImport: Visit = {
  screen: 'contacts-import',
  path: '/contacts/import',
  visit: async ({ page, look }) => {
    const file = page.locator('input[type=file]');
    await page.getByText('Escolha uma planilha').waitFor();
    await look('contacts-import');
    await file.setInputFiles(csv('a.csv', '<html>'));
    await page.getByText('Arquivo inválido').waitFor();
    await look('contacts-import-invalid');
    await page.getByRole('button', { name: 'Importar outro arquivo' }).click();
    const sheet = `Nome;Número;E-mail;Tags\n${LONGEST_NAME};5511970003001;a@example.com;VIP\n;1;;\n`;
    await file.setInputFiles(csv(`${LONGEST_NAME}.csv`, sheet));
    await page.getByRole('checkbox', { name: 'Selecionar todos' }).waitFor();
    await page.getByRole('checkbox', { name: `Selecionar ${LONGEST_NAME}` }).waitFor();
    await look('contacts-import-choice');
    await page.getByRole('button', { name: 'Importar contatos selecionados' }).click();
    await page.getByText('A importação foi concluída').waitFor();
    await look('contacts-import-done');
  },
};

const contactLists: Visit = {
  screen: 'contact-lists',
  path: async (app) => {
    await createList(await signInAna(app), longName(1), LONGEST_NAME);
    return '/contact-lists';
  },
  visit: async ({ page, look, dialog }) => {
    await namedRow(page, longName(1)).waitFor();
    await look('contact-lists');
    await page.getByRole('main').getByRole('button', { name: 'Nova lista' }).first().click();
    await dialog('Nova lista de contatos').getByLabel('Nome').fill(LONGEST_NAME);
    await look('contact-list');
  },
};

const listContacts: Visit = {
  screen: 'list-contacts',
  path: async (app) => {
    const name = longName(2);
    const id = await create(await signInAna(app), contactListRoutes.create.path, { name });
    return `/contact-lists/${id}/contacts`;
  },
  visit: async ({ page, look, dialog }) => {
    const file = page.locator('input[type=file]');
    const name = `${LONGEST_NAME}.csv`;
    await page.getByText('Nenhum contato nesta lista').waitFor();
    await look('list-contacts-empty');
    await file.setInputFiles(csv(name, `Quem;Onde\n${LONGEST_NAME};5511970004001\n`));
    await page.getByRole('checkbox', { name: 'Selecionar linha 2' }).waitFor();
    await look('list-contacts-columns');
    await page.getByRole('button', { name: 'Escolher depois' }).click();
    await page.getByRole('button', { name: 'Escolher colunas' }).waitFor();
    await file.setInputFiles(csv(name, `Nome;Número\n${LONGEST_NAME};5511970004001\n;1\n`));
    await page.getByText('Importação concluída').waitFor();
    await namedRow(page).getByText('No WhatsApp').first().waitFor();
    await look('list-contacts');
    await namedRow(page).click();
    await dialog(`Editar ${LONGEST_NAME}`).waitFor();
    await look('list-contact');
  },
};

export const contactVisits: Visit[] = [contacts, contactsImport, contactLists, listContacts];
