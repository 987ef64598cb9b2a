import type { Locator } from 'playwright-core';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { PDF, PNG } from '../factories/files.ts';
import { type App, startApp, type Visitor } from './support/app.ts';
import { type Customer, disconnect, waitConnected } from './support/customer.ts';
import { bubbleOf, choose, openTab, openTicket, say } from './support/inbox.ts';
import { keepScreenshot } from './support/keep-screenshot.ts';

const POLL = { timeout: 30_000, interval: 100 } as const;
const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true } as const;
const WAITS = 'Aguardando conexão com a internet';

let app: App;
let ana: Visitor;
let lia: Customer;

/** What is shown, top to bottom, of the texts that begin with a word. */
const shown = async (word: string): Promise<string[]> => {
  const texts = await ana.page.getByRole('log').getByRole('article').allInnerTexts();
  return texts.flatMap((text) => new RegExp(`${word} \\w+`).exec(text)?.[0] ?? []);
};

beforeAll(async () => {
  app = await startApp();
  lia = app.customer('5511987650091', 'Lia Duarte');
  ana = await app.signIn('ana@demo.local');
  return app.stop;
});
beforeEach(({ onTestFailed, task }) => onTestFailed(() => app.keepEvidence(task.name)));

it('a conversation is accepted', async () => {
  const { page } = ana;
  await lia.write('Oi, sou a Lia');
  await openTab(page, 'Aguardando');
  await page.getByRole('button', { name: `Aceitar ${lia.name}` }).click();
  const dialog = page.getByRole('dialog', { name: 'Em qual fila?' });
  await choose(dialog, /Fila/, 'Vendas');
  await dialog.getByRole('button', { name: 'Aceitar' }).click();
  await page.getByRole('heading', { name: lia.name, level: 1 }).waitFor();
});

describe('the cursor', () => {
  it('is in the composer when a ticket was accepted or is opened', async () => {
    const { page } = ana;
    const field = page.getByRole('textbox', { name: 'Mensagem', exact: true });
    const isFocused = () => field.evaluate((element) => element === document.activeElement);
    await expect.poll(isFocused, POLL).toBe(true);
    await field.pressSequentially('Rascunho ');
    await openTab(page, 'Abertos');
    await openTicket(page, 'Juliana Barros');
    await expect.poll(isFocused, POLL).toBe(true);
    await openTicket(page, lia.name);
    await expect.poll(isFocused, POLL).toBe(true);
    await field.pressSequentially('da Lia');
    expect(await field.inputValue()).toBe('Rascunho da Lia');
    await field.fill('');
  });

  it('is in the field of what is opened to choose', async () => {
    const { page } = ana;
    const bubble = bubbleOf(page, 'Oi, sou a Lia');
    const dialog = page.getByRole('dialog');
    const forward = async () => {
      await bubble.hover();
      await bubble.getByRole('button', { name: 'Ações da mensagem' }).click();
      await page.getByRole('menuitem', { name: 'Encaminhar' }).click();
    };
    const opens: [open: () => Promise<void>, field: string | RegExp][] = [
      [forward, 'Para'],
      [() => page.getByRole('button', { name: 'Enviar contato' }).click(), 'Contato'],
      [() => page.locator('header').getByRole('button', { name: 'Transferir' }).click(), /Fila/],
      [() => page.getByRole('button', { name: 'Novo atendimento' }).first().click(), 'Contato'],
    ];
    // What is opened again has been fetched before: it comes while what opened it still goes.
    for (const [open, name] of [...opens, ...opens]) {
      await open();
      const field = dialog.getByRole('combobox', { name });
      await expect
        .poll(() => field.evaluate((element) => element === document.activeElement), POLL)
        .toBe(true);
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'hidden' });
    }
  });
});

describe('messages typed while the line is down', () => {
  const typed = ['Linha um', 'Linha dois', 'Linha tres', 'Linha quatro', 'Linha cinco', 'Linha seis'];

  it('wait where they were written, and leave in their order when it is back', async () => {
    const { page, context } = ana;
    await bubbleOf(page, 'Oi, sou a Lia').waitFor();
    await context.setOffline(true);
    for (const text of typed) await say(page, text);
    for (const text of typed)
      await bubbleOf(page, text).getByRole('status').filter({ hasText: WAITS }).waitFor();
    expect(await page.getByRole('log').getByText('Não enviada').count()).toBe(0);
    expect(await shown('Linha')).toEqual(typed);
    await lia.write('Linha zero, da Lia');
    await context.setOffline(false);
    for (const text of typed) await bubbleOf(page, text).getByTestId('ticks-delivered').waitFor();
    const arrived = (await lia.received()).flatMap(({ text = '' }) => /Linha \w+/.exec(text)?.[0] ?? []);
    expect(arrived.filter((text) => text !== 'Linha zero')).toEqual(typed);
    await bubbleOf(page, 'Linha zero').waitFor();
    expect((await shown('Linha')).filter((text) => text !== 'Linha zero')).toEqual(typed);
    expect(await page.getByText(WAITS).count()).toBe(0);
  });
});

describe('files that are dropped together', () => {
  it('are refused one by one, with the reason, before anything is sent; the rest go', async () => {
    const { page } = ana;
    await page.locator('input[type=file][multiple]').setInputFiles([
      { name: 'etiqueta.png', mimeType: 'image/png', buffer: PNG },
      { name: 'vazio.pdf', mimeType: 'application/pdf', buffer: Buffer.alloc(0) },
      { name: 'pagina.html', mimeType: 'text/html', buffer: Buffer.from('<p>Oi</p>') },
      { name: 'manual.pdf', mimeType: 'application/pdf', buffer: PDF },
    ]);
    const dialog = page.getByRole('dialog', { name: 'Enviar 2 arquivos' });
    const item = (name: string) => dialog.getByRole('listitem').filter({ hasText: name });
    await item('vazio.pdf').getByText('O arquivo está vazio').waitFor();
    await item('pagina.html').getByText('Este tipo de arquivo não pode ser enviado').waitFor();
    await keepScreenshot(page, 'refused-files');
    await dialog.getByRole('button', { name: 'Remover manual.pdf' }).click();
    const one = page.getByRole('dialog', { name: 'Enviar 1 arquivo' });
    await one.getByLabel('Legenda de etiqueta.png').fill('Só esta');
    await one.getByRole('button', { name: 'Enviar' }).click();
    await lia.gets(({ type, text }) => type === 'image' && text === 'Só esta', 'the picture');
    expect((await lia.received()).filter(({ type }) => type === 'document')).toEqual([]);
    expect(await page.getByRole('log').getByText('Não enviada').count()).toBe(0);
  });
});

describe('a number that is down', () => {
  it('is said to attendants, and what waited leaves by itself, in order, when it is back', async () => {
    const { page } = ana;
    await disconnect(app.stack.url);
    await page.getByText('está desconectada.').waitFor();
    await page.getByText('O que você enviar espera até 60 segundos por ela.').waitFor();
    await say(page, 'Fora um');
    await say(page, 'Fora dois');
    await bubbleOf(page, 'Fora dois').getByTestId('ticks-waiting').waitFor();
    await keepScreenshot(page, 'number-down');
    await page.getByRole('button', { name: 'Ver conexões' }).click();
    await page.getByRole('button', { name: 'Tentar de novo' }).click();
    await waitConnected(app.stack.url);
    await page.goBack();
    for (const text of ['Fora um', 'Fora dois'])
      await bubbleOf(page, text).getByTestId('ticks-delivered').waitFor();
    const arrived = (await lia.received()).flatMap(({ text = '' }) => /Fora \w+/.exec(text)?.[0] ?? []);
    expect(arrived).toEqual(['Fora um', 'Fora dois']);
    await page.getByText('está desconectada.').waitFor({ state: 'detached' });
  });
});

describe('what is done by mistake', () => {
  it('a ticket resolved without a word to the customer is taken back, where it was', async () => {
    const { page } = ana;
    await openTicket(page, 'Juliana Barros');
    const url = page.url();
    const resolve = page.locator('header').getByRole('button', { name: 'Resolver' });
    const dialog = page.getByRole('dialog', { name: 'Resolver atendimento' });
    for (const leave of [() => page.keyboard.press('Escape'), () => dialog.getByText('Cancelar').click()]) {
      await resolve.click();
      await dialog.waitFor();
      await leave();
      await dialog.waitFor({ state: 'hidden' });
    }
    await resolve.click();
    await expect.poll(() => page.evaluate('document.activeElement?.textContent'), POLL).toBe('Sem despedida');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/tickets');
    const undo = page.getByRole('button', { name: 'Desfazer' });
    await undo.click();
    await page.waitForURL(url);
    await page.getByRole('textbox', { name: 'Mensagem', exact: true }).waitFor();
  });

  it('a ticket given back stays open beside its new list, and the notice above what is written in', async () => {
    const { page } = ana;
    const url = page.url();
    await page.locator('header').getByRole('button', { name: 'Devolver à fila' }).click();
    await page.getByRole('tab', { name: /Aguardando/, selected: true }).waitFor();
    expect(page.url()).toBe(url);
    const undo = page.getByRole('button', { name: 'Desfazer' });
    const notice = await undo.boundingBox();
    const below = await page.getByText('Aceite o atendimento para responder.').boundingBox();
    expect((notice?.y ?? 0) + (notice?.height ?? 0)).toBeLessThan(below?.y ?? 0);
    await undo.click();
    await page.getByRole('tab', { name: /Abertos/, selected: true }).waitFor();
    expect(page.url()).toBe(url);
  });
});

describe('on a phone', () => {
  it('going back closes what is on top first, then leaves the conversation', async () => {
    const { page } = await app.signIn('ana@demo.local', PHONE);
    await openTicket(page, lia.name);
    const field = page.getByRole('textbox', { name: 'Mensagem', exact: true });
    await field.waitFor();
    // No keyboard of glass is called up.
    expect(await field.evaluate((element) => element === document.activeElement)).toBe(false);
    const url = page.url();
    const transfer = page.getByRole('dialog', { name: 'Transferir atendimento' });
    const emoji = page.getByPlaceholder('Buscar emoji');
    const menu = page.getByRole('menu');
    const openMenu = () => page.locator('header').getByRole('button', { name: 'Mais ações' }).click();
    const layers: [Locator, () => Promise<void>][] = [
      [
        page.getByRole('heading', { name: 'Contato', exact: true }),
        () => page.getByRole('button', { name: 'Dados do contato' }).click(),
      ],
      [emoji, () => page.getByRole('button', { name: 'Inserir emoji' }).click()],
      [menu, openMenu],
      [
        transfer,
        async () => {
          await openMenu();
          await page.getByRole('menuitem', { name: 'Transferir' }).click();
        },
      ],
    ];
    for (const [layer, open] of layers) {
      await open();
      await layer.waitFor();
      await page.evaluate('history.back()');
      await layer.waitFor({ state: 'hidden' });
      expect(page.url()).toBe(url);
    }
    await openMenu();
    await page.keyboard.press('Escape');
    await menu.waitFor({ state: 'hidden' });
    await page.evaluate('history.back()');
    await page.waitForURL('**/tickets');
    await page.context().close();
  });
});

it('pages threw nothing meanwhile', () => {
  expect(app.complaints).toEqual([]);
});
