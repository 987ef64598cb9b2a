import { linkCloudNumber } from '../cloud-number.ts';
import { rowAction } from '../row-action.ts';
import type { Visit } from './visit.ts';

/** The other parts of the screen of the external API, with the names of their screenshots. */
const MESSAGES_API_PARTS = [
  ['Teste', 'messages-api-test'],
  ['Tokens', 'messages-api-tokens'],
  ['Uso', 'messages-api-usage'],
  ['Webhooks', 'messages-api-webhooks'],
] as const;

const connections: Visit = {
  screen: 'connections',
  path: '/connections',
  visit: async ({ page, look, dialog }) => {
    const row = page.getByRole('row').filter({ hasText: 'Conectada' }).first();
    await row.waitFor();
    await look('connections');
    await rowAction(row, 'Editar');
    await dialog('Editar WhatsApp principal').waitFor();
    await look('connection');
  },
};

const messageTemplates: Visit = {
  screen: 'message-templates',
  path: async (app) => {
    const { connectionId } = await linkCloudNumber(app, 'API oficial');
    return `/connections/${connectionId}/templates`;
  },
  visit: async ({ page, look, dialog }) => {
    await page.getByRole('row').filter({ hasText: 'order_update' }).waitFor();
    await look('message-templates');
    await page.getByRole('button', { name: 'Novo modelo' }).click();
    await dialog('Novo modelo').waitFor();
    await look('message-template');
  },
};

const settings: Visit = {
  screen: 'settings',
  path: '/settings',
  visit: async ({ page, look }) => {
    await page.getByRole('combobox', { name: 'Idioma' }).waitFor();
    await look('settings');
    await page.getByRole('combobox', { name: 'Horário que vale' }).click();
    await page.getByRole('option', { name: 'Da empresa' }).click();
    await page.getByRole('tab', { name: 'Horários' }).click();
    await page.getByText('Segunda-feira').waitFor();
    await look('settings-hours');
    await page.getByRole('tab', { name: 'Feriados' }).click();
    await page.getByRole('button', { name: 'Adicionar' }).waitFor();
    await look('settings-holidays');
    // The other visits see a company that is always open.
    await page.getByRole('tab', { name: 'Opções' }).click();
    await page.getByRole('combobox', { name: 'Horário que vale' }).click();
    await page.getByRole('option', { name: 'Nenhum: sempre aberto' }).click();
    await page.getByRole('tab', { name: 'Feriados' }).waitFor({ state: 'detached' });
  },
};

const messagesApi: Visit = {
  screen: 'messages-api',
  path: '/messages-api',
  visit: async ({ page, isPhone, look }) => {
    await page.getByRole('group', { name: 'Exemplo: Enviar texto' }).waitFor();
    await look('messages-api');
    for (const [part, screen] of MESSAGES_API_PARTS) {
      if (isPhone) {
        await page.getByRole('combobox', { name: 'Parte da página' }).click();
        await page.getByRole('option', { name: part }).click();
      } else await page.getByRole('tab', { name: part }).click();
      await page.locator('.MuiSkeleton-root').first().waitFor({ state: 'detached' });
      await look(screen);
    }
  },
};

/** Screens that set up the company. */
export const companyVisits: Visit[] = [connections, messageTemplates, settings, messagesApi];
