import type { Page } from 'playwright-core';
import { chooseInHeader, openTab, openTicket, rowOf, sendMore } from '../inbox.ts';
import type { Visit } from './visit.ts';

const path = '/tickets';
const openConversation = async (page: Page): Promise<void> => {
  await openTicket(page, 'Gustavo Henrique Prado');
  await page.getByRole('log').getByRole('article').last().waitFor();
};

/** The inbox. */
const inbox: Visit = {
  screen: 'tickets',
  path,
  visit: async ({ page, look, dialog, dismiss }) => {
    await rowOf(page, 'Juliana Barros').waitFor();
    await look('tickets');
    await openTab(page, 'Aguardando');
    await rowOf(page, 'Fernanda Lima').waitFor();
    await look('inbox-waiting');
    await openTab(page, 'Resolvidos');
    await page.getByRole('listitem').first().waitFor();
    await look('inbox-closed');
    await page.getByRole('button', { name: 'Filtros' }).click();
    await page.getByRole('combobox', { name: 'Tags' }).waitFor();
    await look('inbox-search');
    await page.getByRole('button', { name: 'Filtros' }).click();
    await page.getByRole('button', { name: 'Novo atendimento' }).first().click();
    await dialog('Novo atendimento').waitFor();
    await look('new-ticket');
    await dismiss('Novo atendimento');
    await openTab(page, 'Abertos');
  },
};

/** A conversation, with the dialogs of its menu. */
const ticket: Visit = {
  screen: 'ticket',
  path,
  visit: async ({ page, look, dialog, dismiss }) => {
    await openConversation(page);
    await look('ticket');
    await chooseInHeader(page, 'Histórico');
    await dialog(/^Histórico/).waitFor();
    await look('log');
    await dismiss(/^Histórico/);
    // In a wide window the button is in the bar, otherwise in the menu.
    const transfer = page.locator('header').getByRole('button', { name: 'Transferir' });
    if (await transfer.isVisible()) await transfer.click();
    else await chooseInHeader(page, 'Transferir');
    await dialog('Transferir atendimento').waitFor();
    await look('transfer');
    await dismiss('Transferir atendimento');
  },
};

/** The panel beside a conversation. The last visit to one, because the panel stays open. */
const contact: Visit = {
  screen: 'contact',
  path,
  visit: async ({ page, look }) => {
    await openConversation(page);
    await page.getByRole('button', { name: 'Dados do contato' }).click();
    await page.getByRole('button', { name: 'Adicionar nota' }).waitFor();
    for (const part of ['Arquivos', 'Outros atendimentos']) {
      await page.getByRole('button', { name: part, exact: true }).click();
      await page
        .locator('.MuiAccordionDetails-root .MuiSkeleton-root')
        .first()
        .waitFor({ state: 'detached' });
    }
    const panel = page.getByRole('complementary', { name: 'Contato' });
    await look('contact', [], {
      close: async () => {
        await page.getByRole('button', { name: 'Fechar', exact: true }).click();
        await panel.waitFor({ state: 'hidden' });
      },
      open: async () => {
        await page.locator('header').getByRole('button', { name: 'Dados do contato' }).click();
        await panel.waitFor();
      },
    });
  },
};

const emoji: Visit = {
  screen: 'emoji',
  path,
  visit: async ({ page, look }) => {
    await openConversation(page);
    const search = page.getByPlaceholder('Buscar emoji');
    const open = async (): Promise<void> => {
      await page.getByRole('button', { name: 'Inserir emoji' }).click();
      await search.waitFor();
      await page.getByRole('gridcell').first().waitFor();
    };
    await open();
    // The picker's groups are list items with the role of a row group.
    await look('emoji', ['aria-allowed-role'], {
      close: async () => {
        await page.keyboard.press('Escape');
        await search.waitFor({ state: 'hidden' });
      },
      open,
    });
  },
};

const interactive: Visit = {
  screen: 'interactive',
  path,
  visit: async ({ page, look, dialog }) => {
    await openConversation(page);
    await sendMore(page, 'Mensagem interativa');
    await dialog('Mensagem interativa').getByRole('region', { name: 'Prévia' }).waitFor();
    await look('interactive');
    await dialog('Mensagem interativa').getByRole('tab', { name: 'PIX' }).click();
    await dialog('Mensagem interativa').getByRole('textbox', { name: 'Chave Pix' }).waitFor();
    await look('interactive-pix');
    await dialog('Mensagem interativa').getByRole('button', { name: 'Cancelar' }).click();
    await page.getByRole('button', { name: 'Descartar' }).click();
    await dialog('Mensagem interativa').waitFor({ state: 'hidden' });
  },
};

const location: Visit = {
  screen: 'location',
  path,
  visit: async ({ page, look, dialog, dismiss }) => {
    await openConversation(page);
    await sendMore(page, 'Enviar localização');
    await dialog('Enviar localização').waitFor();
    await look('location');
    await dismiss('Enviar localização');
  },
};

const print: Visit = {
  screen: 'ticket-print',
  path,
  visit: async ({ page, look }) => {
    await openConversation(page);
    // Users open it in a tab of its own.
    await page.goto(`${page.url()}/print`);
    await page.getByRole('button', { name: 'Imprimir ou salvar em PDF', disabled: false }).waitFor();
    await look('ticket-print');
  },
};

export const ticketVisits: Visit[] = [inbox, ticket, emoji, interactive, location, print, contact];
