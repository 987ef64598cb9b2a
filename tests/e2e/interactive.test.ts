import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { PNG } from '../factories/files.ts';
import type { Customer } from '../support/customer.ts';
import { isWhole } from '../support/depth.ts';
import { type App, startApp, type Visitor } from './support/app.ts';
import { bubbleOf, choose, openTab, sendMore } from './support/inbox.ts';
import { keepScreenshot } from './support/keep-screenshot.ts';

const POLL = { timeout: 60_000, interval: 100 } as const;
const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true } as const;

let app: App;
let ana: Visitor;
let nina: Customer;

beforeAll(async () => {
  app = await startApp();
  nina = app.customer('5511987650077', 'Nina Prates');
  ana = await app.signIn('ana@demo.local');
});
afterAll(() => app?.stop());
beforeEach(({ onTestFailed }) =>
  // An open dialog would block the next test.
  onTestFailed(async () => {
    await ana.page.reload();
  }),
);

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Mensagem interativa' });
/** Opens the dialog with a type of message selected. */
const compose = async (page: Page, type: 'Lista' | 'URL' | 'Copia' | 'Me Ligue' | 'PIX') => {
  await sendMore(page, 'Mensagem interativa');
  const dialog = dialogOf(page);
  const title = dialog.getByRole('textbox', { name: 'Título' });
  await expect.poll(() => title.evaluate((element) => element.matches(':focus')), POLL).toBe(true);
  await dialog.getByRole('tab', { name: type }).click();
  return dialog;
};
/** Returns the content of a sent message, and its bubble in the conversation. */
const sent = async (page: Page, text: string) => {
  await dialogOf(page).waitFor({ state: 'hidden' });
  const line = await nina.gets((one) => one.text === text, text);
  await page.getByRole('log').getByTestId('ticks-delivered').last().waitFor();
  return line;
};

it('a conversation is accepted', async () => {
  const { page } = ana;
  await nina.write('Oi, sou a Nina');
  await openTab(page, 'Aguardando');
  await page.getByRole('button', { name: `Aceitar ${nina.name}` }).click();
  const dialog = page.getByRole('dialog', { name: 'Em qual fila?' });
  await choose(dialog, /Fila/, 'Vendas');
  await dialog.getByRole('button', { name: 'Aceitar' }).click();
  await page.getByRole('heading', { name: nina.name, level: 1 }).waitFor();
});

describe('an interactive message is composed, previewed and delivered', () => {
  it('a list (Lista) requires a title', async () => {
    const { page } = ana;
    const dialog = await compose(page, 'Lista');
    const title = dialog.getByRole('textbox', { name: 'Título' });
    await dialog.getByRole('textbox', { name: /^Opção 1/ }).fill('Balcão');
    await dialog.getByRole('button', { name: 'Enviar' }).click();
    await dialog.getByText('Por favor, selecione um título.').waitFor();
    await title.fill('Setores');
    await dialog.getByRole('textbox', { name: 'Texto', exact: true }).fill('Com quem quer falar?');
    await dialog.getByRole('button', { name: 'Adicionar opção' }).click();
    await dialog.getByRole('textbox', { name: /^Opção 2/ }).fill('Site');
    const preview = dialog.getByRole('region', { name: 'Prévia' });
    await preview.getByText('Este canal não mostra botões.').waitFor();
    await preview.getByText('[ 2 ] Site').waitFor();
    await keepScreenshot(page, 'interactive-list');
    await dialog.getByRole('button', { name: 'Enviar' }).click();
    await sent(page, '*Setores*\nCom quem quer falar?\n[ 1 ] Balcão\n[ 2 ] Site');
    await bubbleOf(page, 'Setores').getByRole('button', { name: 'Ver opções' }).click();
    const choices = page.getByRole('dialog', { name: 'Ver opções' });
    await choices.getByText('Balcão').waitFor();
    await expect.poll(() => choices.getByRole('radio').count()).toBe(0);
    await choices.getByRole('button', { name: 'Fechar' }).click();
  });

  if (isWhole)
    it('a link button (URL) accepts only web addresses, and a picture above it', async () => {
      const { page } = ana;
      const dialog = await compose(page, 'URL');
      const link = dialog.getByRole('textbox', { name: 'Link' });
      await dialog.getByRole('button', { name: 'Enviar' }).click();
      await dialog.getByText('Nenhum link disponível.').waitFor();
      await link.fill('javascript:alert(1)');
      await dialog.getByText('Use um endereço que comece com http:// ou https://.').waitFor();
      await link.fill('https://loja.example/catalogo');
      await dialog.getByRole('textbox', { name: 'Título' }).fill('Catálogo');
      await dialog.getByRole('textbox', { name: 'Texto do botão' }).fill('Abrir catálogo');
      await dialog
        .locator('input[type=file]')
        .setInputFiles({ name: 'capa.png', mimeType: 'image/png', buffer: PNG });
      await dialog.getByRole('region', { name: 'Prévia' }).locator('img').waitFor();
      await dialog.getByRole('button', { name: 'Enviar', exact: true }).click();
      const line = await sent(
        page,
        '*Catálogo*\nAcesse pelo link:\nAbrir catálogo\nhttps://loja.example/catalogo',
      );
      expect(line).toMatchObject({ type: 'image', media: { mimeType: 'image/png' } });
      const shown = bubbleOf(page, 'Catálogo').getByRole('link', { name: 'Abrir catálogo' });
      await expect.poll(() => shown.getAttribute('href')).toBe('https://loja.example/catalogo');
      await expect.poll(() => shown.getAttribute('rel')).toBe('noopener noreferrer');
      await bubbleOf(page, 'Catálogo').getByText('loja.example', { exact: true }).waitFor();
      await bubbleOf(page, 'Catálogo').getByRole('button', { name: 'Abrir imagem' }).waitFor();
    });

  if (isWhole)
    it('a copy button (Copia) copies its text when clicked', async () => {
      const { page } = ana;
      const dialog = await compose(page, 'Copia');
      await dialog.getByRole('button', { name: 'Enviar' }).click();
      await dialog.getByText('Nenhum conteúdo para copiar.').waitFor();
      await dialog.getByRole('textbox', { name: /^Código/ }).fill('SOL10');
      await dialog.getByRole('button', { name: 'Enviar' }).click();
      await sent(page, 'Copie o código:\nCopiar código\nSOL10');
      await bubbleOf(page, 'SOL10').getByRole('button', { name: 'Copiar código' }).click();
      await expect.poll(() => page.evaluate('navigator.clipboard.readText()'), POLL).toBe('SOL10');
    });

  if (isWhole)
    it('a call button (Me Ligue) can be used only on a phone', async () => {
      const { page } = ana;
      const dialog = await compose(page, 'Me Ligue');
      await dialog.getByRole('textbox', { name: 'Telefone' }).fill('+55 (11) 3333-4444');
      await dialog.getByRole('button', { name: 'Enviar' }).click();
      await sent(page, 'Fale com a gente por telefone:\nMe ligue\n+551133334444');
      await bubbleOf(page, '+551133334444').getByRole('button', { name: 'Me ligue' }).click();
      await page.getByText('Não é possível fazer chamadas pelo sistema. Use o celular.').waitFor();
    });

  if (isWhole)
    it('a payment request (PIX) is in reais and has a key of the chosen type', async () => {
      const { page } = ana;
      const dialog = await compose(page, 'PIX');
      await dialog.getByRole('textbox', { name: 'Título' }).fill('Pedido 12');
      await dialog.getByRole('textbox', { name: 'Nome do recebedor' }).fill('Loja Sol');
      const amount = dialog.getByRole('textbox', { name: 'Valor' });
      await amount.pressSequentially('123456');
      await expect.poll(() => amount.inputValue()).toBe('R$ 1.234,56');
      await choose(dialog, 'Tipo de chave', 'CPF');
      const key = dialog.getByRole('textbox', { name: 'Chave Pix' });
      await key.fill('529.982.247-26');
      await dialog.getByRole('button', { name: 'Enviar' }).click();
      await dialog.getByText('Esta chave não é válida para o tipo escolhido.').waitFor();
      await choose(dialog, 'Tipo de chave', 'Telefone');
      await key.fill('(11) 98765-4321');
      await dialog.getByRole('region', { name: 'Prévia' }).getByText('Pix: +5511987654321').waitFor();
      await keepScreenshot(page, 'interactive-pix');
      await dialog.getByRole('button', { name: 'Enviar' }).click();
      await sent(page, '*Pedido 12*\nLoja Sol\nR$ 1.234,56\nPix: +5511987654321');
      const bubble = bubbleOf(page, 'Pedido 12');
      await bubble.getByText('R$ 1.234,56').waitFor();
      await bubble.getByRole('button', { name: 'Copiar chave Pix' }).click();
      await expect.poll(() => page.evaluate('navigator.clipboard.readText()'), POLL).toBe('+5511987654321');
      await keepScreenshot(page, 'interactive-conversation');
    });

  it('stays in the dialog after a failed request, and is sent only once', async () => {
    const { page, context } = ana;
    const dialog = await compose(page, 'Copia');
    await dialog.getByRole('textbox', { name: /^Código/ }).fill('SOL20');
    // The request arrives, but its response is lost.
    await context.route('**/api/messages/copy/*', async (route) => {
      await route.fetch();
      await route.abort();
    });
    await dialog.getByRole('button', { name: 'Enviar' }).click();
    await dialog.getByText('Erro ao enviar a mensagem. Tente novamente.').waitFor();
    await context.unroute('**/api/messages/copy/*');
    await dialog.getByRole('button', { name: 'Enviar' }).click();
    await sent(page, 'Copie o código:\nCopiar código\nSOL20');
    expect((await nina.received()).filter(({ text = '' }) => text.includes('SOL20'))).toHaveLength(1);
  });
});

describe('an inbound interactive message', () => {
  const write = (text: string, buttons: { name: string; params: object }[]) =>
    nina.write({ type: 'interactive', interactive: { text, buttons } });

  it('is answered by choosing a title', async () => {
    const { page } = ana;
    const rows = ['Manhã', 'Tarde'].map((title, index) => ({ title, id: `r${index}`, description: '' }));
    await write('Quando?', [{ name: 'single_select', params: { title: 'Horários', sections: [{ rows }] } }]);
    await bubbleOf(page, 'Quando?').getByRole('button', { name: 'Horários' }).click();
    const dialog = page.getByRole('dialog', { name: 'Horários' });
    await dialog.getByRole('button', { name: 'Responder' }).click();
    await dialog.getByText('Por favor, selecione um título.').waitFor();
    await dialog.getByRole('radio', { name: 'Tarde' }).check();
    await keepScreenshot(page, 'interactive-choices');
    await dialog.getByRole('button', { name: 'Responder' }).click();
    await nina.gets(({ text }) => text === 'Tarde', 'the answer');
    await bubbleOf(page, 'Tarde').getByText('Quando?').waitFor();
  });

  it('opens nothing that a browser would run, and names missing values', async () => {
    const { page } = ana;
    await write('Promoção', [
      { name: 'cta_url', params: { display_text: 'Abrir', url: 'javascript:alert(1)' } },
      { name: 'cta_copy', params: { display_text: 'Copiar' } },
    ]);
    const bubble = bubbleOf(page, 'Promoção');
    await bubble.getByRole('button', { name: 'Abrir', exact: true }).click();
    await page.getByText('Nenhum link disponível.').waitFor();
    await bubble.getByRole('button', { name: 'Copiar' }).click();
    await page.getByText('Nenhum conteúdo para copiar.').waitFor();
    await expect.poll(() => bubble.getByRole('link').count()).toBe(0);
  });
});

describe('a location', () => {
  it('is sent from the browser’s position', async () => {
    const { page, context } = ana;
    await context.grantPermissions(['geolocation']);
    await context.setGeolocation({ latitude: -22.9068, longitude: -43.1729 });
    await sendMore(page, 'Enviar localização');
    const dialog = page.getByRole('dialog', { name: 'Enviar localização' });
    await dialog.getByRole('button', { name: 'Usar minha localização' }).click();
    const latitude = dialog.getByRole('spinbutton', { name: 'Latitude' });
    await expect.poll(() => latitude.inputValue(), POLL).toBe('-22.9068');
    await dialog.getByRole('textbox', { name: 'Nome do lugar (opcional)' }).fill('Loja do Rio');
    await keepScreenshot(page, 'location');
    await dialog.getByRole('button', { name: 'Enviar', exact: true }).click();
    await dialog.waitFor({ state: 'hidden' });
    const line = await nina.gets(({ type }) => type === 'location', 'the place');
    expect(line.location).toEqual({ latitude: -22.9068, longitude: -43.1729, name: 'Loja do Rio' });
    await bubbleOf(page, 'Loja do Rio').getByRole('link').waitFor();
  });

  if (isWhole)
    it('is entered by hand if the browser denies its position', async () => {
      const phone = await app.signIn('ana@demo.local', { ...PHONE, permissions: [] });
      const { page } = phone;
      await page.goto(ana.page.url());
      await sendMore(page, 'Enviar localização');
      const dialog = page.getByRole('dialog', { name: 'Enviar localização' });
      await dialog.getByRole('button', { name: 'Usar minha localização' }).click();
      await dialog.getByText('O acesso à localização não está liberado.').waitFor();
      await keepScreenshot(page, 'location-refused');
      await dialog.getByRole('spinbutton', { name: 'Latitude' }).fill('91');
      await dialog.getByRole('spinbutton', { name: 'Longitude' }).fill('-46.6333');
      await dialog.getByRole('button', { name: 'Enviar', exact: true }).click();
      await dialog.getByText('O máximo é 90').waitFor();
      await dialog.getByRole('spinbutton', { name: 'Latitude' }).fill('-23.5505');
      await dialog.getByRole('button', { name: 'Enviar', exact: true }).click();
      await nina.gets(({ location }) => location?.latitude === -23.5505, 'the other place');
    });
});

it('no page throws an error', () => {
  expect(app.complaints).toEqual([]);
});
