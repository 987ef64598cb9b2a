import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { makeCompany, TEST_PASSWORD } from '../factories/company.ts';
import { scanCode, tellAddressBook, tellPast, waitConnected, waitForCode } from '../support/customer.ts';
import { keepScreenshot } from './support/keep-screenshot.ts';
import { useApp } from './support/use-app.ts';

const { app } = useApp();
const DAY_MS = 86_400_000;
const CHATS = 40;
/** An import ends 45 seconds after its last message. A busy machine takes two minutes for its messages. */
const IMPORT_LIMIT_MS = 400_000;

const lineOf = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text });
const numberAt = (nth: number): string => `55219${String(60_000_000 + nth)}`;

describe('old messages of a phone', () => {
  it('are prepared, appear as they arrive, wait in their queue, and are closed by a button', async () => {
    const { stack } = app();
    const company = await makeCompany({ company: { name: 'Importadora' } });
    const queue = await company.addQueue({ name: 'Antigos', color: '#00838F' });
    const admin = await company.addUser({ name: 'Rita', profile: 'admin', queueIds: [queue] });
    await company.addConnection({
      name: 'Antiga',
      isDefault: true,
      queueIds: [queue],
      enableImportMessage: true,
      importOldMessages: new Date(Date.now() - 30 * DAY_MS).toISOString(),
      importRecentMessages: new Date().toISOString(),
      queueIdImportMessages: queue,
    });
    const { page } = await app().signIn(admin.email, {
      viewport: { width: 1440, height: 900 },
      path: '/connections',
      password: TEST_PASSWORD,
    });
    await lineOf(page, 'Antiga').getByRole('button', { name: 'Tentar de novo' }).click();
    await waitForCode(stack.url, 'Antiga');
    await scanCode(stack.url, 'Antiga');
    await waitConnected(stack.url, 'Antiga');
    const preparing = page.getByRole('button', { name: 'Preparando importação' });
    await preparing.waitFor();
    await expect.poll(() => preparing.isDisabled()).toBe(true);

    const chats = Array.from({ length: CHATS }, (_none, chat) => ({
      contact: numberAt(chat),
      name: `Cliente antigo ${chat}`,
      messages: Array.from({ length: 50 }, (_zero, nth) => ({
        text: `antiga ${nth}`,
        at: Date.now() - 2 * DAY_MS + nth * 1000,
      })),
    }));
    await tellPast(stack.url, 'Antiga', chats);
    const card = page.getByRole('status').filter({ hasText: 'Importando mensagens de Antiga' });
    await card.getByText(/ de 2\.000 mensagens/).waitFor();
    await keepScreenshot(page, 'history-import-card');
    await page.getByRole('button', { name: 'Encerrar importados' }).waitFor({ timeout: IMPORT_LIMIT_MS });
    await expect.poll(() => card.count()).toBe(0);

    await tellAddressBook(stack.url, 'Antiga', [
      { number: '5521988887777', name: 'Agenda Um' },
      { number: numberAt(0), name: 'Antigo na agenda' },
    ]);
    await page.getByRole('button', { name: 'Encerrar importados' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Encerrar importados' }).click();
    await page.getByRole('button', { name: 'Encerrar importados' }).waitFor({ state: 'detached' });

    await page.goto(`${stack.url}/contacts`);
    await page.getByRole('button', { name: 'Importar e exportar' }).click();
    await page.getByRole('menuitem', { name: 'Importar contatos do celular' }).click();
    const dialog = page.getByRole('dialog', { name: 'Importar contatos do celular' });
    await dialog.getByRole('combobox', { name: /Conexão/ }).waitFor();
    await keepScreenshot(page, 'phone-import-dialog');
    await dialog.getByRole('button', { name: 'Importar contatos' }).click();
    await page.getByText('A importação foi concluída, mas houve alguns erros.').waitFor();
    await page.goto(`${stack.url}/contacts`);
    await page.getByText('Agenda Um').waitFor();
    // The name in the phone's address book replaces the one that the customer gave to WhatsApp.
    await page.getByText('Antigo na agenda', { exact: true }).waitFor();
  });
});
