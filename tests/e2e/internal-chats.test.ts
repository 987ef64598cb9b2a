import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeCompany, TEST_PASSWORD, type TestUser } from '../factories/company.ts';
import { PDF } from '../factories/files.ts';
import { plantChat } from '../factories/internal-chats.ts';
import { isWhole } from '../support/depth.ts';
import { accessibilityFlaws } from './support/accessibility-flaws.ts';
import { type App, startApp, type Visitor } from './support/app.ts';
import { openTab, openTicket, say } from './support/inbox.ts';
import { keepScreenshot } from './support/keep-screenshot.ts';
import { layoutFlaws } from './support/layout-flaws.ts';
import { smallTargets } from './support/small-targets.ts';
import { changeTheme } from './support/theme.ts';

const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true } as const;
/** Distance from the top at which the specification has older messages loaded. */
const OLDER_WITHIN_PX = 600;

let app: App;
let ana: Visitor;
let bruno: Visitor;
let users: { ana: TestUser; bruno: TestUser; carla: TestUser };
let company: Awaited<ReturnType<typeof makeCompany>>;

const signIn = (user: TestUser, options = {}): Promise<Visitor> =>
  app.signIn(user.email, { ...options, password: TEST_PASSWORD });

beforeAll(async () => {
  app = await startApp();
  company = await makeCompany();
  users = {
    ana: await company.addUser({ name: 'Ana Souza' }),
    bruno: await company.addUser({ name: 'Bruno Lima' }),
    carla: await company.addUser({ name: 'Carla Menezes', color: '#E5484D' }),
  };
  ana = await signIn(users.ana);
  bruno = await signIn(users.bruno);
});
afterAll(() => app?.stop());

const list = (page: Page) => page.getByRole('list', { name: 'Chats' });
const row = (page: Page, name: string) => list(page).getByRole('link').filter({ hasText: name });
const bubble = (page: Page, text: string) =>
  page.getByRole('log').getByRole('article').filter({ hasText: text });
const topButton = (page: Page, name: string | RegExp) =>
  page.getByRole('banner').getByRole('button', { name });
const choosePerson = async (page: Page, label: string, name: string) => {
  const field = page.getByRole('dialog').getByRole('combobox', { name: label });
  await field.fill(name.slice(0, 5));
  await page.getByRole('option', { name }).click();
};
const expectSound = async (page: Page) => {
  expect(await layoutFlaws(page)).toEqual([]);
  expect(await accessibilityFlaws(page)).toEqual([]);
};

describe('the internal chat', () => {
  it('begins empty with the way to a new chat, which needs a person, and a group a title too', async () => {
    const { page } = ana;
    await page.getByRole('link', { name: 'Chat interno' }).click();
    await page.getByText('Nenhum chat ainda').waitFor();
    await expectSound(page);
    await keepScreenshot(page, 'internal-chats-empty');
    await page.getByRole('main').getByRole('button', { name: 'Novo chat' }).last().click();
    const dialog = page.getByRole('dialog', { name: 'Novo chat' });
    const create = dialog.getByRole('button', { name: 'Criar chat' });
    await expect.poll(() => create.isDisabled()).toBe(true);
    await choosePerson(page, 'Pessoa', 'Bruno Lima');
    await expect.poll(() => create.isDisabled()).toBe(false);
    await dialog.getByRole('button', { name: 'Grupo' }).click();
    await expect.poll(() => create.isDisabled()).toBe(true);
    await dialog.getByRole('textbox', { name: 'Título' }).fill('   ');
    await expect.poll(() => create.isDisabled()).toBe(true);
    await dialog.getByRole('textbox', { name: 'Título' }).fill('Plantão');
    await expect.poll(() => create.isDisabled()).toBe(false);
    await choosePerson(page, 'Pessoas', 'Carla Menezes');
    await page.keyboard.press('Escape');
    await dialog.waitFor();
    await expectSound(page);
    await keepScreenshot(page, 'internal-chat-new');
    await create.click();
    await page.getByRole('heading', { name: 'Plantão' }).waitFor();
    expect(page.url()).toMatch(/\/chats\/[0-9a-f-]{36}$/);
    await page.getByText('Nenhuma mensagem ainda. Escreva a primeira.').waitFor();
  });

  it('brings messages, the badges and who has read them to the members without a reload', async () => {
    const { page } = ana;
    await topButton(bruno.page, 'Chat interno').waitFor();
    await say(page, 'Bom dia, equipe');
    await bubble(page, 'Bom dia, equipe').waitFor();
    await page.getByText('Ninguém leu ainda').waitFor();
    await topButton(bruno.page, 'Chat interno: 1 mensagem não lida').waitFor();
    await bruno.page.getByRole('link', { name: 'Chat interno: requer atenção' }).waitFor();
    await bruno.page.getByRole('link', { name: 'Chat interno: requer atenção' }).click();
    await row(bruno.page, 'Plantão').getByText('Bom dia, equipe').waitFor();
    await row(bruno.page, 'Plantão').getByText('1 mensagem não lida').waitFor();
    await keepScreenshot(bruno.page, 'internal-chats-unread');
    await row(bruno.page, 'Plantão').click();
    await bubble(bruno.page, 'Bom dia, equipe').getByText('Ana Souza').waitFor();
    await topButton(bruno.page, /^Chat interno$/).waitFor();
    await bruno.page.getByRole('link', { name: 'Chat interno', exact: true }).waitFor();
    await page.getByText('Lida por Bruno Lima').waitFor();
    await say(bruno.page, 'Bom dia, Ana');
    await bubble(page, 'Bom dia, Ana').waitFor();
    await bruno.page.getByText('Lida por Ana Souza').waitFor();
  });

  if (isWhole)
    it('sends with Enter, breaks a line with Shift and Enter, and sends nothing blank', async () => {
      const { page } = ana;
      const field = page.getByRole('textbox', { name: 'Mensagem', exact: true });
      await field.fill('   ');
      await expect.poll(() => page.getByRole('button', { name: 'Enviar' }).isDisabled()).toBe(true);
      await field.press('Enter');
      await field.fill('linha um');
      await field.press('Shift+Enter');
      await field.pressSequentially('linha dois');
      await field.press('Enter');
      await bubble(bruno.page, 'linha dois').getByText('linha um').waitFor();
      await expect.poll(() => page.getByRole('log').getByRole('article').count()).toBe(3);
    });

  if (isWhole)
    it('mentions members by keyboard, and shows links as links', async () => {
      const { page } = ana;
      const field = page.getByRole('textbox', { name: 'Mensagem', exact: true });
      await field.pressSequentially('oi @');
      await page.getByRole('listbox', { name: 'Mencionar' }).getByRole('option').first().waitFor();
      await field.pressSequentially('car');
      await page.getByRole('option', { name: 'Carla Menezes' }).waitFor();
      await keepScreenshot(page, 'internal-chat-mention');
      await field.press('Escape');
      await page.getByRole('listbox', { name: 'Mencionar' }).waitFor({ state: 'detached' });
      await field.fill('');
      await field.pressSequentially('oi @br');
      await field.press('Tab');
      await expect.poll(() => field.inputValue()).toBe('oi @Bruno Lima ');
      await field.pressSequentially('veja https://ajuda.example.com');
      await field.press('Enter');
      const sent = bubble(bruno.page, 'veja https');
      await expect.poll(() => sent.locator('strong').textContent()).toBe('@Bruno Lima');
      const link = sent.getByRole('link');
      await expect.poll(() => link.getAttribute('href')).toBe('https://ajuda.example.com/');
      await expect.poll(() => link.getAttribute('rel')).toBe('noopener noreferrer');
    });

  it('sends files by button, paste and drop: a picture is shown, a document is offered', async () => {
    const { page } = ana;
    const picture = { name: 'tela.png', mimeType: 'image/png', buffer: await bruno.page.screenshot() };
    await page.locator('input[type=file][multiple]').setInputFiles(picture);
    const dialog = page.getByRole('dialog', { name: 'Enviar 1 arquivo' });
    await dialog.getByLabel('Legenda de tela.png').fill('veja a tela');
    await dialog.getByRole('button', { name: 'Enviar' }).click();
    const image = bubble(bruno.page, 'veja a tela').getByRole('img', { name: 'tela.png' });
    await expect.poll(() => image.evaluate(isLoaded)).toBe(true);
    await bubble(bruno.page, 'veja a tela').getByRole('button', { name: 'Abrir imagem' }).click();
    await bruno.page.getByRole('button', { name: 'Fechar', exact: true }).click();

    const log = page.getByRole('log');
    const transfer = await page.evaluateHandle(`(() => {
      const data = new DataTransfer();
      data.items.add(new File([new Uint8Array(${JSON.stringify([...PDF])})], 'contrato.pdf', { type: 'application/pdf' }));
      return data;
    })()`);
    await log.dispatchEvent('drop', { dataTransfer: transfer });
    await dialog.getByText('contrato.pdf').waitFor();
    await dialog.getByRole('button', { name: 'Enviar' }).click();
    await bubble(bruno.page, 'contrato.pdf').waitFor();
    const opened = bruno.page.context().waitForEvent('page');
    await bruno.page.getByRole('button', { name: 'Baixar contrato.pdf' }).click();
    await (await opened).close();

    await page.evaluate(`(() => {
      const clipboardData = new DataTransfer();
      clipboardData.items.add(new File(['a,b'], 'dados.csv', { type: 'text/csv' }));
      const paste = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
      document.querySelector('textarea[aria-label="Mensagem"]').dispatchEvent(paste);
    })()`);
    await dialog.getByText('dados.csv').waitFor();
    await dialog.getByRole('button', { name: 'Enviar' }).click();
    await bubble(bruno.page, 'dados.csv').waitFor();
    for (const theme of ['dark', 'light'] as const) {
      await changeTheme(page, theme);
      await expectSound(page);
      await keepScreenshot(page, `internal-chat-${theme}`);
    }
  });

  if (isWhole)
    it('keeps a message that could not be sent, with the reason, until it is sent again', async () => {
      const { page } = ana;
      await page.route('**/api/chats/*/messages', (route) =>
        route.request().method() === 'POST' ? route.abort() : route.continue(),
      );
      await say(page, 'vai depois');
      const failed = page.getByRole('article', { name: 'Mensagem não enviada' });
      await failed.getByText(/^Não enviada\./).waitFor();
      await expectSound(page);
      await keepScreenshot(page, 'internal-chat-unsent');
      await page.unroute('**/api/chats/*/messages');
      await failed.getByRole('button', { name: 'Enviar de novo' }).click();
      await bubble(bruno.page, 'vai depois').waitFor();
      await failed.waitFor({ state: 'detached' });
      await expect.poll(() => bubble(page, 'vai depois').count()).toBe(1);
    });

  if (isWhole)
    it('shows why a chat cannot be loaded, with a retry', async () => {
      const { page, context } = await signIn(users.bruno);
      await context.route('**/api/chats?*', (route) => route.fulfill({ status: 500, body: '{}' }));
      await context.route('**/api/chats', (route) => route.fulfill({ status: 500, body: '{}' }));
      await page.goto(`${app.stack.url}/chats`);
      await page.getByText('Não foi possível carregar').first().waitFor();
      await context.unrouteAll();
      await page.getByRole('button', { name: 'Tentar de novo' }).first().click();
      await row(page, 'Plantão').waitFor();
    });

  it('lets only the owner edit and delete a group; those who are removed lose it at once', async () => {
    const { page } = ana;
    for (const name of ['Editar chat', 'Excluir chat'])
      await expect.poll(() => bruno.page.getByRole('button', { name }).count()).toBe(0);
    await page.getByRole('button', { name: 'Editar chat' }).click();
    const dialog = page.getByRole('dialog', { name: 'Editar Plantão' });
    await dialog.getByRole('textbox', { name: 'Título' }).fill('Plantão da noite');
    await dialog.getByRole('button', { name: 'Salvar' }).click();
    await page.getByText('Chat salvo').waitFor();
    await bruno.page.getByRole('heading', { name: 'Plantão da noite' }).waitFor();
    await page.getByRole('button', { name: 'Excluir chat' }).click();
    await page
      .getByRole('dialog', { name: 'Excluir o grupo Plantão da noite?' })
      .getByRole('button', { name: 'Excluir chat' })
      .click();
    await page.getByText('Chat excluído').waitFor();
    await bruno.page.getByText('Este chat não existe mais, ou você não participa dele.').waitFor();
    await bruno.page.waitForURL('**/chats');
    await bruno.page.getByText('Nenhum chat ainda').waitFor();
    await page.waitForURL('**/chats');
  });
});

if (isWhole)
  describe('a long chat', () => {
    it('loads older messages within 600 px of the top without moving those in view, and offers new ones below', async () => {
      await plantChat(company, [users.ana, users.bruno], {
        title: 'Longo',
        messages: Array.from({ length: 70 }, (_, nth) => ({ message: `aviso ${nth + 1}` })),
      });
      const { page } = bruno;
      const pages: string[] = [];
      page.on('request', (request) => {
        if (/\/api\/chats\/\d+\/messages/.test(request.url())) pages.push(request.url());
      });
      await row(page, 'Longo').click();
      await bubble(page, 'aviso 70').waitFor();
      const log = page.getByRole('log');
      const above = (): Promise<number> =>
        log.evaluate(
          ({
            scrollHeight,
            clientHeight,
            scrollTop,
          }: {
            scrollHeight: number;
            clientHeight: number;
            scrollTop: number;
          }) => scrollHeight - clientHeight + scrollTop,
        );
      // Pages are loaded until the top is farther away than that, and no more.
      await expect.poll(above).toBeGreaterThanOrEqual(OLDER_WITHIN_PX);
      const loaded = pages.length;
      expect(loaded).toBeLessThan(4);
      const scroll = (by: string) =>
        page.evaluate(`(() => {
        const log = document.querySelector('[role=log]');
        const above = log.scrollHeight - log.clientHeight + log.scrollTop;
        log.scrollTop -= ${by};
      })()`);
      await scroll(`above - ${OLDER_WITHIN_PX + 40}`);
      await expect.poll(above).toBe(OLDER_WITHIN_PX + 40);
      expect(pages.length).toBe(loaded);
      await scroll('60');
      await expect.poll(() => pages.length).toBeGreaterThan(loaded);
      const moved = bubble(page, 'aviso 50');
      const before = (await moved.boundingBox())?.y;
      await expect.poll(above).toBeGreaterThan(OLDER_WITHIN_PX);
      expect((await moved.boundingBox())?.y).toBeCloseTo(before ?? 0, 0);

      const ownPage = ana.page;
      await row(ownPage, 'Longo').click();
      await bubble(ownPage, 'aviso 70').waitFor();
      await say(ownPage, 'novidade');
      await page.getByRole('button', { name: '1 nova mensagem' }).waitFor();
      expect((await moved.boundingBox())?.y).toBeCloseTo(before ?? 0, 0);
      await keepScreenshot(page, 'internal-chat-new-below');
      await page.getByRole('button', { name: '1 nova mensagem' }).click();
      await expect.poll(() => bubble(page, 'novidade').isVisible()).toBe(true);
      await page.getByRole('button', { name: 'Ir para o fim' }).waitFor({ state: 'detached' });
      await say(ownPage, 'segue no fim');
      await bubble(page, 'segue no fim').waitFor();
      await expect
        .poll(() => page.evaluate("Math.round(document.querySelector('[role=log]').scrollTop)"))
        .toBe(0);
    });

    it('is found by its title or a member, half a second after typing', async () => {
      await plantChat(company, [users.ana, users.carla], { title: 'Financeiro' });
      const { page } = ana;
      await row(page, 'Financeiro').waitFor();
      const searches: string[] = [];
      page.on('request', (request) => {
        if (/searchParam=[^&]/.test(request.url()))
          searches.push(new URL(request.url()).searchParams.get('searchParam') ?? '');
      });
      await page.getByRole('searchbox', { name: 'Buscar chats' }).pressSequentially('carla');
      await row(page, 'Longo').waitFor({ state: 'detached' });
      await row(page, 'Financeiro').waitFor();
      // A live event may repeat the search.
      expect([...new Set(searches)]).toEqual(['carla']);
      await page.getByRole('searchbox', { name: 'Buscar chats' }).fill('zzz');
      await page.getByText('Nenhum chat encontrado').waitFor();
      await page.getByRole('searchbox', { name: 'Buscar chats' }).fill('');
      await row(page, 'Longo').waitFor();
    });
  });

if (isWhole)
  it('on phones has the tabs Chats and Mensagens', async () => {
    const { page, context } = await signIn(users.bruno, PHONE);
    await topButton(page, /^Chat interno/).click();
    await page.getByRole('dialog', { name: 'Chat interno' }).getByRole('link', { name: 'Ver todos' }).click();
    await page.waitForURL('**/chats');
    await page.getByRole('tab', { name: 'Mensagens' }).click();
    await page.getByText('Escolha um chat').waitFor();
    await page.getByRole('tab', { name: 'Chats' }).click();
    await expectSound(page);
    await keepScreenshot(page, 'internal-chats-phone');
    await row(page, 'Longo').click();
    await bubble(page, 'segue no fim').waitFor();
    await expect
      .poll(() => page.getByRole('tab', { name: 'Mensagens' }).getAttribute('aria-selected'))
      .toBe('true');
    for (const theme of ['dark', 'light'] as const) {
      await changeTheme(page, theme);
      await expectSound(page);
      expect(await smallTargets(page)).toEqual([]);
      await keepScreenshot(page, `internal-chat-phone-${theme}`);
    }
    await page.getByRole('tab', { name: 'Chats' }).click();
    await row(page, 'Longo').waitFor();
    await page.getByRole('tab', { name: 'Mensagens' }).click();
    await bubble(page, 'segue no fim').waitFor();
    await context.close();
  });

if (isWhole)
  it('opens beside a ticket from the top bar, in place of the column of the contact', async () => {
    const { page } = await app.signIn('ana@demo.local');
    await openTab(page, 'Abertos');
    await openTicket(page, 'Gustavo Henrique Prado');
    await topButton(page, /^Chat interno/).click();
    const panel = page.getByRole('dialog', { name: 'Chat interno' });
    await panel.getByText('Nenhum chat ainda').waitFor();
    await expectSound(page);
    await keepScreenshot(page, 'internal-chats-popover-empty');
    await panel.getByRole('button', { name: 'Novo chat' }).first().click();
    const side = page.getByRole('complementary', { name: 'Chat interno' });
    await choosePerson(page, 'Pessoa', 'Carla Menezes');
    await page.getByRole('button', { name: 'Criar chat' }).click();
    await side.getByRole('heading', { name: 'Carla Menezes' }).waitFor();
    await side.getByRole('textbox', { name: 'Mensagem' }).fill('Pode ajudar neste atendimento?');
    await side.getByRole('textbox', { name: 'Mensagem' }).press('Enter');
    await side.getByRole('article').filter({ hasText: 'Pode ajudar' }).waitFor();
    await page.getByRole('heading', { name: 'Gustavo Henrique Prado', level: 1 }).waitFor();
    await expectSound(page);
    await keepScreenshot(page, 'internal-chat-beside-ticket');

    // Only one column beside the conversation, which needs the room.
    await page.getByRole('button', { name: 'Dados do contato' }).click();
    await side.waitFor({ state: 'detached' });
    await topButton(page, /^Chat interno/).click();
    await panel.getByRole('link').filter({ hasText: 'Carla Menezes' }).click();
    await side.getByRole('article').filter({ hasText: 'Pode ajudar' }).waitFor();
    await page.getByRole('button', { name: 'Adicionar nota' }).waitFor({ state: 'detached' });
    await side.getByRole('button', { name: 'Voltar aos chats' }).click();
    await side.getByRole('searchbox', { name: 'Buscar chats' }).waitFor();
    await side.getByRole('link').filter({ hasText: 'Carla Menezes' }).click();
    await side.getByRole('button', { name: 'Abrir na tela inteira' }).click();
    await page.waitForURL('**/chats/*');
    await side.waitFor({ state: 'detached' });
    await page.getByRole('heading', { name: 'Chat interno', level: 1 }).waitFor();
  });

it('announces a message by sound and, in a background tab, by a browser notification', async () => {
  await plantChat(company, [users.ana, users.carla], { title: 'Contas' });
  const { page, context } = await signIn(users.carla);
  await topButton(page, /^Chat interno/).waitFor();
  // A click, because browsers mute pages before it.
  await page.getByText('Olá, Carla Menezes').click();
  await page.evaluate('prosaTest.away = true');
  await row(ana.page, 'Contas').click();
  await ana.page.getByRole('heading', { name: 'Contas' }).waitFor();
  await say(ana.page, 'Chegou o boleto');
  await expect.poll(() => page.evaluate('prosaTest.notices')).toEqual(['Nova mensagem de Ana Souza']);
  expect(await page.evaluate<number>('prosaTest.sounds')).toBeGreaterThan(0);
  await context.close();
});

if (isWhole)
  it('is missing for companies whose plan has no internal chat', async () => {
    const other = await makeCompany({ plan: { without: ['useInternalChat'] } });
    const { page, context } = await signIn(other.admin);
    await page.getByRole('link', { name: 'Contatos', exact: true }).waitFor();
    await expect.poll(() => page.getByRole('link', { name: /^Chat interno/ }).count()).toBe(0);
    await expect.poll(() => topButton(page, /^Chat interno/).count()).toBe(0);
    await page.goto(`${app.stack.url}/chats`);
    await page
      .getByText('Esta empresa não possui permissão para acessar essa página! Estamos lhe redirecionando.')
      .waitFor();
    await context.close();
    expect(app.complaints).toEqual([]);
  });

const isLoaded = (image: { complete?: boolean; naturalWidth?: number }): boolean =>
  image.complete === true && (image.naturalWidth ?? 0) > 0;
