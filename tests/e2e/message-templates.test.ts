import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { PDF, PNG } from '../factories/files.ts';
import { isWhole } from '../support/depth.ts';
import { accessibilityFlaws } from './support/accessibility-flaws.ts';
import { type App, startApp, type Visitor } from './support/app.ts';
import { type CloudNumber, linkCloudNumber } from './support/cloud-number.ts';
import { bubbleOf, choose, openTicket, sendMore } from './support/inbox.ts';
import { keepScreenshot } from './support/keep-screenshot.ts';
import { layoutFlaws } from './support/layout-flaws.ts';
import { rowAction } from './support/row-action.ts';
import { smallTargets } from './support/small-targets.ts';

const POLL = { timeout: 60_000, interval: 200 } as const;
const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true } as const;

let app: App;
let ana: Visitor;
let number: CloudNumber;

beforeAll(async () => {
  app = await startApp();
  number = await linkCloudNumber(app, 'API oficial');
  ana = await app.signIn('ana@demo.local');
});
afterAll(() => app?.stop());
beforeEach(({ onTestFailed }) =>
  // An open dialog would block the next test.
  onTestFailed(async () => {
    await ana.page.reload();
  }),
);

const idSchema = z.object({ id: z.int() });
const linesSchema = z.array(
  z.object({
    id: z.string(),
    type: z.string(),
    text: z.string().optional(),
    media: z.object({ mimeType: z.string() }).optional(),
    options: z.array(z.object({ id: z.string(), title: z.string() })).default([]),
  }),
);

/** Opens a ticket of a contact who never wrote to the number, so that the reply window is closed. */
const openSilent = async (page: Page, name: string, phone: string): Promise<void> => {
  const contact = idSchema.parse(await number.ana.call('POST', '/contacts', { name, number: phone }));
  const whatsappId = number.connectionId;
  await number.ana.call('POST', '/tickets', { contactId: contact.id, whatsappId, queueId: 1, userId: 1 });
  await page.goto(`${app.stack.url}/tickets`);
  await openTicket(page, name);
};
/** Returns the messages on a contact's phone, oldest first. */
const phoneOf = async (phone: string) => {
  const { accountId } = number;
  const query = new URLSearchParams({ contact: phone, side: 'both', channel: 'whatsappapi', accountId });
  return linesSchema.parse(await (await fetch(`${app.stack.url}/sandbox/messages?${query}`)).json());
};
const received = async (phone: string, type: string) => {
  await expect.poll(async () => (await phoneOf(phone)).some((line) => line.type === type), POLL).toBe(true);
  const line = (await phoneOf(phone)).findLast((one) => one.type === type);
  if (line === undefined) throw new Error('the message is gone');
  return line;
};
const picker = (page: Page): Locator => page.getByRole('dialog', { name: 'Enviar modelo' });
const openTemplates = async (page: Page): Promise<void> => {
  await page.goto(`${app.stack.url}/connections/${number.connectionId}/templates`);
  await page.getByRole('row').filter({ hasText: 'order_update' }).waitFor();
};
const lineOf = (page: Page, name: string): Locator => page.getByRole('row').filter({ hasText: name });

describe('sending a template', () => {
  it('reaches a contact whose reply window is closed, whose answer opens the window', async () => {
    const { page } = ana;
    await openSilent(page, 'Lia Prado', '5511971110001');
    await page.getByText('Este contato ainda não escreveu por esta conexão').waitFor();
    await page.getByRole('button', { name: 'Enviar modelo' }).click();
    const dialog = picker(page);
    await dialog.getByRole('button', { name: /^weekend_offer/ }).waitFor();
    await keepScreenshot(page, 'template-choice-desktop');
    await dialog.getByRole('searchbox', { name: 'Buscar modelos' }).fill('parcel');
    await dialog.getByRole('button', { name: /^weekend_offer/ }).waitFor({ state: 'detached' });
    await dialog.getByRole('button', { name: /^parcel_arrived · Português \(Brasil\)/ }).click();
    await dialog.getByRole('button', { name: 'Enviar modelo' }).click();
    await expect.poll(() => dialog.getByText('Obrigatório').count()).toBe(3);
    await dialog.getByRole('textbox', { name: 'Campo do título' }).fill('1234');
    await dialog.getByRole('textbox', { name: 'Campo {{1}}' }).fill('Lia');
    await dialog.getByRole('textbox', { name: 'Campo {{2}}' }).fill('Centro');
    const preview = dialog.getByRole('region', { name: 'Prévia' });
    await preview.getByText('Oi, Lia! Sua encomenda está na loja Centro até sexta-feira.').first().waitFor();
    expect(await accessibilityFlaws(page)).toEqual([]);
    await keepScreenshot(page, 'template-values-desktop');
    await dialog.getByRole('button', { name: 'Enviar modelo' }).click();
    await dialog.waitFor({ state: 'hidden' });

    const bubble = bubbleOf(page, 'Sua encomenda está na loja Centro');
    await bubble.getByText('Pedido 1234 chegou').waitFor();
    await bubble.getByText('Responda SAIR para não receber avisos.').waitFor();
    await bubble.getByRole('button', { name: 'Ligar para a loja' }).waitFor();
    await page.getByRole('status').getByText('Modelo enviado').waitFor();
    await page.getByText('A janela abre por 24 horas quando o contato responder.').waitFor();
    const { id, text, options } = await received('5511971110001', 'template');
    expect(text).toContain('Pedido 1234 chegou');
    expect(text).toContain('Ligar para a loja: +551140041000');
    await keepScreenshot(page, 'template-sent-desktop');

    const from = '5511971110001';
    const account = { channel: 'whatsappapi', accountId: number.accountId };
    const answer = { from, name: 'Lia', type: 'choice', target: id, option: options[0]?.id };
    const response = await fetch(`${app.stack.url}/sandbox/messages`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...account, ...answer }),
    });
    expect(response.status).toBe(202);
    await bubbleOf(page, 'Já retirei').waitFor();
    await page.getByRole('textbox', { name: 'Mensagem', exact: true }).waitFor();
  });

  if (isWhole)
    it('with a file in the header is also possible while the window is open', async () => {
      const { page } = ana;
      await openTicket(page, 'Lia Prado');
      await sendMore(page, 'Modelo de mensagem');
      const dialog = picker(page);
      await dialog.getByRole('button', { name: /^birthday_coupon/ }).click();
      await dialog.getByLabel('Escolher imagem').setInputFiles({
        name: 'festa.png',
        mimeType: 'image/png',
        buffer: PNG,
      });
      await dialog.getByRole('textbox', { name: 'Campo {{1}}' }).fill('Lia');
      await dialog.getByRole('textbox', { name: 'Final do endereço de “Ver presentes”' }).fill('lia');
      await dialog.getByRole('textbox', { name: 'Código a copiar' }).fill('FESTA10');
      await keepScreenshot(page, 'template-file-desktop');
      await dialog.getByRole('button', { name: 'Enviar modelo' }).click();
      await dialog.waitFor({ state: 'hidden' });
      const bubble = bubbleOf(page, 'Um presente espera por você');
      await bubble.getByRole('link', { name: 'Ver presentes' }).waitFor();
      await bubble.getByRole('img').first().waitFor();
      await expect
        .poll(async () => (await phoneOf('5511971110001')).at(-1)?.media?.mimeType, POLL)
        .toBe('image/png');
    });

  if (isWhole)
    it('works with the keyboard alone', async () => {
      const { page } = ana;
      await openSilent(page, 'Rui Alves', '5511971110002');
      await page.getByRole('button', { name: 'Enviar modelo' }).focus();
      await page.keyboard.press('Enter');
      const dialog = picker(page);
      const search = dialog.getByRole('searchbox', { name: 'Buscar modelos' });
      await expect.poll(() => search.evaluate((element) => element.matches(':focus')), POLL).toBe(true);
      await page.keyboard.type('order_');
      await dialog.getByRole('button', { name: /^hello_world/ }).waitFor({ state: 'detached' });
      const order = dialog.getByRole('button', { name: /^order_update/ });
      await order.waitFor();
      await page.keyboard.press('Tab');
      await expect.poll(() => order.evaluate((element) => element.matches(':focus')), POLL).toBe(true);
      await page.keyboard.press('Enter');
      const first = dialog.getByRole('textbox', { name: 'Campo {{1}}' });
      await expect.poll(() => first.evaluate((element) => element.matches(':focus')), POLL).toBe(true);
      await page.keyboard.type('Rui');
      await page.keyboard.press('Tab');
      await page.keyboard.type('88');
      await page.keyboard.press('Enter');
      await bubbleOf(page, 'Oi, Rui! O pedido 88 saiu para entrega.').waitFor();
      await received('5511971110002', 'template');
    });

  if (isWhole)
    it('fits a phone', async () => {
      const { page } = await app.signIn('ana@demo.local', PHONE);
      await openTicket(page, 'Rui Alves');
      expect(await layoutFlaws(page)).toEqual([]);
      await page.getByRole('button', { name: 'Enviar modelo' }).click();
      const dialog = picker(page);
      await dialog.getByRole('button', { name: /^parcel_arrived/ }).waitFor();
      expect(await layoutFlaws(page)).toEqual([]);
      expect(await smallTargets(page)).toEqual([]);
      await keepScreenshot(page, 'template-choice-phone');
      await dialog.getByRole('button', { name: /^parcel_arrived/ }).click();
      await dialog.getByRole('textbox', { name: 'Campo {{1}}' }).fill('Rui');
      expect(await layoutFlaws(page)).toEqual([]);
      expect(await smallTargets(page)).toEqual([]);
      await keepScreenshot(page, 'template-values-phone');
    });
});

it('a new ticket says that the first message must be a template', async () => {
  const { page } = ana;
  await page.getByRole('button', { name: 'Novo atendimento' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Novo atendimento' });
  await choose(dialog, /Conexão/, 'API oficial');
  await dialog.getByText('Nesta conexão, comece com um modelo').waitFor();
  await expect.poll(() => dialog.getByText('Esta conexão só responde').count()).toBe(0);
  await dialog.getByRole('button', { name: 'Cancelar' }).click();
  await page.getByRole('button', { name: 'Descartar' }).click();
  await dialog.waitFor({ state: 'hidden' });
});

describe('managing templates', () => {
  it('a new one is reviewed and approved', async () => {
    const { page } = ana;
    await page.goto(`${app.stack.url}/connections`);
    await rowAction(lineOf(page, 'API oficial'), 'Modelos de mensagem');
    await lineOf(page, 'order_update').waitFor();
    await page.getByText('lidos da Meta:').waitFor();
    await page.getByRole('button', { name: 'Novo modelo' }).click();
    const dialog = page.getByRole('dialog', { name: 'Novo modelo' });
    const name = dialog.getByRole('textbox', { name: 'Nome' });
    await name.fill('Pedido Pronto');
    await expect.poll(() => name.inputValue()).toBe('pedido_pronto');
    await choose(dialog, /Título/, 'Texto');
    await dialog.getByRole('textbox', { name: 'Texto do título' }).fill('Pedido pronto');
    const text = dialog.getByRole('textbox', { name: 'Texto', exact: true });
    await text.fill('Oi, ');
    await dialog.getByRole('button', { name: 'Inserir campo' }).click();
    await expect.poll(() => text.inputValue()).toBe('Oi, {{1}}');
    await text.press('End');
    await page.keyboard.type('! Pode retirar.');
    await dialog.getByRole('button', { name: 'Adicionar botão' }).click();
    await page.getByRole('menuitem', { name: 'Abrir endereço' }).click();
    await dialog.getByRole('textbox', { name: 'Texto do botão' }).fill('Acompanhar');
    await dialog.getByRole('textbox', { name: 'Endereço' }).fill('https://loja.example/{{1}}');
    await dialog.getByRole('button', { name: 'Enviar para análise' }).click();
    await expect.poll(() => dialog.getByText('Obrigatório').count()).toBe(2);
    await dialog.getByRole('textbox', { name: 'Exemplo de {{1}}' }).fill('Maria');
    await dialog.getByRole('textbox', { name: 'Exemplo do final do endereço' }).fill('77');
    await dialog
      .getByRole('region', { name: 'Prévia' })
      .getByText('Oi, Maria! Pode retirar.')
      .first()
      .waitFor();
    expect(await accessibilityFlaws(page)).toEqual([]);
    await keepScreenshot(page, 'template-form-desktop');
    await dialog.getByRole('button', { name: 'Enviar para análise' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await lineOf(page, 'pedido_pronto').getByText('Aprovado').waitFor();
    await keepScreenshot(page, 'templates-desktop');
  });

  if (isWhole)
    it('one with a picture in its header is reviewed, approved and sent', async () => {
      const { page } = ana;
      await openTemplates(page);
      await page.getByRole('button', { name: 'Novo modelo' }).click();
      const dialog = page.getByRole('dialog', { name: 'Novo modelo' });
      await dialog.getByRole('textbox', { name: 'Nome' }).fill('festa_na_loja');
      await dialog.getByRole('textbox', { name: 'Texto', exact: true }).fill('A festa é no sábado.');
      await choose(dialog, /Título/, 'Vídeo');
      await dialog.getByText('MP4 de até 16 MB.').waitFor();
      await choose(dialog, /Título/, 'Imagem');
      await dialog.getByText('JPEG ou PNG de até 5 MB.').waitFor();
      await dialog.getByRole('button', { name: 'Enviar para análise' }).click();
      await dialog.getByText('Obrigatório').waitFor();
      const input = dialog.getByLabel('Escolher imagem');
      await input.setInputFiles({ name: 'festa.pdf', mimeType: 'application/pdf', buffer: PDF });
      await dialog.getByText('Este tipo de arquivo não pode ser enviado').waitFor();
      const tooLarge = Buffer.concat([PNG, Buffer.alloc(5 * 1024 * 1024)]);
      await input.setInputFiles({ name: 'festa.png', mimeType: 'image/png', buffer: tooLarge });
      await dialog.getByText('Acima do limite de 5 MB').waitFor();
      await input.setInputFiles({ name: 'festa.png', mimeType: 'image/png', buffer: PNG });
      await dialog.getByText('Acima do limite de 5 MB').waitFor({ state: 'detached' });
      await dialog.getByRole('region', { name: 'Prévia' }).locator('img').waitFor();
      expect(await accessibilityFlaws(page)).toEqual([]);
      await keepScreenshot(page, 'template-form-file-desktop');
      const answer = page.waitForResponse(
        (response) =>
          response.request().method() === 'POST' && response.url().endsWith('/api/message-templates'),
      );
      await dialog.getByRole('button', { name: 'Enviar para análise' }).click();
      expect(await (await answer).json()).toMatchObject({ status: 'PENDING', header: { kind: 'image' } });
      await dialog.waitFor({ state: 'hidden' });
      await lineOf(page, 'festa_na_loja').getByText('Aprovado').waitFor();

      await page.goto(`${app.stack.url}/tickets`);
      await openTicket(page, 'Lia Prado');
      await sendMore(page, 'Modelo de mensagem');
      await picker(page)
        .getByRole('button', { name: /^festa_na_loja/ })
        .click();
      const picture = { name: 'convite.png', mimeType: 'image/png', buffer: PNG };
      await picker(page).getByLabel('Escolher imagem').setInputFiles(picture);
      await picker(page).getByRole('button', { name: 'Enviar modelo' }).click();
      await picker(page).waitFor({ state: 'hidden' });
      await bubbleOf(page, 'A festa é no sábado.').getByRole('img').first().waitFor();
      await expect
        .poll(async () => {
          const line = (await phoneOf('5511971110001')).at(-1);
          return [line?.text, line?.media?.mimeType];
        }, POLL)
        .toEqual(['A festa é no sábado.', 'image/png']);
    });

  if (isWhole)
    it('a refused one shows the provider’s explanation, and a rejected one the reason', async () => {
      const { page } = ana;
      await openTemplates(page);
      await page.getByRole('button', { name: 'Novo modelo' }).click();
      const dialog = page.getByRole('dialog', { name: 'Novo modelo' });
      await dialog.getByRole('textbox', { name: 'Nome' }).fill('order_update');
      await dialog.getByRole('textbox', { name: 'Texto', exact: true }).fill('Seu pedido saiu.');
      await dialog.getByRole('button', { name: 'Enviar para análise' }).click();
      await dialog.getByText(/A Meta recusou o modelo: .*already exists/).waitFor();
      await dialog.getByRole('textbox', { name: 'Nome' }).fill('rejected_offer');
      await dialog.getByRole('button', { name: 'Enviar para análise' }).click();
      await dialog.waitFor({ state: 'hidden' });
      const line = lineOf(page, 'rejected_offer');
      await line.getByText('Recusado').waitFor();
      await expect.poll(() => line.textContent()).toContain('O formato não serve.');
    });

  it('one is deleted after a warning that names what is lost', async () => {
    const { page } = ana;
    await openTemplates(page);
    await rowAction(lineOf(page, 'weekend_offer'), 'Excluir');
    const dialog = page.getByRole('dialog', { name: 'Excluir o modelo weekend_offer?' });
    await dialog.getByText('fica bloqueado na Meta por 30 dias').waitFor();
    await dialog.getByRole('button', { name: 'Excluir modelo' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await lineOf(page, 'weekend_offer').waitFor({ state: 'detached' });
    await expect.poll(() => lineOf(page, 'order_update').count()).toBe(1);
  });

  if (isWhole)
    it('fits a phone', async () => {
      const { page } = await app.signIn('ana@demo.local', PHONE);
      await openTemplates(page);
      expect(await layoutFlaws(page)).toEqual([]);
      expect(await smallTargets(page)).toEqual([]);
      await keepScreenshot(page, 'templates-phone');
      await page.getByRole('button', { name: 'Novo modelo' }).click();
      await page
        .getByRole('dialog', { name: 'Novo modelo' })
        .getByRole('textbox', { name: 'Nome' })
        .waitFor();
      expect(await layoutFlaws(page)).toEqual([]);
      expect(await smallTargets(page)).toEqual([]);
      await keepScreenshot(page, 'template-form-phone');
    });
});
