import { flowRoutes } from '@prosa/shared/contracts/flows.ts';
import { create, signInAna } from './ana.ts';
import { LONGEST_NAME, longName, namedRow, type Visit } from './visit.ts';

const queues: Visit = {
  screen: 'queues',
  path: '/queues',
  visit: async ({ page, look, dialog }) => {
    const row = page.getByRole('row').filter({ hasText: 'Vendas' });
    await row.waitFor();
    await look('queues');
    await row.click();
    await dialog('Editar Vendas').waitFor();
    await look('queue');
    await dialog('Editar Vendas').getByRole('tab', { name: 'Opções do bot' }).click();
    await dialog('Editar Vendas').getByRole('button', { name: 'Adicionar opção' }).click();
    await dialog('Editar Vendas').getByRole('region', { name: 'Opção 1' }).waitFor();
    await look('queue-options');
  },
};

const fileLists: Visit = {
  screen: 'file-lists',
  path: '/files',
  visit: async ({ page, look, dialog }) => {
    await page.getByText('Nenhuma lista de arquivos ainda').waitFor();
    await look('file-lists');
    await page.getByRole('main').getByRole('button', { name: 'Nova lista' }).first().click();
    await dialog('Nova lista de arquivos').waitFor();
    await look('file-list');
  },
};

const flows: Visit = {
  screen: 'flows',
  path: async (app) => {
    await create(await signInAna(app), flowRoutes.create.path, { name: longName(1) });
    return '/flowbuilders';
  },
  visit: async ({ page, look }) => {
    await namedRow(page, longName(1)).waitFor();
    await look('flows');
  },
};

const flowEditor: Visit = {
  screen: 'flow-editor',
  path: '/flowbuilders',
  visit: async ({ page, look, dialog }) => {
    await page.getByRole('main').getByRole('button', { name: 'Adicionar fluxo' }).first().click();
    await dialog('Novo fluxo').getByRole('textbox', { name: 'Nome' }).fill(LONGEST_NAME);
    await dialog('Novo fluxo').getByRole('button', { name: 'Criar fluxo' }).click();
    await page.locator('.react-flow__node').waitFor();
    await page.getByRole('button', { name: 'Adicionar passo' }).click();
    // A menu floats outside the landmarks, which axe says unless a notice is beside it.
    await look('flow-steps', ['region']);
    await page.getByRole('menuitem', { name: 'Menu', exact: true }).click();
    const step = dialog('Novo passo: Menu');
    await step.getByRole('textbox', { name: 'Mensagem' }).fill(LONGEST_NAME);
    await step.getByRole('textbox', { name: 'Opção 1' }).fill(LONGEST_NAME);
    await look('flow-step');
    await step.getByRole('button', { name: 'Adicionar', exact: true }).click();
    await step.waitFor({ state: 'hidden' });
    await page.getByText('Rascunho salvo').waitFor();
    await look('flow-editor');
    await page.getByRole('button', { name: 'Problemas' }).click();
    await page.getByRole('region', { name: 'Problemas' }).getByRole('button').first().waitFor();
    await look('flow-problems');
  },
};

const flowPhrases: Visit = {
  screen: 'flow-phrases',
  path: '/phrase-lists',
  visit: async ({ page, look, dialog }) => {
    await page.getByText('Nenhuma frase ainda').waitFor();
    await look('flow-phrases');
    await page.getByRole('main').getByRole('button', { name: 'Nova frase' }).first().click();
    await dialog('Nova campanha com fluxo de frases').waitFor();
    await look('flow-phrase');
  },
};

const integrations: Visit = {
  screen: 'integrations',
  path: '/queue-integration',
  visit: async ({ page, look, dialog }) => {
    await page.getByText('Nenhuma integração ainda').waitFor();
    await page.getByRole('main').getByRole('button', { name: 'Nova integração' }).first().click();
    const integration = dialog('Nova integração');
    await integration.getByRole('textbox', { name: 'Nome', exact: true }).fill(LONGEST_NAME);
    await integration.getByRole('textbox', { name: 'Endereço do Typebot' }).fill('https://bot.example.com');
    await integration.getByRole('textbox', { name: 'Nome público do bot' }).fill('vendas');
    await look('integration');
    await integration.getByRole('button', { name: 'Salvar' }).click();
    await namedRow(page).waitFor();
    await look('integrations');
  },
};

/** Screens where administrators set up what works without attendants. */
export const automationVisits: Visit[] = [queues, fileLists, flows, flowEditor, flowPhrases, integrations];
