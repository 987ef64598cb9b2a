import { assistantRoutes } from '@prosa/shared/contracts/assistants.ts';
import { queueRoutes } from '@prosa/shared/contracts/queues.ts';
import type { App } from '../app.ts';
import { choose } from '../inbox.ts';
import { rowAction } from '../row-action.ts';
import { create, firstOf, signInAna } from './ana.ts';
import { LONGEST_NAME, longName, namedRow, type Visit } from './visit.ts';

/** The other parts of the dialog of an assistant, with the names of their screenshots. */
const PARTS = [
  ['Instruções', 'assistant-instructions'],
  ['Conhecimento', 'assistant-knowledge'],
  ['Modelo', 'assistant-model'],
  ['Voz', 'assistant-voice'],
] as const;

const createAssistant = async (app: App, name: string): Promise<number> => {
  const ana = await signInAna(app);
  const queueId = await firstOf(ana, queueRoutes.list.path);
  return create(ana, assistantRoutes.create.path, {
    name,
    queueId,
    prompt: 'Responda em uma frase, com as palavras do contato e sem promessas.',
    apiKey: 'sk-0123456789',
  });
};

const assistants: Visit = {
  screen: 'assistants',
  path: '/prompts',
  visit: async ({ page, isPhone, look, dialog }) => {
    await page.getByRole('main').getByRole('button', { name: 'Novo assistente' }).first().click();
    const assistant = dialog('Novo assistente');
    await assistant.getByRole('textbox', { name: 'Nome', exact: true }).fill(LONGEST_NAME);
    await choose(assistant, /^Fila/, 'Vendas');
    await look('assistant');
    for (const [part, screen] of PARTS) {
      if (isPhone) await choose(assistant, 'Partes do assistente', part);
      else await assistant.getByRole('tab', { name: part, exact: true }).click();
      if (part === 'Instruções') await assistant.getByRole('button', { name: 'Inserir exemplo' }).click();
      if (part === 'Modelo') await assistant.getByLabel('Chave de API').fill('sk-0123456789');
      if (part === 'Voz') await choose(assistant, 'Voz', 'Francisca');
      await look(screen);
    }
    await choose(assistant, 'Voz', 'Texto');
    await assistant.getByRole('button', { name: 'Testar' }).click();
    await assistant.getByRole('region', { name: 'Testar o assistente' }).waitFor();
    await look('assistant-test');
    await assistant.getByRole('button', { name: 'Salvar' }).click();
    await namedRow(page).waitFor();
    await look('assistants');
  },
};

/** The answers to learn from, in dialogs of their own. */
const corrections: Visit = {
  screen: 'assistant-corrections',
  path: async (app) => {
    await createAssistant(app, 'Com correções');
    return '/prompts';
  },
  visit: async ({ page, look, dialog }) => {
    await rowAction(page.getByRole('row').filter({ hasText: 'Com correções' }), 'Correções');
    const list = dialog(/^Correções/);
    await list.getByText('Nenhuma correção ainda').waitFor();
    await look('assistant-corrections-empty');
    await list.getByRole('button', { name: 'Nova correção' }).click();
    const correction = dialog('Nova correção');
    await correction.getByRole('textbox', { name: 'Pergunta do contato' }).fill(LONGEST_NAME);
    await correction.getByRole('textbox', { name: 'Resposta certa' }).fill(LONGEST_NAME);
    await look('assistant-correction');
    await correction.getByRole('button', { name: 'Salvar correção' }).click();
    await list.getByRole('button', { name: /^Editar: / }).waitFor();
    await look('assistant-corrections');
  },
};

const replay: Visit = {
  screen: 'assistant-replay',
  path: async (app) => `/prompts/${await createAssistant(app, longName(2))}/replay`,
  visit: async ({ page, look }) => {
    await page.getByRole('progressbar', { name: 'Conversas comparadas' }).waitFor();
    await look('assistant-replay');
  },
};

export const assistantVisits: Visit[] = [assistants, corrections, replay];
