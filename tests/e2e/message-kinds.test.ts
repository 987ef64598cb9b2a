import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PDF, PNG } from '../factories/files.ts';
import type { Customer } from '../support/customer.ts';
import { isWhole } from '../support/depth.ts';
import { accessibilityFlaws } from './support/accessibility-flaws.ts';
import { type App, startApp, type Visitor } from './support/app.ts';
import { bubbleOf, choose, openTab, openTicket, rowOf } from './support/inbox.ts';
import { keepScreenshot } from './support/keep-screenshot.ts';
import { layoutFlaws } from './support/layout-flaws.ts';

const POLL = { timeout: 60_000, interval: 100 } as const;
const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true } as const;
/** 21 November 2026, 19:00 in São Paulo. */
const EVENING_S = Date.UTC(2026, 10, 21, 22) / 1000;
/** A JPEG of one pixel. */
const JPEG =
  '/9j/4AAQSkZJRgABAQEASABIAAD/2wBDAP//////////////////////////////////////////////////////////////////////////////////////wgALCAABAAEBAREA/8QAFBABAAAAAAAAAAAAAAAAAAAAAP/aAAgBAQABPxA=';

let app: App;
let ana: Visitor;
let rita: Customer;

const log = (): Locator => ana.page.getByRole('log');
const file = (mimeType: string, fileName: string, bytes: Buffer) => ({
  mimeType,
  fileName,
  data: bytes.toString('base64'),
});
/** Waits until the row of the ticket shows the newest message. */
const previewed = (text: string) => rowOf(ana.page, rita.name).getByText(text).waitFor();
const isDrawn = (picture: Locator) =>
  expect
    .poll(() => picture.evaluate((image): unknown => Reflect.get(image, 'naturalWidth')), POLL)
    .toBeGreaterThan(0);
/** Denies camera and microphone from now on, as a user does in the browser. */
const refuse = (page: Page) =>
  page.evaluate(
    "navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('refused', 'NotAllowedError'))",
  );

beforeAll(async () => {
  app = await startApp({ program: 'whole' });
  rita = app.customer('5511987650061', 'Rita Campos');
  ana = await app.signIn('ana@demo.local', { permissions: ['microphone', 'camera', 'notifications'] });
  const { page } = ana;
  await rita.write('Oi, sou a Rita');
  await openTab(page, 'Aguardando');
  await page.getByRole('button', { name: `Aceitar ${rita.name}` }).click();
  const dialog = page.getByRole('dialog', { name: 'Em qual fila?' });
  await choose(dialog, /Fila/, 'Vendas');
  await dialog.getByRole('button', { name: 'Aceitar' }).click();
  await page.getByRole('heading', { name: rita.name, level: 1 }).waitFor();
  await openTab(page, 'Abertos');
});
afterAll(() => app?.stop());

describe('each kind of a customer’s message is shown in the conversation, in the list and in a quote', () => {
  if (isWhole)
    it('a poll, with its options and how many may be chosen', async () => {
      const poll = { question: 'Qual horário?', options: ['Manhã', 'Tarde'], multiple: false };
      const id = await rita.write({ type: 'poll', poll });
      const bubble = bubbleOf(ana.page, 'Escolha uma opção');
      await bubble.getByText('Qual horário?').waitFor();
      await expect.poll(() => bubble.getByRole('listitem').allInnerTexts()).toEqual(poll.options);
      await previewed('📊 Enquete: Qual horário?');
      await rita.write({ text: 'Prefiro de manhã', quoted: id });
      await bubbleOf(ana.page, 'Prefiro de manhã').getByText('Enquete: Qual horário?').waitFor();
      await rita.write({ type: 'poll', poll: { ...poll, question: 'Quais cores?', multiple: true } });
      await bubbleOf(ana.page, 'Quais cores?').getByText('Escolha uma ou mais opções').waitFor();
    });

  if (isWhole)
    it('an event, which lasts two hours unless it has an end', async () => {
      const event = { name: 'Inauguração', place: 'Loja do Centro', startsAtS: EVENING_S };
      await rita.write({ type: 'event', event: { ...event, link: 'https://call.example/1' } });
      const bubble = bubbleOf(ana.page, 'Inauguração');
      await bubble.getByText('21/11/2026 19:00 – 21:00').waitFor();
      await bubble.getByText('Loja do Centro').waitFor();
      const link = bubble.getByRole('link', { name: 'Abrir o link do evento' });
      await expect.poll(() => link.getAttribute('href')).toBe('https://call.example/1');
      await previewed('📅 Evento: Inauguração');
      const cancelled = { name: 'Coquetel', isCancelled: true, link: 'javascript:alert(1)' };
      await rita.write({
        type: 'event',
        event: { ...event, ...cancelled, endsAtS: EVENING_S + 5 * 3600 },
      });
      const second = bubbleOf(ana.page, 'Coquetel');
      await second.getByText('Cancelado').waitFor();
      await second.getByText('21/11/2026 19:00 – 22/11/2026 00:00').waitFor();
      await expect.poll(() => second.getByRole('link').count()).toBe(0);
    });

  it('shows the advertisement that a text answers, with a link that opens only if it is safe (S-29)', async () => {
    const ad = { title: 'Sofá retrátil', body: 'Só hoje: 20% off', link: 'https://fb.example/ad/1' };
    await rita.write({ type: 'ad', text: 'Quero este sofá', ad: { ...ad, thumbnail: JPEG } });
    const bubble = bubbleOf(ana.page, 'Quero este sofá');
    for (const text of ['Anúncio', ad.title, ad.body]) await bubble.getByText(text).first().waitFor();
    await isDrawn(bubble.locator('img'));
    const link = bubble.getByRole('link', { name: 'Ver o anúncio' });
    await expect.poll(() => link.getAttribute('href')).toBe(ad.link);
    await expect.poll(() => link.getAttribute('rel')).toContain('noopener');
    await previewed('📣 Anúncio: Quero este sofá');
    await rita.write({
      type: 'ad',
      text: 'E esta?',
      ad: { ...ad, title: 'Mesa', link: 'javascript:alert(1)' },
    });
    const second = bubbleOf(ana.page, 'E esta?');
    await second.getByText('Mesa').waitFor();
    await expect.poll(() => second.getByRole('link').count()).toBe(0);
  });

  it('a view-once message, which only the phone shows', async () => {
    await rita.write({ type: 'view-once' });
    await bubbleOf(ana.page, 'Visualização única: abra no celular.').waitFor();
    await previewed('👁️ Visualização única');
  });

  if (isWhole)
    it('calls, missed and answered, with the hint to call back on the phone', async () => {
      await rita.write({ type: 'call', call: { video: false } });
      await bubbleOf(ana.page, 'Chamada de voz perdida').waitFor();
      await rita.write({ type: 'call', call: { video: true } });
      await bubbleOf(ana.page, 'Chamada de vídeo perdida').waitFor();
      await rita.write({ type: 'call', call: { video: false, durationS: 75 } });
      const bubble = bubbleOf(ana.page, 'Chamada de voz atendida, 1:15');
      await bubble.getByRole('button', { name: 'Ligar de volta' }).click();
      await ana.page.getByText('Não é possível fazer chamadas pelo sistema. Use o celular.').waitFor();
      await previewed('📞 Chamada');
    });

  if (isWhole)
    it('a sticker, without a bubble and in the standard size', async () => {
      await rita.write({ type: 'sticker', media: file('image/webp', 'a.webp', PNG) });
      const sticker = log().getByRole('img', { name: 'Figurinha' });
      await isDrawn(sticker);
      await expect.poll(() => sticker.boundingBox()).toMatchObject({ width: 160, height: 160 });
      const surfaces = await ana.page.evaluate(`(() => {
      const colours = [];
      for (let at = document.querySelector('[role=log] img[alt=Figurinha]'); at.tagName !== 'ARTICLE'; at = at.parentElement)
        colours.push(getComputedStyle(at).backgroundColor);
      return [...new Set(colours)];
    })()`);
      expect(surfaces).toEqual(['rgba(0, 0, 0, 0)']);
      await previewed('🖼️ Figurinha');
    });

  it('a picture in a quote, in answers from either side', async () => {
    const { page } = ana;
    const id = await rita.write({ type: 'image', text: 'A vitrine', media: file('image/png', 'v.png', PNG) });
    await isDrawn(bubbleOf(page, 'A vitrine').getByRole('img', { name: 'A vitrine' }));
    await rita.write({ text: 'Ainda tem esta?', quoted: id });
    const theirs = bubbleOf(page, 'Ainda tem esta?').getByRole('button', { name: 'Imagem: A vitrine' });
    await isDrawn(theirs.locator('img'));
    await bubbleOf(page, 'A vitrine').first().hover();
    const bubble = log()
      .getByRole('article')
      .filter({ has: page.getByRole('img', { name: 'A vitrine' }) });
    await bubble.hover();
    await bubble.getByRole('button', { name: 'Ações da mensagem' }).click();
    await page.getByRole('menuitem', { name: 'Responder' }).click();
    const field = page.getByRole('textbox', { name: 'Mensagem', exact: true });
    await field.fill('Tem sim');
    await field.press('Enter');
    await rita.gets(({ text = '' }) => text.includes('Tem sim'), 'the answer');
    await page.reload();
    await isDrawn(bubbleOf(page, 'Tem sim').locator('img'));
  });
});

describe('documents', () => {
  it('PDF documents are shown in place, from a copy in the tab’s memory', async () => {
    const { page } = ana;
    await rita.write({ type: 'document', media: file('application/pdf', 'nota.pdf', PDF) });
    await log().getByRole('button', { name: 'Visualizar nota.pdf' }).click();
    const dialog = page.getByRole('dialog', { name: 'nota.pdf' });
    const frame = dialog.locator('iframe');
    await frame.waitFor();
    await expect.poll(() => frame.getAttribute('src')).toMatch(/^blob:/);
    await dialog.getByRole('button', { name: 'Fechar' }).click();
    await dialog.waitFor({ state: 'hidden' });
  });

  if (isWhole)
    it('show that there is no preview if the format has none, and can be downloaded', async () => {
      const { page } = ana;
      await rita.write({
        type: 'document',
        media: file('text/plain', 'lista.txt', Buffer.from('um\ndois\n')),
      });
      await log().getByRole('button', { name: 'Visualizar lista.txt' }).click();
      const dialog = page.getByRole('dialog', { name: 'lista.txt' });
      await dialog.getByText('Visualização não disponível').waitFor();
      const download = page.context().waitForEvent('page');
      await dialog.getByRole('button', { name: 'Baixar' }).click();
      await (await download).close();
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'hidden' });
    });
});

describe('the contact drawer', () => {
  it('contains the files of the conversation, and adds new ones', async () => {
    const { page } = ana;
    await page.getByRole('button', { name: 'Dados do contato' }).click();
    const drawer = page.getByRole('complementary', { name: 'Contato' });
    await drawer.getByRole('button', { name: 'Arquivos' }).click();
    const pictures = drawer.getByRole('button', { name: 'Abrir imagem' });
    await isDrawn(drawer.getByRole('img', { name: 'A vitrine' }));
    await drawer.getByRole('button', { name: 'Visualizar nota.pdf' }).waitFor();
    await rita.write({ type: 'image', text: 'A porta', media: file('image/png', 'p.png', PNG) });
    await drawer.getByRole('img', { name: 'A porta' }).waitFor();
    await pictures.first().click();
    await page
      .getByRole('dialog', { name: 'Imagem ampliada' })
      .getByRole('button', { name: 'Fechar' })
      .click();
    await keepScreenshot(page, 'contact-files-desktop');
    await drawer.getByRole('button', { name: 'Arquivos' }).click();
    await drawer.getByRole('img', { name: 'A porta' }).waitFor({ state: 'detached' });
  });

  if (isWhole)
    it('contains the contact’s other tickets, with links to them', async () => {
      const { page } = ana;
      const drawer = page.getByRole('complementary', { name: 'Contato' });
      await drawer.getByRole('button', { name: 'Outros atendimentos' }).click();
      await drawer.getByText('Este é o único atendimento do contato.').waitFor();
      await page.getByRole('button', { name: 'Fechar', exact: true }).last().click();
    });
});

describe('camera and microphone', () => {
  it('take a photo, take it again, and send it with its caption', async () => {
    const { page } = ana;
    await page.getByRole('button', { name: 'Usar a câmera' }).click();
    const camera = page.getByRole('dialog', { name: 'Tirar foto' });
    await camera.getByRole('button', { name: 'Tirar foto' }).click();
    await isDrawn(camera.getByRole('img', { name: 'Foto tirada' }));
    await camera.getByRole('button', { name: 'Tirar outra' }).click();
    await camera.getByRole('button', { name: 'Tirar foto' }).click();
    await camera.getByRole('button', { name: 'Usar foto' }).click();
    const dialog = page.getByRole('dialog', { name: 'Enviar 1 arquivo' });
    await dialog.getByLabel('Legenda de camera.jpg').fill('Sua peça');
    await dialog.getByRole('button', { name: 'Enviar' }).click();
    const image = await rita.gets(({ type }) => type === 'image', 'the photo');
    expect(image).toMatchObject({ text: 'Sua peça', media: { mimeType: 'image/jpeg' } });
  });

  if (isWhole)
    it('show how to allow access after it was denied', async () => {
      const { page } = ana;
      await refuse(page);
      await page.getByRole('button', { name: 'Usar a câmera' }).click();
      const camera = page.getByRole('dialog', { name: 'Tirar foto' });
      await camera.getByRole('alert').filter({ hasText: 'A câmera não está liberada.' }).waitFor();
      await page.keyboard.press('Escape');
      await camera.waitFor({ state: 'hidden' });
      await page.getByRole('button', { name: 'Gravar áudio' }).click();
      await page.getByText('O microfone não está liberado.').waitFor();
      await page.getByRole('textbox', { name: 'Mensagem', exact: true }).waitFor();
      await page.reload();
      await page.getByRole('heading', { name: rita.name, level: 1 }).waitFor();
    });
});

describe('voice notes', () => {
  it('play in a browser without Ogg support, because the same sound is loaded as MP4', async () => {
    const { page } = ana;
    await page.getByRole('button', { name: 'Gravar áudio' }).click();
    await page.getByText(/Gravando 0:0[2-9]/).waitFor();
    await page.getByRole('button', { name: 'Enviar gravação' }).click();
    await rita.gets(({ type }) => type === 'voice', 'the voice note');
    const { page: iphone, context } = await app.signIn('ana@demo.local', PHONE);
    await context.addInitScript(`{
      const canPlay = HTMLMediaElement.prototype.canPlayType;
      HTMLMediaElement.prototype.canPlayType = function (type) {
        return type.startsWith('audio/ogg') ? '' : canPlay.call(this, type);
      };
    }`);
    await iphone.goto(page.url());
    const sound = iphone.getByRole('log').locator('audio').last();
    await expect.poll(() => sound.getAttribute('src'), POLL).toMatch(/^blob:/);
    await iphone.getByRole('button', { name: 'Reproduzir' }).last().click();
    await expect
      .poll(
        () =>
          sound.evaluate((audio): unknown => [
            Number(Reflect.get(audio, 'duration')) > 1,
            Reflect.get(audio, 'error'),
          ]),
        POLL,
      )
      .toEqual([true, null]);
  });

  it('are transcribed if the company has a service: while waiting, after a failure, and with the text', async () => {
    const { page } = ana;
    const bubble = log()
      .getByRole('article')
      .filter({ has: page.getByRole('button', { name: 'Reproduzir' }) })
      .last();
    await bubble.waitFor();
    await expect.poll(() => page.getByRole('button', { name: 'Transcrever' }).count()).toBe(0);
    const conversation = page.url();
    await page.goto(`${app.stack.url}/settings`);
    const key = page.getByLabel('Chave de API');
    await key.fill('sk-planted-in-the-browser');
    await key.blur();
    await page.getByText('Chave salva', { exact: false }).waitFor();
    await expect.poll(() => key.inputValue()).toBe('');
    await page.goto(conversation);
    let answer: () => void = () => undefined;
    const answered = new Promise<void>((resolve) => {
      answer = resolve;
    });
    const replies = [
      { status: 502, json: { error: 'ERR_TRANSCRIPTION_DATA' } },
      { status: 200, json: { transcribedText: 'Bom dia, Rita' } },
    ];
    await page.route('**/api/messages/transcribeAudio/*', async (route) => {
      await answered;
      await route.fulfill(replies.shift() ?? { status: 500 });
    });
    await bubble.getByRole('button', { name: 'Transcrever' }).click();
    await bubble.getByRole('status', { name: 'Transcrevendo' }).waitFor();
    answer();
    await bubble.getByRole('alert').filter({ hasText: 'Dados de transcrição inválidos' }).waitFor();
    await bubble.getByRole('button', { name: 'Tentar de novo' }).click();
    await bubble.getByText('Bom dia, Rita').waitFor();
    await bubble.getByText('Transcrição automática').waitFor();
    await page.unroute('**/api/messages/transcribeAudio/*');
  });
});

describe('a browser without notifications', () => {
  it('shows messages nevertheless, without errors', async () => {
    const { page, context } = await app.signIn('bruno@demo.local', PHONE);
    await context.addInitScript('delete globalThis.Notification');
    await page.reload();
    expect(await page.evaluate("'Notification' in globalThis")).toBe(false);
    await openTab(page, 'Aguardando');
    const lia = app.customer('5511987650062', 'Lia Sem Avisos');
    await lia.write('Tem alguém aí?');
    await rowOf(page, lia.name).getByText('Tem alguém aí?').waitFor();
    expect(app.complaints).toEqual([]);
  });
});

describe('the whole conversation', () => {
  it.each([
    ['desktop', 'light', {}],
    ['desktop', 'dark', {}],
    ['phone', 'light', PHONE],
    ['phone', 'dark', PHONE],
  ] as const)('looks right and is accessible on a %s, %s', async (size, theme, options) => {
    const { page } = await app.open({ ...options, colorScheme: theme });
    await page.goto(`${app.stack.url}/login`);
    await page.getByRole('button', { name: 'Usar tema escuro' }).click();
    if (theme === 'light') await page.getByRole('button', { name: 'Usar tema claro' }).click();
    await page.locator('input[name=email]').fill('ana@demo.local');
    await page.locator('input[name=password]').fill(app.stack.adminPassword);
    await page.locator('button[type=submit]').click();
    await openTicket(page, rita.name);
    const conversation = page.getByRole('log');
    await conversation.getByRole('article').last().waitFor();
    const flaws: string[] = [];
    // From the newest message up, one screen at a time.
    for (let screen = 1; screen <= 4; screen += 1) {
      await keepScreenshot(page, `message-kinds-${screen}-${size}-${theme}`);
      flaws.push(...(await layoutFlaws(page)));
      await page.evaluate("document.querySelector('[role=log]').scrollBy(0, -600)");
    }
    flaws.push(...(await accessibilityFlaws(page)));
    expect(flaws).toEqual([]);
  });

  it('throws no error', () => {
    expect(app.complaints).toEqual([]);
  });
});
