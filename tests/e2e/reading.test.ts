import { CHAT_BOX_ANSWERS } from '@prosa/shared/events/catalogue.ts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readOnPhone } from '../support/customer.ts';
import { isWhole } from '../support/depth.ts';
import { type App, enter, startApp } from './support/app.ts';
import { bubbleOf, choose, openTab, openTicket, rowOf, say } from './support/inbox.ts';
import { keepScreenshot } from './support/keep-screenshot.ts';

/** More than two pages of messages. */
const UNREAD = 45;

let app: App;

/** Records the method, path and query of every following request to the API. */
const recordRequests = (page: Page): string[] => {
  const requests: string[] = [];
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    if (pathname.startsWith('/api/')) requests.push(`${request.method()} ${pathname}${search}`);
  });
  return requests;
};

beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app?.stop());

/** Script for a page: records which heading is shown when messages are requested. */
const RECORD_HEADINGS = `(() => {
  globalThis.headings = [];
  const { fetch } = globalThis;
  globalThis.fetch = (request, ...rest) => {
    if (String(request.url ?? request).includes('/api/messages/')) headings.push(document.querySelector('h1').textContent);
    return fetch(request, ...rest);
  };
})()`;

it('messages are requested on the click, before the ticket is rendered', async () => {
  const { page } = await app.signIn('ana@demo.local');
  await openTicket(page, 'Juliana Barros');
  await bubbleOf(page, 'Que delícia de projeto').first().waitFor();
  await page.evaluate(RECORD_HEADINGS);
  await openTicket(page, 'Gustavo Henrique Prado');
  await page.getByRole('log').getByRole('article').first().waitFor();
  expect((await page.evaluate<string[]>('headings'))[0]).toBe('Juliana Barros');
  await page.context().close();
});

const asksForMessages = (request: string): boolean => /^GET \/api\/messages\/[\da-f-]{36}\?/.test(request);
const asksForList = (request: string): boolean => request.startsWith('GET /api/tickets?');

/**
 * Opens no WebSocket connection of the page's next documents until `open` is called, which waits until the room of the
 * conversation is joined.
 */
const holdLiveChannel = async (page: Page): Promise<{ open: () => Promise<void> }> => {
  const mayOpen = Promise.withResolvers<void>();
  const joined = Promise.withResolvers<void>();
  await page.routeWebSocket(/\/ws\?/, async (socket) => {
    await mayOpen.promise;
    const server = socket.connectToServer();
    server.onMessage((frame) => {
      socket.send(frame);
      if (frame.includes(CHAT_BOX_ANSWERS.joined)) joined.resolve();
    });
  });
  return {
    open: () => {
      mayOpen.resolve();
      return joined.promise;
    },
  };
};

if (isWhole)
  it('on loading and on signing in, requests nothing twice', async () => {
    const { page } = await app.open();
    const settings = page.waitForResponse((response) => response.url().endsWith('/api/public-settings'));
    await page.goto(`${app.stack.url}/login`);
    await settings;
    await page.waitForLoadState('networkidle');
    const requests = recordRequests(page);
    const settle = async (): Promise<void> => {
      await page.getByRole('tab', { name: /^Abertos \d/ }).waitFor();
      await page.waitForLoadState('networkidle');
      expect(requests.filter((request, at) => requests.indexOf(request) !== at)).toEqual([]);
      expect(requests.filter((request) => request.includes('/count'))).toHaveLength(4);
      expect(requests.filter(asksForList)).not.toEqual([]);
      requests.length = 0;
    };
    await enter(page, 'ana@demo.local', app.stack.adminPassword);
    await settle();
    await page.reload();
    await settle();
    await openTicket(page, 'Juliana Barros');
    await bubbleOf(page, 'Que delícia de projeto').first().waitFor();
    await page.waitForLoadState('networkidle');
    requests.length = 0;
    await page.reload();
    await settle();
    await page.context().close();
  });

describe('what is shown before the live channel opens', () => {
  it('is not requested again if nothing has changed', async () => {
    const { page } = await app.signIn('ana@demo.local');
    await openTicket(page, 'Juliana Barros');
    await bubbleOf(page, 'Que delícia de projeto').first().waitFor();
    const liveChannel = await holdLiveChannel(page);
    await page.reload();
    await bubbleOf(page, 'Que delícia de projeto').first().waitFor();
    await rowOf(page, 'Juliana Barros').waitFor();
    const requests = recordRequests(page);
    await liveChannel.open();
    await page.waitForLoadState('networkidle');
    expect(requests.filter(asksForMessages)).toEqual([]);
    expect(requests.filter(asksForList)).toEqual([]);
  });

  it('shows a message that came in between', async () => {
    const juliana = app.customer('5511987650117', 'Juliana Barros');
    const { page } = await app.signIn('ana@demo.local');
    await openTicket(page, juliana.name);
    const liveChannel = await holdLiveChannel(page);
    await page.reload();
    await bubbleOf(page, 'Que delícia de projeto').first().waitFor();
    const other = await page.context().newPage();
    await other.goto(page.url());
    await bubbleOf(other, 'Que delícia de projeto').first().waitFor();
    await juliana.write('Chegou no meio do caminho.');
    await bubbleOf(other, 'Chegou no meio do caminho.').waitFor();
    await expect.poll(() => bubbleOf(page, 'Chegou no meio do caminho.').count()).toBe(0);
    const requests = recordRequests(page);
    await liveChannel.open();
    await bubbleOf(page, 'Chegou no meio do caminho.').waitFor();
    await rowOf(page, juliana.name).getByText('Chegou no meio do caminho.').waitFor();
    expect(requests.filter(asksForList)).toHaveLength(1);
    // The next tests need a conversation without unread messages. It is marked as read some time after the opening.
    await rowOf(page, juliana.name)
      .getByText(/não lida/)
      .waitFor({ state: 'detached' });
  });
});

describe('a conversation with many unread messages', () => {
  it('opens at its first unread message, however many pages back', async () => {
    const rosa = app.customer('5511987650077', 'Rosa Nogueira');
    const { page } = await app.signIn('ana@demo.local');
    await rosa.write('Oi, sou a Rosa');
    await openTab(page, 'Aguardando');
    await rowOf(page, rosa.name)
      .getByRole('button', { name: `Aceitar ${rosa.name}` })
      .click();
    const dialog = page.getByRole('dialog', { name: 'Em qual fila?' });
    await choose(dialog, 'Fila', 'Vendas');
    await dialog.getByRole('button', { name: 'Aceitar' }).click();
    await page.getByRole('heading', { name: rosa.name, level: 1 }).waitFor();
    await say(page, 'Olá, Rosa!');
    await rosa.gets((line) => line.text?.includes('Olá, Rosa!') ?? false, 'the greeting');
    // The last request of a start, when the browser is idle.
    const started = page.waitForResponse('**/api/helps/chat');
    await page.goto(`${app.stack.url}/tickets`);
    await rowOf(page, rosa.name).waitFor();
    await started;
    for (let index = 1; index <= UNREAD; index++) await rosa.write(`Pergunta ${index}.`);
    await rowOf(page, rosa.name).getByText(`${UNREAD} mensagens não lidas`).waitFor({ state: 'attached' });

    const requests = recordRequests(page);
    await openTicket(page, rosa.name);
    const line = page.getByRole('log').getByText(`${UNREAD} mensagens não lidas`);
    await line.waitFor();
    await bubbleOf(page, 'Pergunta 1.').waitFor();
    const box = await line.boundingBox();
    const log = await page.getByRole('log').boundingBox();
    expect((box?.y ?? 0) - (log?.y ?? 0)).toBeGreaterThanOrEqual(0);
    expect((box?.y ?? 0) - (log?.y ?? 0)).toBeLessThan(120);
    await keepScreenshot(page, 'unread-line');
    await rowOf(page, rosa.name).getByText(`${UNREAD} mensagens não lidas`).waitFor({ state: 'detached' });
    // One page with all unread messages, and one small request that marks them as read.
    expect(requests.filter((request) => request.includes('/api/messages/'))).toEqual([
      expect.stringMatching(/^GET \/api\/messages\/[\da-f-]{36}\?/),
      expect.stringMatching(/^POST \/api\/messages\/read\/[\da-f-]{36}$/),
    ]);

    // The messages are now read, so the conversation opens at its end.
    await openTicket(page, 'Juliana Barros');
    await bubbleOf(page, 'Que delícia de projeto').first().waitFor();
    requests.length = 0;
    await openTicket(page, rosa.name);
    await bubbleOf(page, `Pergunta ${UNREAD}.`).waitFor();
    await expect.poll(() => page.getByRole('log').getByText('mensagens não lidas').count()).toBe(0);
    // The cached conversation is kept up to date, so it is not fetched again. The count of the bell is fetched some time
    // after the messages were read.
    expect(requests.filter((request) => !request.includes('/count?withUnreadMessages'))).toEqual([]);
  });

  it('unread messages become read as soon as the ticket on the screen is accepted', async () => {
    const elisa = app.customer('5511987650078', 'Elisa Prado');
    const { page } = await app.signIn('ana@demo.local');
    await elisa.write('Tem alguém aí?');
    await openTab(page, 'Aguardando');
    await openTicket(page, elisa.name);
    await bubbleOf(page, 'Tem alguém aí?').waitFor();
    await page.locator('header').getByRole('button', { name: 'Aceitar' }).click();
    const dialog = page.getByRole('dialog', { name: 'Em qual fila?' });
    await choose(dialog, 'Fila', 'Vendas');
    await dialog.getByRole('button', { name: 'Aceitar' }).click();
    await page.getByRole('textbox', { name: 'Mensagem', exact: true }).waitFor();
    await openTab(page, 'Abertos');
    await rowOf(page, elisa.name).waitFor();
    await expect.poll(() => rowOf(page, elisa.name).getByText('não lida').count()).toBe(0);
  });
});

if (isWhole)
  describe('switching between conversations', () => {
    it('header and composer stay mounted, and show nothing of the previous conversation', async () => {
      const { page } = await app.signIn('ana@demo.local');
      await openTicket(page, 'Juliana Barros');
      const field = page.getByRole('textbox', { name: 'Mensagem', exact: true });
      await field.pressSequentially('Só para a Juliana');
      const kept = [page.locator('main header'), page.getByRole('button', { name: 'Enviar outra coisa' })];
      for (const part of kept) await part.evaluate((element) => element.setAttribute('data-seen', 'before'));
      await openTicket(page, 'Gustavo Henrique Prado');
      for (const part of kept) await expect.poll(() => part.getAttribute('data-seen')).toBe('before');
      await expect.poll(() => field.inputValue()).toBe('');
      await field.focus();
      await page.keyboard.press('Control+z');
      await expect.poll(() => field.inputValue()).toBe('');
      await openTicket(page, 'Juliana Barros');
      await expect.poll(() => field.inputValue()).toBe('Só para a Juliana');

      // A dialog belongs to the conversation in which it was opened.
      await page.locator('header').getByRole('button', { name: 'Transferir' }).click();
      await page.getByRole('dialog', { name: 'Transferir' }).waitFor();
      await page.goBack();
      await page.getByRole('dialog', { name: 'Transferir' }).waitFor({ state: 'detached' });
    });
  });

if (isWhole)
  describe('a conversation of several screens', () => {
    it('opens at its end, also on a phone', async () => {
      const { page } = await app.signIn('ana@demo.local', {
        viewport: { width: 390, height: 844 },
        isMobile: true,
        hasTouch: true,
      });
      await openTicket(page, 'Gustavo Henrique Prado');
      const log = page.getByRole('log');
      await bubbleOf(page, 'Vou cobrar mesmo').waitFor();
      await expect
        .poll(() =>
          log.evaluate((element) => element.scrollHeight - element.clientHeight - element.scrollTop),
        )
        .toBeLessThan(2);
      expect(await log.evaluate((element) => element.scrollTop)).toBeGreaterThan(400);
    });
  });

it('a chat that is read on the phone loses its unread badge, stays where it waits, and gets a new badge', async () => {
  const number = '5511987650171';
  const paula = app.customer(number, 'Paula Reis');
  const { page } = await app.signIn('ana@demo.local');
  await openTab(page, 'Aguardando');
  const row = rowOf(page, paula.name);
  await paula.write('Bom dia');
  await paula.write('Tem alguém aí?');
  await row.getByText('2 mensagens não lidas').waitFor({ state: 'attached' });
  await readOnPhone(app.stack.url, number);
  await row.getByText(/não lidas?$/).waitFor({ state: 'detached' });
  await row.getByRole('button', { name: `Aceitar ${paula.name}` }).waitFor();
  await paula.write('Ainda preciso de ajuda');
  await row.getByText('1 mensagem não lida').waitFor({ state: 'attached' });
  await page.context().close();
});
