import { campaignRoutes } from '@prosa/shared/contracts/campaigns.ts';
import { connectionRoutes } from '@prosa/shared/contracts/connections.ts';
import { choose } from '../inbox.ts';
import { rowAction } from '../row-action.ts';
import { create, createList, firstOf, signInAna } from './ana.ts';
import { LONGEST_NAME, longName, namedRow, type Visit } from './visit.ts';

/** The other parts of the dialog of a campaign, with the names of their screenshots. */
const PARTS = [
  ['Mensagens', 'campaign-messages'],
  ['Confirmação', 'campaign-confirmation'],
  ['Atendimento', 'campaign-ticket'],
] as const;
const LIST = longName(3);

const campaigns: Visit = {
  screen: 'campaigns',
  path: async (app) => {
    await createList(await signInAna(app), LIST, LONGEST_NAME);
    return '/campaigns';
  },
  visit: async ({ page, isPhone, look, dialog }) => {
    await page.getByRole('main').getByRole('button', { name: 'Nova campanha' }).first().click();
    const campaign = dialog('Nova campanha');
    await campaign.getByRole('textbox', { name: 'Nome' }).fill(LONGEST_NAME);
    await choose(campaign, 'Lista de contatos', `${LIST} (1)`);
    await choose(campaign, 'Conexão', 'WhatsApp principal');
    await look('campaign');
    for (const [part, screen] of PARTS) {
      if (isPhone) await choose(campaign, 'Partes da campanha', part);
      else await campaign.getByRole('tab', { name: part, exact: true }).click();
      if (part === 'Mensagens')
        await campaign.getByRole('textbox', { name: 'Mensagem 1' }).fill('Olá {nome}');
      await look(screen);
    }
    await campaign.getByRole('button', { name: 'Pré-visualização' }).click();
    const preview = campaign.getByRole('region', { name: 'Pré-visualização' });
    await preview.getByText(`Olá ${LONGEST_NAME}`).waitFor();
    await look('campaign-preview');
    await campaign.getByRole('button', { name: 'Criar campanha' }).click();
    await namedRow(page).waitFor();
    await look('campaigns');
    await rowAction(namedRow(page), 'Iniciar');
    await dialog(`Iniciar ${LONGEST_NAME}`).getByText('nunca escreveram').waitFor();
    await look('campaign-start');
  },
};

const report: Visit = {
  screen: 'campaign-report',
  path: async (app) => {
    const ana = await signInAna(app);
    const contactListId = await createList(ana, longName(4), LONGEST_NAME);
    const whatsappId = await firstOf(ana, connectionRoutes.list.path);
    const campaign = { name: 'Iniciada', message1: 'Olá {nome}', contactListId, whatsappId };
    const id = await create(ana, campaignRoutes.create.path, campaign);
    await ana.call('POST', campaignRoutes.start.path.replace('{id}', String(id)));
    return `/campaign/${id}/report`;
  },
  visit: async ({ page, look }) => {
    await page.getByRole('table', { name: 'Destinatários' }).getByText(LONGEST_NAME).waitFor();
    await look('campaign-report');
  },
};

const settings: Visit = {
  screen: 'campaign-settings',
  path: '/campaigns-config',
  visit: async ({ page, look }) => {
    await page.getByRole('combobox', { name: 'Intervalo entre mensagens' }).waitFor();
    await page.getByRole('button', { name: 'Adicionar variável' }).click();
    await page.getByRole('textbox', { name: 'Nome' }).fill('cupom');
    await look('campaign-settings');
  },
};

export const campaignVisits: Visit[] = [campaigns, report, settings];
