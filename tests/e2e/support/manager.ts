import { type Client, signIn } from '../../bench/client.ts';
import { plant } from '../../support/plant.ts';
import type { App } from './app.ts';

const MANAGER = { email: 'gestora@demo.local', password: plant('uma senha de gestora') } as const;

/**
 * An administrator as a program, beside who is in a browser: everybody has one session. Made by Ana's account, so before
 * she is in a browser.
 */
export const signInManager = async ({ stack }: App): Promise<Client> => {
  const ana = await signIn(stack.url, 'ana@demo.local', stack.adminPassword);
  await ana.call('POST', '/users', { name: 'Gestora', ...MANAGER, profile: 'admin', queueIds: [] });
  return signIn(stack.url, MANAGER.email, MANAGER.password);
};
