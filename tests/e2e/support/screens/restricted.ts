import type { Visit } from './visit.ts';

/** Addresses that require an ability that attendants lack. */
const ADMINISTRATION = [
  '/',
  '/reports',
  '/TagsKanban',
  '/moments',
  '/messages-api',
  '/users',
  '/queues',
  '/files',
  '/connections',
  '/connections/1/templates',
  '/contact-lists',
  '/contact-lists/1/contacts',
  '/settings',
  '/campaigns',
  '/campaign/1/report',
  '/campaigns-config',
  '/flowbuilders',
  '/flowbuilder/1',
  '/phrase-lists',
  '/queue-integration',
  '/prompts',
  '/prompts/1/replay',
];

/** Lists without rows: screen, address, and the text that the screen shows in place of rows. */
const EMPTY = [
  ['tickets', '/tickets', 'Conecte um número para começar'],
  ['quick-messages', '/quick-messages', 'Nenhuma resposta rápida ainda'],
  ['contacts', '/contacts', 'Nenhum contato ainda'],
  ['contacts-import', '/contacts/import', 'Escolha uma planilha'],
  ['contact-lists', '/contact-lists', 'Nenhuma lista ainda'],
  ['campaigns', '/campaigns', 'Nenhuma campanha ainda'],
  ['schedules', '/schedules', 'Nada agendado neste período'],
  ['dashboard', '/', 'Nenhum atendimento neste período'],
  ['moments', '/moments', 'Nenhum atendimento agora'],
  ['ticket-report', '/reports', 'Nenhum atendimento neste período'],
  ['tags', '/tags', 'Nenhuma tag ainda'],
  ['todo-list', '/todolist', 'Nenhuma tarefa ainda'],
  ['kanban', '/Kanban', 'Nenhuma coluna ainda'],
  ['queues', '/queues', 'Nenhuma fila ainda'],
  ['tags-kanban', '/TagsKanban', 'Nenhuma coluna ainda'],
  ['file-lists', '/files', 'Nenhuma lista de arquivos ainda'],
  ['flows', '/flowbuilders', 'Nenhum fluxo ainda'],
  ['flow-phrases', '/phrase-lists', 'Nenhuma frase ainda'],
  ['integrations', '/queue-integration', 'Nenhuma integração ainda'],
  ['assistants', '/prompts', 'Nenhum assistente ainda'],
  ['connections', '/connections', 'Nenhuma conexão ainda'],
  ['internal-chats', '/chats', 'Nenhum chat ainda'],
] as const;

/** The screens of a company without data. */
export const emptyVisits: Visit[] = EMPTY.map(([screen, path, says]) => ({
  screen: `${screen}-empty`,
  path,
  visit: async ({ page, look }) => {
    await page.getByText(says).first().waitFor();
    await look(`${screen}-empty`);
  },
}));

/** Visits the inbox as an attendant without the rights of an administrator. */
const attendantInbox: Visit = {
  screen: 'tickets-attendant',
  path: '/tickets',
  visit: async ({ page, look }) => {
    await page.getByRole('listitem').first().waitFor();
    await look('tickets-attendant');
  },
};

/** The screen in place of each that an attendant may not see. Looked at once, because every refusal looks the same. */
const refusals: Visit[] = ADMINISTRATION.map((path, index) => ({
  screen: `refused ${path}`,
  path,
  visit: async ({ page, look }) => {
    await page.getByRole('heading', { name: 'Oops! Acesso Negado!' }).waitFor();
    if (index === 0) await look('forbidden');
  },
}));

/** The screens of a user without permission. */
export const attendantVisits: Visit[] = [attendantInbox, ...refusals];
