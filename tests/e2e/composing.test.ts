import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PDF, PNG } from '../factories/files.ts';
import { type Customer, disconnect, setFault, waitConnected } from '../support/customer.ts';
import { isWhole } from '../support/depth.ts';
import { type App, startApp, type Visitor } from './support/app.ts';
import { bubbleOf, choose, longPress, openTab, openTicket, rowOf, say, sendMore } from './support/inbox.ts';
import { keepScreenshot } from './support/keep-screenshot.ts';

const POLL = { timeout: 60_000, interval: 100 } as const;
const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true } as const;
const WAITS = 'Aguardando conexão com a internet';

let app: App;
let ana: Visitor;
let lia: Customer;

/** Returns the visible texts that start with a word, top to bottom. */
const shown = async (word: string): Promise<string[]> => {
  const texts = await ana.page.getByRole('log').getByRole('article').allInnerTexts();
  return texts.flatMap((text) => new RegExp(`${word} \\w+`).exec(text)?.[0] ?? []);
};

beforeAll(async () => {
  app = await startApp();
  lia = app.customer('5511987650091', 'Lia Duarte');
  ana = await app.signIn('ana@demo.local');
});
afterAll(() => app?.stop());

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

describe('the focus', () => {
  it('is in the composer when a ticket is accepted or opened', async () => {
    const { page } = ana;
    const field = page.getByRole('textbox', { name: 'Mensagem', exact: true });
    const isFocused = () => field.evaluate((element) => element.matches(':focus'));
    await expect.poll(isFocused, POLL).toBe(true);
    await field.pressSequentially('Rascunho ');
    await openTab(page, 'Abertos');
    await openTicket(page, 'Juliana Barros');
    await expect.poll(isFocused, POLL).toBe(true);
    await openTicket(page, lia.name);
    await expect.poll(isFocused, POLL).toBe(true);
    await field.pressSequentially('da Lia');
    await expect.poll(() => field.inputValue()).toBe('Rascunho da Lia');
    await field.fill('');
  });

  if (isWhole)
    it('is in the choice field of a newly opened dialog', async () => {
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
        [() => sendMore(page, 'Enviar contato'), 'Contato'],
        [() => page.locator('header').getByRole('button', { name: 'Transferir' }).click(), /Fila/],
        [() => page.getByRole('button', { name: 'Novo atendimento' }).first().click(), 'Contato'],
      ];
      // On the second time the data is already loaded, so the dialog opens while the menu still closes.
      for (const [open, name] of [...opens, ...opens]) {
        await open();
        const field = dialog.getByRole('combobox', { name });
        await expect.poll(() => field.evaluate((element) => element.matches(':focus')), POLL).toBe(true);
        await page.keyboard.press('Escape');
        await dialog.waitFor({ state: 'hidden' });
      }
    });
});

describe('messages written while offline', () => {
  const typed = ['Linha um', 'Linha dois', 'Linha tres', 'Linha quatro', 'Linha cinco', 'Linha seis'];

  it('wait in their conversation, and are sent in order after the reconnect', async () => {
    const { page, context } = ana;
    await bubbleOf(page, 'Oi, sou a Lia').waitFor();
    await context.setOffline(true);
    for (const text of typed) await say(page, text);
    for (const text of typed)
      await bubbleOf(page, text).getByRole('status').filter({ hasText: WAITS }).waitFor();
    await expect.poll(() => page.getByRole('log').getByText('Não enviada').count()).toBe(0);
    expect(await shown('Linha')).toEqual(typed);
    await lia.write('Linha zero, da Lia');
    await context.setOffline(false);
    for (const text of typed) await bubbleOf(page, text).getByTestId('ticks-delivered').waitFor();
    const arrived = (await lia.received()).flatMap(({ text = '' }) => /Linha \w+/.exec(text)?.[0] ?? []);
    expect(arrived.filter((text) => text !== 'Linha zero')).toEqual(typed);
    await bubbleOf(page, 'Linha zero').waitFor();
    expect((await shown('Linha')).filter((text) => text !== 'Linha zero')).toEqual(typed);
    await expect.poll(() => page.getByText(WAITS).count()).toBe(0);
  });
});

if (isWhole)
  describe('several dropped files', () => {
    it('show a reason for each refused file before anything is sent; the others are sent', async () => {
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
      await expect.poll(() => page.getByRole('log').getByText('Não enviada').count()).toBe(0);
    });
  });

describe('a disconnected number', () => {
  it('is shown to attendants, and waiting messages are sent in order after it reconnects', async () => {
    const { page } = ana;
    await disconnect(app.stack.url);
    await page.getByText('está desconectada.').waitFor();
    await page.getByText('O que você enviar espera até 80 segundos por ela.').waitFor();
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

if (isWhole)
  describe('an edit that the contact did not get', () => {
    it('is shown on its message, and can be retried', async () => {
      const { page } = ana;
      await say(page, 'Chega às 15h.');
      const bubble = bubbleOf(page, 'Chega às 15h.');
      await bubble.getByTestId('ticks-delivered').waitFor();
      await setFault(app.stack.url, 'refuse', 1);
      await bubble.getByRole('button', { name: 'Ações da mensagem' }).click();
      await page.getByRole('menuitem', { name: 'Editar' }).click();
      await say(page, 'Chega às 16h.');
      const edited = bubbleOf(page, 'Chega às 16h.');
      await edited.getByText('O contato não recebeu a edição: o WhatsApp recusou').waitFor();
      await keepScreenshot(page, 'failed-edit');
      await edited.getByRole('button', { name: 'Reenviar' }).click();
      await lia.gets(({ text = '', edited: is }) => is === true && text.includes('16h'), 'the edit');
      await edited.getByText('O contato não recebeu').waitFor({ state: 'detached' });
    });
  });

if (isWhole)
  describe('writing a message', () => {
    it('finds an emoji by its name', async () => {
      const { page } = ana;
      const field = page.getByRole('textbox', { name: 'Mensagem', exact: true });
      await field.pressSequentially('Combinado :polegar');
      const choice = page.getByRole('listbox', { name: 'Emojis com este nome' });
      await choice.getByRole('option').first().waitFor();
      await keepScreenshot(page, 'emoji-by-name');
      const wanted = choice.getByRole('option').nth(1);
      const emoji = (await wanted.locator('span').first().textContent()) ?? '';
      await field.press('ArrowDown');
      await field.press('Enter');
      await expect.poll(() => field.inputValue()).toBe(`Combinado ${emoji} `);
      await field.pressSequentially('às 10:30 :pol');
      await choice.waitFor();
      await field.press('Escape');
      await choice.waitFor({ state: 'detached' });
      await expect.poll(() => field.inputValue()).toBe(`Combinado ${emoji} às 10:30 :pol`);
      await field.fill('');
    });

    it('shows the text of a draft in the list', async () => {
      const { page } = ana;
      const field = page.getByRole('textbox', { name: 'Mensagem', exact: true });
      await field.fill('Já te mando o *orçamento*');
      await openTicket(page, 'Juliana Barros');
      await rowOf(page, lia.name).getByText('Já te mando o orçamento').waitFor();
      await openTicket(page, lia.name);
      await field.fill('');
    });

    it('collapses a very long message', async () => {
      const { page } = ana;
      await say(page, Array.from({ length: 60 }, (_, line) => `Linha do pedido ${line}`).join('\n'));
      const bubble = bubbleOf(page, 'Linha do pedido 0');
      const more = bubble.getByRole('button', { name: 'Mostrar mais' });
      await more.waitFor();
      const heightOf = async () => (await bubble.boundingBox())?.height ?? 0;
      const folded = await heightOf();
      expect(folded).toBeLessThan(480);
      await more.click();
      await expect.poll(heightOf, POLL).toBeGreaterThan(folded * 2);
      await bubble.getByRole('button', { name: 'Mostrar menos' }).click();
      await expect.poll(heightOf, POLL).toBe(folded);
    });
  });

describe('a found message', () => {
  it('is highlighted when its conversation opens, with the messages before and after it', async () => {
    const { page } = ana;
    for (let index = 1; index <= 70; index++) await lia.write(`Pedido ${index}.`);
    await bubbleOf(page, 'Pedido 70.').waitFor();
    const log = page.getByRole('log');
    const wanted = bubbleOf(page, 'Pedido 8.');
    await expect
      .poll(async () => {
        await log.evaluate((element) => element.scrollBy({ top: -element.clientHeight / 2 }));
        return wanted.count();
      }, POLL)
      .toBe(1);
    const id = await wanted.getAttribute('data-message-id');
    const url = new URL(page.url());
    await page.goto(`${url.origin}${url.pathname}?message=${id}`);
    await wanted.and(page.locator('[aria-current]')).waitFor();
    const [box, frame] = [await wanted.boundingBox(), await log.boundingBox()];
    expect(box?.y ?? 0).toBeGreaterThan(frame?.y ?? 0);
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThan((frame?.y ?? 0) + (frame?.height ?? 0));
    await keepScreenshot(page, 'found-message');
    for (const direction of ['older', 'newer'] as const) {
      const end = direction === 'older' ? 'Oi, sou a Lia' : 'Pedido 70.';
      await expect
        .poll(async () => {
          await log.evaluate(
            (element, top) => element.scrollTo({ top: top ? 0 : element.scrollHeight }),
            direction === 'older',
          );
          return bubbleOf(page, end).count();
        }, POLL)
        .toBe(1);
    }
    await page.goto(`${url.origin}${url.pathname}?message=${id}`);
    await wanted.waitFor();
    await say(page, 'Sobre o pedido 8: já foi.');
    await bubbleOf(page, 'Sobre o pedido 8').getByTestId('ticks-delivered').waitFor();
    await bubbleOf(page, 'Pedido 70.').waitFor();
    expect(page.url()).not.toContain('message=');
  });
});

describe('undoing an action', () => {
  it('restores a ticket that was resolved without a farewell', async () => {
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
    await expect
      .poll(() => page.evaluate('document.activeElement?.textContent'), POLL)
      .toBe('Resolver sem despedida');
    await page.keyboard.press('Enter');
    // The next ticket of the list opens.
    await page.waitForURL((address) => address.href !== url);
    const undo = page.getByRole('button', { name: 'Desfazer' });
    // Clicked twice, as impatient users do: the action is undone only once.
    let asked = 0;
    page.on('request', (request) => {
      if (request.method() === 'PUT' && request.url().includes('/tickets/')) asked += 1;
    });
    await undo.dblclick();
    await page.waitForURL(url);
    await page.getByRole('textbox', { name: 'Mensagem', exact: true }).waitFor();
    await undo.waitFor({ state: 'detached' });
    expect(asked).toBe(1);
  });

  if (isWhole)
    it('keeps a returned ticket open next to its new list, with the notice above the composer', async () => {
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

if (isWhole)
  describe('on a phone', () => {
    it('a long press on a message opens its actions and activates nothing else in it', async () => {
      const { page } = await app.signIn('ana@demo.local', PHONE);
      await openTicket(page, lia.name);
      await bubbleOf(page, 'Pedido 70.').waitFor();
      await longPress(page, 'Pedido 70.');
      await keepScreenshot(page, 'long-press');
      await page.getByRole('menuitem', { name: 'Responder' }).click();
      await page.getByRole('button', { name: 'Cancelar' }).waitFor();
    });

    it('going back first closes the topmost layer, then leaves the conversation', async () => {
      const { page } = await app.signIn('ana@demo.local', PHONE);
      await openTicket(page, lia.name);
      const field = page.getByRole('textbox', { name: 'Mensagem', exact: true });
      await field.waitFor();
      // The on-screen keyboard does not open.
      expect(await field.evaluate((element) => element.matches(':focus'))).toBe(false);
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
    });
  });

describe('a connection that stays disconnected', () => {
  it('R26: shows unsent messages within 90 s, and retries all of them at once, in order', async () => {
    const { page } = ana;
    await openTab(page, 'Abertos');
    await openTicket(page, lia.name);
    await disconnect(app.stack.url);
    await page.getByText('está desconectada.').waitFor();
    const saidMs = Date.now();
    const texts = ['Tarde um', 'Tarde dois'];
    for (const text of texts) {
      // Shown as waiting before the server has it, whose clock gives it its time.
      const stored = page.waitForResponse(
        // Not the notice that a person is typing.
        (response) =>
          response.request().method() === 'POST' &&
          /\/api\/messages\/\d+$/.test(response.url()) &&
          response.ok(),
      );
      await say(page, text);
      await stored;
    }
    for (const text of texts) await bubbleOf(page, text).getByTestId('ticks-waiting').waitFor();
    // The clock skips most of the wait; only its end passes in real time.
    app.stack.setTime(saidMs + 75_000);
    await expect.poll(() => page.getByText(/^Não enviada: /).count()).toBe(0);
    for (const text of texts)
      await bubbleOf(page, text)
        .getByText(/^Não enviada: /)
        .waitFor();
    expect(Date.now() - saidMs).toBeLessThan(90_000);
    await page.getByRole('button', { name: 'Ver conexões' }).click();
    await page.getByRole('button', { name: 'Tentar de novo' }).click();
    await waitConnected(app.stack.url);
    await page.goBack();
    await page.getByText('2 mensagens não saíram').waitFor();
    await keepScreenshot(page, 'number-back');
    await page.getByRole('button', { name: 'Reenviar todas' }).click();
    for (const text of texts) await bubbleOf(page, text).getByTestId('ticks-delivered').waitFor();
    await page.getByText('2 mensagens não saíram').waitFor({ state: 'detached' });
    const arrived = (await lia.received()).flatMap(({ text = '' }) => /Tarde \w+/.exec(text)?.[0] ?? []);
    expect(arrived).toEqual(texts);
  });
});

it('no page throws an error', () => {
  expect(app.complaints).toEqual([]);
});
