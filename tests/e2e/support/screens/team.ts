import { LONGEST_NAME, type Visit } from './visit.ts';

const users: Visit = {
  screen: 'users',
  path: '/users',
  visit: async ({ page, look, dialog }) => {
    const row = page.getByRole('row').filter({ hasText: 'carla@demo.local' });
    await row.waitFor();
    await look('users');
    await row.click();
    await dialog('Editar Carla Menezes').waitFor();
    await look('user');
  },
};

const notifications: Visit = {
  screen: 'notifications',
  path: '/connections',
  visit: async ({ page, look, dialog, dismiss }) => {
    await page.getByRole('button', { name: /^Notificações/ }).click();
    await dialog('Notificações').waitFor();
    await look('notifications');
    await dismiss('Notificações');
  },
};

/** The menu of the user's own account. */
const account: Visit = {
  screen: 'account',
  path: '/connections',
  visit: async ({ page, look, dialog, dismiss }) => {
    await page.getByRole('button', { name: 'Minha conta' }).click();
    await page.getByRole('menuitem', { name: 'Editar perfil' }).waitFor();
    // It floats outside the landmarks.
    await look('account', ['region']);
    await page.getByRole('menuitem', { name: 'Editar perfil' }).click();
    await dialog('Editar perfil').waitFor();
    await look('profile');
    await dismiss('Editar perfil');
  },
};

const todoList: Visit = {
  screen: 'todo-list',
  path: '/todolist',
  visit: async ({ page, look }) => {
    await page.getByRole('textbox', { name: 'Tarefa' }).fill(LONGEST_NAME);
    await page.getByLabel('Prazo').fill('2026-01-02');
    await page.getByRole('textbox', { name: 'Tarefa' }).press('Enter');
    await page.getByRole('listitem').filter({ hasText: LONGEST_NAME }).waitFor();
    await look('todo-list');
  },
};

const internalChats: Visit = {
  screen: 'internal-chats',
  path: '/chats',
  visit: async ({ page, look, dialog }) => {
    await page.getByRole('main').getByRole('button', { name: 'Novo chat' }).first().click();
    await dialog('Novo chat').getByRole('button', { name: 'Grupo' }).click();
    await dialog('Novo chat').getByRole('textbox', { name: 'Título' }).fill(LONGEST_NAME);
    await dialog('Novo chat').getByRole('combobox', { name: 'Pessoas' }).fill('Carla');
    await page.getByRole('option', { name: 'Carla Menezes' }).click();
    await page.keyboard.press('Escape');
    await look('internal-chat-new');
    await dialog('Novo chat').getByRole('button', { name: 'Criar chat' }).click();
    await page.getByRole('heading', { name: LONGEST_NAME }).waitFor();
    await page.getByRole('textbox', { name: 'Mensagem', exact: true }).fill(LONGEST_NAME);
    await page.getByRole('button', { name: 'Enviar', exact: true }).click();
    await page.getByText('Ninguém leu ainda').waitFor();
    await look('internal-chats');
  },
};

const quickMessages: Visit = {
  screen: 'quick-messages',
  path: '/quick-messages',
  visit: async ({ page, look, dialog }) => {
    await page.getByRole('row').filter({ hasText: '/prazo' }).waitFor();
    await look('quick-messages');
    await page.getByRole('row').filter({ hasText: '/saudacao' }).click();
    await dialog('Editar saudacao').waitFor();
    await look('quick-message');
  },
};

/** Screens of the users, and of what users have for themselves. */
export const teamVisits: Visit[] = [users, notifications, account, todoList, internalChats, quickMessages];
