import { LINK_RETURN_PATH } from '@prosa/shared/rules/channel-connections.ts';
import type { Visit } from './visit.ts';

/** Screens outside the frame of the app. The page is not signed in. */
export const guestVisits: Visit[] = [
  {
    screen: 'login',
    path: '/login',
    visit: async ({ page, look }) => {
      await page.getByRole('heading', { name: 'Entrar' }).waitFor();
      await look('login');
    },
  },
];

/** Screens that belong to no feature. */
export const otherVisits: Visit[] = [
  {
    screen: 'subscription',
    path: '/financeiro',
    visit: async ({ page, look }) => {
      await page.getByText('Sua assinatura vale até').first().waitFor();
      await look('subscription');
    },
  },
  {
    screen: 'sandbox',
    path: '/sandbox',
    visit: async ({ page, look }) => {
      await page.getByRole('textbox').first().waitFor();
      await look('sandbox');
    },
  },
  {
    screen: 'not-found',
    path: '/nowhere',
    visit: async ({ page, look }) => {
      await page.getByText('Esta página não existe').waitFor();
      await look('not-found');
    },
  },
  {
    screen: 'link-return',
    path: LINK_RETURN_PATH,
    visit: async ({ page, look }) => {
      await page.getByRole('heading', { name: 'Acesso concluído' }).waitFor();
      await look('link-return');
    },
  },
];
