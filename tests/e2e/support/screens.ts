import { ADMIN_EMAIL } from '@prosa/infra/local/seed.ts';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, expect } from 'vitest';
import { makeCompany, TEST_PASSWORD } from '../../factories/company.ts';
import { importsOf, sourceFiles } from '../../invariants/support/source-files.ts';
import { isWhole } from '../../support/depth.ts';
import { accessibilityFlaws, COLOUR_RULES } from './accessibility-flaws.ts';
import { type App, DESKTOP, enter, startApp } from './app.ts';
import { linkCloudNumber } from './cloud-number.ts';
import { choose, chooseInHeader, openTab, openTicket, rowOf, sendMore } from './inbox.ts';
import { keepScreenshot, saveScreenshot } from './keep-screenshot.ts';
import { layoutFlaws } from './layout-flaws.ts';
import { rowAction } from './row-action.ts';
import { smallTargets } from './small-targets.ts';
import { changeTheme, chooseTheme, type Theme } from './theme.ts';

/**
 * The first theme is the theme of the account, in which screens are opened. In a run of the whole depth each screen is then
 * checked in the other themes, too.
 */
type Themes = readonly [Theme, ...Theme[]];

/** The same components and colours as on the desktop, but narrower: only the layout is checked. */
const TABLET = { width: 1024, height: 768 } as const;

const SIZES = [
  {
    name: 'desktop',
    options: { viewport: DESKTOP },
    themes: ['dark', 'light'],
    restrictedThemes: ['dark', 'light'],
  },
  // The same colours as on the desktop: each screen in one theme only, and what all screens share in both.
  {
    name: 'phone',
    options: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true },
    themes: ['light'],
    restrictedThemes: ['dark'],
  },
] as const satisfies {
  name: string;
  options: BrowserContextOptions;
  themes: Themes;
  /** Of the screens of restricted users and empty companies. */
  restrictedThemes: Themes;
}[];
type SizeName = (typeof SIZES)[number]['name'];

/** Frames in which a page adapts to a new width of its window. */
const LAYOUT_FRAMES = 60;
/** A name of one word, as long as the limit allows. */
const LONGEST_NAME = 'Wolfeschlegelsteinhausenbergerdorffwelchevoraltern';

/** The modules of all screens: those in the router and those of the features. */
const SCREENS = new Set([
  ...sourceFiles('frontend/app')
    .filter(({ path }) => path === 'frontend/app/router.tsx')
    .flatMap(importsOf)
    .flatMap(({ specifier }) => /^\.\/routes\/(.+)\.tsx$/.exec(specifier)?.[1] ?? []),
  ...sourceFiles('frontend/features').flatMap(
    ({ path }) => /\/components\/([\w-]+)-screen\.tsx$/.exec(path)?.[1] ?? [],
  ),
]);
SCREENS.delete('shell');
/** Screens without an address of their own, by the screen that they are checked with. */
const SHOWN_WITH: ReadonlyMap<string, string> = new Map([['tickets-welcome', 'tickets']]);
/** Addresses that require an ability that attendants lack. */
const ADMINISTRATION = [
  '/',
  '/reports',
  '/TagsKanban',
  '/moments',
  '/messages-api',
  '/users',
  '/queues',
  '/files',
  '/connections',
  '/connections/1/templates',
  '/contact-lists',
  '/contact-lists/1/contacts',
  '/settings',
  '/campaigns',
  '/campaign/1/report',
  '/campaigns-config',
  '/flowbuilders',
  '/flowbuilder/1',
  '/phrase-lists',
  '/queue-integration',
  '/prompts',
  '/prompts/1/replay',
];
/** The other parts of the screen of the external API, with the names of their screenshots. */
const MESSAGES_API_PARTS = [
  ['Teste', 'messages-api-test'],
  ['Tokens', 'messages-api-tokens'],
  ['Uso', 'messages-api-usage'],
  ['Webhooks', 'messages-api-webhooks'],
] as const;

/** The other parts of the dialog of an assistant, with the names of their screenshots. */
const ASSISTANT_PARTS = [
  ['Instruções', 'assistant-instructions'],
  ['Conhecimento', 'assistant-knowledge'],
  ['Modelo', 'assistant-model'],
  ['Voz', 'assistant-voice'],
] as const;

/** The other parts of the dialog of a campaign, with the names of their screenshots. */
const CAMPAIGN_PARTS = [
  ['Mensagens', 'campaign-messages'],
  ['Confirmação', 'campaign-confirmation'],
  ['Atendimento', 'campaign-ticket'],
] as const;

/** Each text differs from the one before it, so that it is not found on the screen before. */
const EMPTY = {
  tickets: { path: '/tickets', says: 'Conecte um número para começar' },
  'quick-messages': { path: '/quick-messages', says: 'Nenhuma resposta rápida ainda' },
  contacts: { path: '/contacts', says: 'Nenhum contato ainda' },
  'contacts-import': { path: '/contacts/import', says: 'Escolha uma planilha' },
  'contact-lists': { path: '/contact-lists', says: 'Nenhuma lista ainda' },
  campaigns: { path: '/campaigns', says: 'Nenhuma campanha ainda' },
  schedules: { path: '/schedules', says: 'Nada agendado neste período' },
  dashboard: { path: '/', says: 'Nenhum atendimento neste período' },
  moments: { path: '/moments', says: 'Nenhum atendimento agora' },
  'ticket-report': { path: '/reports', says: 'Nenhum atendimento neste período' },
  tags: { path: '/tags', says: 'Nenhuma tag ainda' },
  'todo-list': { path: '/todolist', says: 'Nenhuma tarefa ainda' },
  kanban: { path: '/Kanban', says: 'Nenhuma coluna ainda' },
  queues: { path: '/queues', says: 'Nenhuma fila ainda' },
  'tags-kanban': { path: '/TagsKanban', says: 'Nenhuma coluna ainda' },
  'file-lists': { path: '/files', says: 'Nenhuma lista de arquivos ainda' },
  flows: { path: '/flowbuilders', says: 'Nenhum fluxo ainda' },
  'flow-phrases': { path: '/phrase-lists', says: 'Nenhuma frase ainda' },
  integrations: { path: '/queue-integration', says: 'Nenhuma integração ainda' },
  assistants: { path: '/prompts', says: 'Nenhum assistente ainda' },
  connections: { path: '/connections', says: 'Nenhuma conexão ainda' },
  'internal-chats': { path: '/chats', says: 'Nenhum chat ainda' },
};

/**
 * Goes to a screen without loading the app again, as a link of the app does. Not possible on a phone after a dialog,
 * because a dialog there has an entry in the history.
 */
const follow = (page: Page, path: string): Promise<unknown> =>
  page.evaluate(
    `history.pushState(null, '', ${JSON.stringify(path)}); dispatchEvent(new PopStateEvent('popstate'))`,
  );

/**
 * Makes a desktop's window as narrow as a tablet, and returns the flaws of the page in it. A page has changed its layout
 * some frames after its window, so only flaws that stay count. A browser does not scroll to the focused element of a
 * window that shrinks; on a tablet the element was focused, and thus in sight, from the start.
 * @param reopen opens a layer that closes when its window shrinks
 */
const narrowFlaws = async (page: Page, screen: string, reopen?: () => Promise<void>): Promise<string[]> => {
  await page.setViewportSize(TABLET);
  await page.evaluate('new Promise(requestAnimationFrame)');
  await reopen?.();
  await page.evaluate(`document.activeElement?.scrollIntoView({ block: 'nearest' })`);
  let found = await layoutFlaws(page);
  for (let frames = 0; found.length > 0 && frames < LAYOUT_FRAMES; frames++) {
    await page.evaluate('new Promise(requestAnimationFrame)');
    found = await layoutFlaws(page);
  }
  await keepScreenshot(page, `${screen}-tablet`);
  await page.setViewportSize(DESKTOP);
  return found.map((flaw) => `on a tablet: ${flaw}`);
};

/**
 * Takes a screenshot of a page, and collects its flaws by the name of the screen. A run of the whole depth also checks the
 * other themes, there only layout and colours, because the elements are the same, and the width of a tablet, there only
 * the layout.
 */
const lookerAt = (page: Page, size: SizeName, themes: Themes) => {
  const flaws: Record<string, string[]> = {};
  const seen = new Set<string>();
  const [own, ...further] = themes;
  const others = isWhole ? further : [];
  const look = async (
    screen: string,
    allowed: string[] = [],
    reopen?: () => Promise<void>,
  ): Promise<void> => {
    seen.add(screen);
    await page.locator(`html[data-theme=${own}]`).waitFor();
    // Away from elements with a tooltip.
    await page.mouse.move(0, 0);
    await page.getByRole('tooltip').waitFor({ state: 'detached' });
    const found = await layoutFlaws(page);
    if (size === 'phone') found.push(...(await smallTargets(page)));
    found.push(...(await accessibilityFlaws(page, allowed)));
    const save = size === 'desktop' ? saveScreenshot : keepScreenshot;
    await save(page, `${screen}-${size}-${own}`);
    for (const theme of others) {
      await changeTheme(page, theme);
      found.push(...(await layoutFlaws(page)));
      found.push(...(await accessibilityFlaws(page, allowed, COLOUR_RULES)));
    }
    const titles = await page.locator('h1').allTextContents();
    if (titles.length !== 1) found.push(`one heading of the screen, not ${titles.join(', ')}`);
    if (others.length > 0) await changeTheme(page, own);
    if (isWhole && size === 'desktop') found.push(...(await narrowFlaws(page, screen, reopen)));
    if (found.length > 0) flaws[screen] = found;
  };
  return { look, flaws, seen };
};

export interface ScreenVisits {
  /** Checks every screen as an administrator. */
  everyScreen(): Promise<object>;
  /** Checks the screens that show the longest names. */
  longestNames(): Promise<object>;
  /** Checks the screens of users without permission, and those of a company without data. */
  restrictedAndEmpty(): Promise<object>;
}

/**
 * Prepares the tests of all screens at one window size. Call at the top level. Each size has its own test file, so that
 * the sizes run in parallel.
 */
export const useScreens = (nameOfSize: SizeName): ScreenVisits => {
  const {
    name: size,
    options,
    themes,
    restrictedThemes,
  } = SIZES.find(({ name }) => name === nameOfSize) ?? SIZES[0];
  let app: App;
  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app?.stop());

  const [theme] = themes;
  const goTo = (page: Page, path: string): Promise<unknown> =>
    size === 'phone' ? page.goto(app.stack.url + path) : follow(page, path);

  /** Checks the screens that only a super administrator has. */
  const screensOfOperator = async () => {
    const { page, context } = await app.open({ ...options, colorScheme: theme });
    const { look, flaws, seen } = lookerAt(page, size, themes);
    await page.goto(`${app.stack.url}/login`);
    await chooseTheme(page, theme);
    await enter(page, ADMIN_EMAIL, app.stack.adminPassword);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await goTo(page, '/announcements');
    await page.getByText('Nenhum comunicado ainda').waitFor();
    await look('announcements-empty');
    await page.getByRole('main').getByRole('button', { name: 'Novo comunicado' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'Novo comunicado' });
    await dialog.getByRole('textbox', { name: 'Título' }).fill(LONGEST_NAME);
    await dialog.getByRole('textbox', { name: 'Texto' }).fill(`# ${LONGEST_NAME}\n\n${'a '.repeat(400)}`);
    await look('announcement');
    await dialog.getByRole('button', { name: 'Prévia' }).click();
    await dialog.getByRole('heading', { name: LONGEST_NAME }).first().waitFor();
    await look('announcement-preview');
    await dialog.getByRole('button', { name: 'Salvar' }).click();
    await page.getByRole('row').filter({ hasText: LONGEST_NAME }).waitFor();
    await look('announcements');
    await page.getByRole('button', { name: 'Comunicados: 1 não lido' }).click();
    await page.getByRole('dialog', { name: 'Comunicados' }).getByText(LONGEST_NAME).first().waitFor();
    await look('announcements-popover');
    await page.keyboard.press('Escape');
    await goTo(page, '/settings');
    await page.getByRole('tab', { name: 'Ajuda' }).click();
    await page.getByRole('button', { name: 'Novo tópico' }).click();
    const help = page.getByRole('dialog', { name: 'Novo tópico de ajuda' });
    await help.getByRole('textbox', { name: 'Título' }).fill(LONGEST_NAME);
    await help.getByRole('textbox', { name: 'Código do vídeo' }).fill('youtu.be/a1B2-c3_D4e');
    await help.getByRole('textbox', { name: 'Descrição' }).fill('Como se faz. '.repeat(60));
    await look('help');
    await help.getByRole('button', { name: 'Salvar' }).click();
    await page.getByRole('row').filter({ hasText: LONGEST_NAME }).waitFor();
    await look('settings-helps');
    await goTo(page, '/helps');
    await page.getByRole('article', { name: LONGEST_NAME }).waitFor();
    await look('helps');
    await context.close();
    return { flaws, seen };
  };

  const everyScreen = async (): Promise<object> => {
    const isPhone = size === 'phone';
    const { page, context } = await app.open({ ...options, colorScheme: theme });
    const { look, flaws, seen } = lookerAt(page, size, themes);
    const go = (path: string) => goTo(page, path);
    const dialog = (name: string | RegExp) => page.getByRole('dialog', { name });
    const dismiss = async (name: string | RegExp): Promise<void> => {
      await page.keyboard.press('Escape');
      await dialog(name).waitFor({ state: 'hidden' });
    };

    await page.goto(`${app.stack.url}/login`);
    await page.getByRole('heading', { name: 'Entrar' }).waitFor();
    await chooseTheme(page, theme);
    await look('login');
    await page.locator('input[name=email]').fill('ana@demo.local');
    await page.locator('input[name=password]').fill(app.stack.adminPassword);
    await page.locator('button[type=submit]').click();
    await rowOf(page, 'Juliana Barros').waitFor();
    await look('tickets');
    await openTab(page, 'Aguardando');
    await rowOf(page, 'Fernanda Lima').waitFor();
    await look('inbox-waiting');
    await openTab(page, 'Resolvidos');
    await page.getByRole('listitem').first().waitFor();
    await look('inbox-closed');
    await page.getByRole('button', { name: 'Filtros' }).click();
    await page.getByRole('combobox', { name: 'Tags' }).waitFor();
    await look('inbox-search');
    await page.getByRole('button', { name: 'Filtros' }).click();
    await page.getByRole('button', { name: 'Novo atendimento' }).first().click();
    await dialog('Novo atendimento').waitFor();
    await look('new-ticket');
    await dismiss('Novo atendimento');

    await openTab(page, 'Abertos');
    await openTicket(page, 'Gustavo Henrique Prado');
    await page.getByRole('log').getByRole('article').last().waitFor();
    await look('ticket');
    await page.getByRole('button', { name: 'Dados do contato' }).click();
    await page.getByRole('button', { name: 'Adicionar nota' }).waitFor();
    for (const part of ['Arquivos', 'Outros atendimentos']) {
      await page.getByRole('button', { name: part, exact: true }).click();
      await page
        .locator('.MuiAccordionDetails-root .MuiSkeleton-root')
        .first()
        .waitFor({ state: 'detached' });
    }
    await look('contact', [], async () => {
      await page.locator('header').getByRole('button', { name: 'Dados do contato' }).click();
      await page.getByRole('complementary', { name: 'Contato' }).waitFor();
    });
    await page.getByRole('button', { name: 'Fechar', exact: true }).click();
    await chooseInHeader(page, 'Histórico');
    await dialog(/^Histórico/).waitFor();
    await look('log');
    await dismiss(/^Histórico/);
    // In a wide window the button is in the bar, otherwise in the menu.
    const transfer = page.locator('header').getByRole('button', { name: 'Transferir' });
    if (await transfer.isVisible()) await transfer.click();
    else await chooseInHeader(page, 'Transferir');
    await dialog('Transferir atendimento').waitFor();
    await look('transfer');
    await dismiss('Transferir atendimento');
    await page.getByRole('button', { name: 'Inserir emoji' }).click();
    await page.getByPlaceholder('Buscar emoji').waitFor();
    await page.getByRole('gridcell').first().waitFor();
    // The picker's groups are list items with the role of a row group.
    await look('emoji', ['aria-allowed-role'], async () => {
      await page.getByRole('button', { name: 'Inserir emoji' }).click();
      await page.getByRole('gridcell').first().waitFor();
    });
    await page.keyboard.press('Escape');
    await sendMore(page, 'Mensagem interativa');
    await dialog('Mensagem interativa').getByRole('region', { name: 'Prévia' }).waitFor();
    await look('interactive');
    await dialog('Mensagem interativa').getByRole('tab', { name: 'PIX' }).click();
    await dialog('Mensagem interativa').getByRole('textbox', { name: 'Chave Pix' }).waitFor();
    await look('interactive-pix');
    await dialog('Mensagem interativa').getByRole('button', { name: 'Cancelar' }).click();
    await page.getByRole('button', { name: 'Descartar' }).click();
    await dialog('Mensagem interativa').waitFor({ state: 'hidden' });
    await sendMore(page, 'Enviar localização');
    await dialog('Enviar localização').waitFor();
    await look('location');
    await dismiss('Enviar localização');

    // Users open it in a tab of its own.
    await page.goto(`${page.url()}/print`);
    await page.getByRole('button', { name: 'Imprimir ou salvar em PDF', disabled: false }).waitFor();
    await look('ticket-print');
    await go('/queues');
    await page.getByRole('row').filter({ hasText: 'Vendas' }).waitFor();
    await look('queues');
    await page.getByRole('row').filter({ hasText: 'Vendas' }).click();
    await dialog('Editar Vendas').waitFor();
    await look('queue');
    await dialog('Editar Vendas').getByRole('tab', { name: 'Opções do bot' }).click();
    await dialog('Editar Vendas').getByRole('button', { name: 'Adicionar opção' }).click();
    await dialog('Editar Vendas').getByRole('region', { name: 'Opção 1' }).waitFor();
    await look('queue-options');
    await go('/files');
    await page.getByText('Nenhuma lista de arquivos ainda').waitFor();
    await look('file-lists');
    await page.getByRole('main').getByRole('button', { name: 'Nova lista' }).first().click();
    await dialog('Nova lista de arquivos').waitFor();
    await look('file-list');
    await dismiss('Nova lista de arquivos');
    await go('/flowbuilders');
    await page.getByText('Nenhum fluxo ainda').waitFor();
    await page.getByRole('main').getByRole('button', { name: 'Adicionar fluxo' }).first().click();
    await dialog('Novo fluxo').getByRole('textbox', { name: 'Nome' }).fill(LONGEST_NAME);
    await dialog('Novo fluxo').getByRole('button', { name: 'Criar fluxo' }).click();
    await page.locator('.react-flow__node').waitFor();
    await page.getByRole('button', { name: 'Adicionar passo' }).click();
    await look('flow-steps');
    await page.getByRole('menuitem', { name: 'Menu', exact: true }).click();
    const step = dialog('Novo passo: Menu');
    await step.getByRole('textbox', { name: 'Mensagem' }).fill(LONGEST_NAME);
    await step.getByRole('textbox', { name: 'Opção 1' }).fill(LONGEST_NAME);
    await look('flow-step');
    await step.getByRole('button', { name: 'Adicionar', exact: true }).click();
    await step.waitFor({ state: 'hidden' });
    await page.getByText('Rascunho salvo').waitFor();
    await look('flow-editor');
    await page.getByRole('button', { name: 'Problemas' }).click();
    await page.getByRole('region', { name: 'Problemas' }).getByRole('button').first().waitFor();
    await look('flow-problems');
    await page.getByRole('region', { name: 'Problemas' }).getByRole('button', { name: 'Fechar' }).click();
    await page.getByRole('button', { name: 'Voltar aos fluxos' }).click();
    await page.getByRole('row').filter({ hasText: LONGEST_NAME }).waitFor();
    await look('flows');
    await go('/phrase-lists');
    await page.getByText('Nenhuma frase ainda').waitFor();
    await look('flow-phrases');
    await page.getByRole('main').getByRole('button', { name: 'Nova frase' }).first().click();
    await dialog('Nova campanha com fluxo de frases').waitFor();
    await look('flow-phrase');
    await dismiss('Nova campanha com fluxo de frases');
    await go('/queue-integration');
    await page.getByText('Nenhuma integração ainda').waitFor();
    await page.getByRole('main').getByRole('button', { name: 'Nova integração' }).first().click();
    const integration = dialog('Nova integração');
    await integration.getByRole('textbox', { name: 'Nome', exact: true }).fill(LONGEST_NAME);
    await integration.getByRole('textbox', { name: 'Endereço do Typebot' }).fill('https://bot.example.com');
    await integration.getByRole('textbox', { name: 'Nome público do bot' }).fill('vendas');
    await look('integration');
    await integration.getByRole('button', { name: 'Salvar' }).click();
    await page.getByRole('row').filter({ hasText: LONGEST_NAME }).waitFor();
    await look('integrations');
    await go('/prompts');
    await page.getByText('Nenhum assistente ainda').waitFor();
    await page.getByRole('main').getByRole('button', { name: 'Novo assistente' }).first().click();
    const assistant = dialog('Novo assistente');
    await assistant.getByRole('textbox', { name: 'Nome', exact: true }).fill(LONGEST_NAME);
    await choose(assistant, /^Fila/, 'Vendas');
    await look('assistant');
    for (const [part, screen] of ASSISTANT_PARTS) {
      if (isPhone) await choose(assistant, 'Partes do assistente', part);
      else await assistant.getByRole('tab', { name: part, exact: true }).click();
      if (part === 'Instruções') await assistant.getByRole('button', { name: 'Inserir exemplo' }).click();
      if (part === 'Modelo') await assistant.getByLabel('Chave de API').fill('sk-0123456789');
      if (part === 'Voz') await choose(assistant, 'Voz', 'Francisca');
      await look(screen);
    }
    await choose(assistant, 'Voz', 'Texto');
    await assistant.getByRole('button', { name: 'Testar' }).click();
    await assistant.getByRole('region', { name: 'Testar o assistente' }).waitFor();
    await look('assistant-test');
    await assistant.getByRole('button', { name: 'Salvar' }).click();
    await page.getByRole('row').filter({ hasText: LONGEST_NAME }).waitFor();
    await look('assistants');
    await rowAction(page.getByRole('row').filter({ hasText: LONGEST_NAME }), 'Correções');
    const corrections = dialog(/^Correções/);
    await corrections.getByText('Nenhuma correção ainda').waitFor();
    await look('assistant-corrections-empty');
    await corrections.getByRole('button', { name: 'Nova correção' }).click();
    const correction = dialog('Nova correção');
    await correction.getByRole('textbox', { name: 'Pergunta do contato' }).fill(LONGEST_NAME);
    await correction.getByRole('textbox', { name: 'Resposta certa' }).fill(LONGEST_NAME);
    await look('assistant-correction');
    await correction.getByRole('button', { name: 'Salvar correção' }).click();
    await corrections.getByRole('button', { name: /^Editar: / }).waitFor();
    await look('assistant-corrections');
    await corrections.getByRole('button', { name: 'Fechar' }).click();
    await rowAction(page.getByRole('row').filter({ hasText: LONGEST_NAME }), 'Comparar com conversas');
    await page.getByRole('progressbar', { name: 'Conversas comparadas' }).waitFor();
    await look('assistant-replay');
    await go('/users');
    await page.getByRole('row').filter({ hasText: 'carla@demo.local' }).waitFor();
    await look('users');
    await page.getByRole('row').filter({ hasText: 'carla@demo.local' }).click();
    await dialog('Editar Carla Menezes').waitFor();
    await look('user');
    await go('/connections');
    await page.getByRole('row').filter({ hasText: 'Conectada' }).waitFor();
    await look('connections');
    await rowAction(page.getByRole('row').filter({ hasText: 'Conectada' }).first(), 'Editar');
    await dialog('Editar WhatsApp principal').waitFor();
    await look('connection');
    await dismiss('Editar WhatsApp principal');
    await page.getByRole('button', { name: /^Notificações/ }).click();
    await dialog('Notificações').waitFor();
    await look('notifications');
    await dismiss('Notificações');
    await page.getByRole('button', { name: 'Minha conta' }).click();
    await page.getByRole('menuitem', { name: 'Editar perfil' }).waitFor();
    // It floats outside the landmarks.
    await look('account', ['region']);
    await page.getByRole('menuitem', { name: 'Editar perfil' }).click();
    await dialog('Editar perfil').waitFor();
    await look('profile');
    await dismiss('Editar perfil');
    await go('/todolist');
    await page.getByRole('textbox', { name: 'Tarefa' }).fill(LONGEST_NAME);
    await page.getByLabel('Prazo').fill('2026-01-02');
    await page.getByRole('textbox', { name: 'Tarefa' }).press('Enter');
    await page.getByRole('listitem').filter({ hasText: LONGEST_NAME }).waitFor();
    await look('todo-list');
    await go('/chats');
    await page.getByRole('button', { name: 'Novo chat' }).first().click();
    await dialog('Novo chat').getByRole('button', { name: 'Grupo' }).click();
    await dialog('Novo chat').getByRole('textbox', { name: 'Título' }).fill(LONGEST_NAME);
    await dialog('Novo chat').getByRole('combobox', { name: 'Pessoas' }).fill('Carla');
    await page.getByRole('option', { name: 'Carla Menezes' }).click();
    await page.keyboard.press('Escape');
    await look('internal-chat-new');
    await dialog('Novo chat').getByRole('button', { name: 'Criar chat' }).click();
    await page.getByRole('heading', { name: LONGEST_NAME }).waitFor();
    await page.getByRole('textbox', { name: 'Mensagem', exact: true }).fill(LONGEST_NAME);
    await page.getByRole('button', { name: 'Enviar', exact: true }).click();
    await page.getByText('Ninguém leu ainda').waitFor();
    await look('internal-chats');
    await go('/quick-messages');
    await page.getByRole('row').filter({ hasText: '/prazo' }).waitFor();
    await look('quick-messages');
    await page.getByRole('row').filter({ hasText: '/saudacao' }).click();
    await dialog('Editar saudacao').waitFor();
    await look('quick-message');
    await dismiss('Editar saudacao');
    await go('/contacts');
    await page.getByText('Fernanda Lima').first().waitFor();
    await look('contacts');
    await page.getByRole('button', { name: 'Importar e exportar' }).click();
    await page.getByRole('menuitem', { name: 'Exportar contatos' }).click();
    await dialog('Exportar contatos').getByRole('button', { name: 'Exportar agora' }).click();
    await dialog('Exportar contatos').getByRole('link').first().waitFor();
    await look('contacts-export');
    await dismiss('Exportar contatos');
    await go('/contacts/import');
    const another = page.getByRole('button', { name: 'Importar outro arquivo' });
    const file = page.locator('input[type=file]');
    // The result of the previous test is still shown.
    await another.or(page.getByText('Escolha uma planilha')).waitFor();
    if (await another.isVisible()) await another.click();
    await page.getByText('Escolha uma planilha').waitFor();
    await look('contacts-import');
    await file.setInputFiles({ name: 'a.csv', mimeType: 'text/csv', buffer: Buffer.from('<html>') });
    await page.getByText('Arquivo inválido').waitFor();
    await look('contacts-import-invalid');
    await another.click();
    const sheet = `Nome;Número;E-mail;Tags\n${LONGEST_NAME};5511970003001;a@example.com;VIP\n;1;;\n`;
    await file.setInputFiles({
      name: `${LONGEST_NAME}.csv`,
      mimeType: 'text/csv',
      buffer: Buffer.from(sheet),
    });
    await page.getByRole('checkbox', { name: 'Selecionar todos' }).waitFor();
    await page.getByRole('checkbox', { name: `Selecionar ${LONGEST_NAME}` }).waitFor();
    await look('contacts-import-choice');
    await page.getByRole('button', { name: 'Importar contatos selecionados' }).click();
    await page.getByText('A importação foi concluída').waitFor();
    await look('contacts-import-done');
    await go('/contact-lists');
    await page.getByRole('button', { name: 'Nova lista' }).first().click();
    await dialog('Nova lista de contatos').getByLabel('Nome').fill(LONGEST_NAME);
    await look('contact-list');
    await dialog('Nova lista de contatos').getByRole('button', { name: 'Criar lista' }).click();
    await page.getByText('Nenhum contato nesta lista').waitFor();
    await look('list-contacts-empty');
    await file.setInputFiles({
      name: `${LONGEST_NAME}.csv`,
      mimeType: 'text/csv',
      buffer: Buffer.from(`Quem;Onde\n${LONGEST_NAME};5511970004001\n`),
    });
    await page.getByRole('checkbox', { name: 'Selecionar linha 2' }).waitFor();
    await look('list-contacts-columns');
    await page.getByRole('button', { name: 'Escolher depois' }).click();
    await page.getByRole('button', { name: 'Escolher colunas' }).waitFor();
    await file.setInputFiles({
      name: `${LONGEST_NAME}.csv`,
      mimeType: 'text/csv',
      buffer: Buffer.from(`Nome;Número\n${LONGEST_NAME};5511970004001\n;1\n`),
    });
    await page.getByText('Importação concluída').waitFor();
    await page.getByRole('row').filter({ hasText: LONGEST_NAME }).getByText('No WhatsApp').first().waitFor();
    await look('list-contacts');
    await page.getByRole('row').filter({ hasText: LONGEST_NAME }).click();
    await dialog(`Editar ${LONGEST_NAME}`).waitFor();
    await look('list-contact');
    await dismiss(`Editar ${LONGEST_NAME}`);
    await page.getByRole('button', { name: 'Voltar às listas' }).click();
    await page.getByRole('row').filter({ hasText: LONGEST_NAME }).waitFor();
    await look('contact-lists');
    await go('/campaigns');
    await page.getByText('Nenhuma campanha ainda').waitFor();
    await page.getByRole('main').getByRole('button', { name: 'Nova campanha' }).first().click();
    const campaign = dialog('Nova campanha');
    await campaign.getByRole('textbox', { name: 'Nome' }).fill(LONGEST_NAME);
    await choose(campaign, 'Lista de contatos', `${LONGEST_NAME} (1)`);
    await choose(campaign, 'Conexão', 'WhatsApp principal');
    await look('campaign');
    for (const [part, screen] of CAMPAIGN_PARTS) {
      if (isPhone) await choose(campaign, 'Partes da campanha', part);
      else await campaign.getByRole('tab', { name: part, exact: true }).click();
      if (part === 'Mensagens')
        await campaign.getByRole('textbox', { name: 'Mensagem 1' }).fill('Olá {nome}');
      await look(screen);
    }
    await campaign.getByRole('button', { name: 'Pré-visualização' }).click();
    await campaign.getByRole('region', { name: 'Pré-visualização' }).waitFor();
    await look('campaign-preview');
    await campaign.getByRole('button', { name: 'Criar campanha' }).click();
    await page.getByRole('row').filter({ hasText: LONGEST_NAME }).waitFor();
    await look('campaigns');
    await rowAction(page.getByRole('row').filter({ hasText: LONGEST_NAME }), 'Iniciar');
    await dialog(`Iniciar ${LONGEST_NAME}`).getByText('nunca escreveram').waitFor();
    await look('campaign-start');
    await dialog(`Iniciar ${LONGEST_NAME}`).getByRole('button', { name: 'Iniciar campanha' }).click();
    await rowAction(page.getByRole('row').filter({ hasText: LONGEST_NAME }), 'Relatório');
    await page.getByRole('table', { name: 'Destinatários' }).getByText(LONGEST_NAME).waitFor();
    await look('campaign-report');
    await go('/settings');
    await page.getByRole('combobox', { name: 'Idioma' }).waitFor();
    await look('settings');
    await page.getByRole('combobox', { name: 'Horário que vale' }).click();
    await page.getByRole('option', { name: 'Da empresa' }).click();
    await page.getByRole('tab', { name: 'Horários' }).click();
    await page.getByText('Segunda-feira').waitFor();
    await look('settings-hours');
    await page.getByRole('tab', { name: 'Feriados' }).click();
    await page.getByRole('button', { name: 'Adicionar' }).waitFor();
    await look('settings-holidays');
    // Restores the setting for the next test.
    await page.getByRole('tab', { name: 'Opções' }).click();
    await page.getByRole('combobox', { name: 'Horário que vale' }).click();
    await page.getByRole('option', { name: 'Nenhum: sempre aberto' }).click();
    await page.getByRole('tab', { name: 'Feriados' }).waitFor({ state: 'detached' });
    await go('/campaigns-config');
    await page.getByRole('combobox', { name: 'Intervalo entre mensagens' }).waitFor();
    await page.getByRole('button', { name: 'Adicionar variável' }).click();
    await page.getByRole('textbox', { name: 'Nome' }).fill('cupom');
    await look('campaign-settings');
    await go('/moments');
    await page.getByRole('region', { name: 'Aguardando' }).getByRole('listitem').first().waitFor();
    await look('moments');
    await go('/reports?dateFrom=2026-01-01');
    await page.getByRole('navigation', { name: 'Páginas do relatório' }).waitFor();
    await look('ticket-report');
    await go('/messages-api');
    await page.getByRole('group', { name: 'Exemplo: Enviar texto' }).waitFor();
    await look('messages-api');
    for (const [part, screen] of MESSAGES_API_PARTS) {
      if (isPhone) {
        await page.getByRole('combobox', { name: 'Parte da página' }).click();
        await page.getByRole('option', { name: part }).click();
      } else await page.getByRole('tab', { name: part }).click();
      await page.locator('.MuiSkeleton-root').first().waitFor({ state: 'detached' });
      await look(screen);
    }
    await go('/schedules');
    await page.getByText('Clínica Sorriso').first().waitFor();
    await look('schedules');
    await page.getByText('Clínica Sorriso').first().click();
    await dialog('Editar agendamento').waitFor();
    await look('schedule');
    await dismiss('Editar agendamento');
    await page.getByRole('button', { name: isPhone ? 'Mês' : 'Semana' }).click();
    await page.getByRole('button', { name: isPhone ? 'Mês' : 'Semana', pressed: true }).waitFor();
    await look('schedules-other');
    await go('/tags');
    await page.getByRole('row').filter({ hasText: 'Cobrança' }).waitFor();
    await look('tags');
    await page.getByRole('row').filter({ hasText: 'Cobrança' }).click();
    await dialog('Editar Cobrança').waitFor();
    await look('tag');
    await dismiss('Editar Cobrança');
    await page
      .getByRole('row')
      .filter({ hasText: 'Cobrança' })
      .getByRole('button', { name: 'Mais ações' })
      .click();
    await page.getByRole('menuitem', { name: 'Ver contatos' }).click();
    await dialog('Contatos com a tag Cobrança').getByText('Mercadinho Bom Preço').waitFor();
    await look('tag-contacts');
    await go('/TagsKanban');
    await page.getByText('Nenhuma coluna ainda').waitFor();
    await page.getByRole('main').getByRole('button', { name: 'Nova coluna' }).first().click();
    await dialog('Nova coluna').getByRole('textbox', { name: 'Nome' }).fill(LONGEST_NAME);
    await look('lane');
    await dialog('Nova coluna').getByRole('button', { name: 'Salvar' }).click();
    await page.getByRole('row').filter({ hasText: LONGEST_NAME }).waitFor();
    await look('tags-kanban');
    await go('/Kanban');
    await page.getByRole('region', { name: 'Sem coluna' }).getByRole('article').first().waitFor();
    await look('kanban');
    await go('/');
    for (const name of ['Atendimentos por dia', 'Atendimentos por atendente', 'Avaliações (NPS)'])
      await page.getByRole('region', { name }).locator('svg').first().waitFor();
    await look('dashboard');
    await page.getByRole('tab', { name: 'Atendentes' }).click();
    await page.getByRole('row').filter({ hasText: 'Bruno' }).waitFor();
    await look('dashboard-attendants');
    await go('/financeiro');
    await page.getByText('Sua assinatura vale até').first().waitFor();
    await look('subscription');
    await go('/sandbox');
    await page.getByRole('textbox').first().waitFor();
    await look('sandbox');
    const { connectionId } = await linkCloudNumber(app, 'API oficial');
    await go(`/connections/${connectionId}/templates`);
    await page.getByRole('row').filter({ hasText: 'order_update' }).waitFor();
    await look('message-templates');
    await page.getByRole('button', { name: 'Novo modelo' }).click();
    await dialog('Novo modelo').waitFor();
    await look('message-template');
    await dismiss('Novo modelo');
    await go('/nowhere');
    await page.getByText('Esta página não existe').waitFor();
    await look('not-found');
    await page.goto(`${app.stack.url}/connections/linked`);
    await page.getByRole('heading', { name: 'Acesso concluído' }).waitFor();
    await look('link-return');
    await context.close();
    const operators = await screensOfOperator();
    for (const screen of operators.seen) seen.add(screen);
    expect([...SCREENS].filter((screen) => !seen.has(SHOWN_WITH.get(screen) ?? screen))).toEqual([]);
    return { ...flaws, ...operators.flaws };
  };

  const longestNames = async (): Promise<object> => {
    const company = await makeCompany();
    const name = LONGEST_NAME;
    await company.addUser({ name, email: `${size.padEnd(60, 'e')}@${'d'.repeat(60)}.example.com` });
    await company.addQueue({ name });
    await company.addConnection({ name });
    const { page, context } = await app.open(options);
    await page.goto(`${app.stack.url}/login`);
    await enter(page, company.admin.email, TEST_PASSWORD);
    const flaws: Record<string, string[]> = {};
    const look = async (screen: string): Promise<void> => {
      const found = await layoutFlaws(page);
      if (size === 'desktop')
        found.push(...(await narrowFlaws(page, `long-names${screen.replace(/\W/g, '-')}`)));
      if (found.length > 0) flaws[screen] = found;
    };
    for (const path of ['/users', '/queues', '/connections']) {
      await goTo(page, path);
      const row = page.getByRole('row').filter({ hasText: name });
      await row.waitFor();
      await look(path);
      await rowAction(row, 'Excluir');
      await page.getByRole('dialog').waitFor();
      await keepScreenshot(page, `long-names${path.replace('/', '-')}-${size}`);
      await look(`${path} remove`);
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'hidden' });
      if (path === '/connections') continue;
      await row.click();
      await page.getByRole('dialog', { name: `Editar ${name}` }).waitFor();
      await look(`${path} edit`);
    }
    await context.close();
    return flaws;
  };

  const restrictedAndEmpty = async (): Promise<object> => {
    const [restrictedTheme] = restrictedThemes;
    const visit = async (email: string, password: string) => {
      const { page, context } = await app.open({ ...options, colorScheme: restrictedTheme });
      await page.goto(`${app.stack.url}/login`);
      await chooseTheme(page, restrictedTheme);
      await enter(page, email, password);
      return { page, context, ...lookerAt(page, size, restrictedThemes) };
    };
    const attendant = await visit('bruno@demo.local', app.stack.adminPassword);
    await attendant.page.getByRole('listitem').first().waitFor();
    await attendant.look('tickets-attendant');
    for (const path of ADMINISTRATION) {
      // A screen in between, because every refusal looks the same.
      await follow(attendant.page, '/nowhere');
      await attendant.page.getByText('Esta página não existe').waitFor();
      await follow(attendant.page, path);
      await attendant.page.getByRole('heading', { name: 'Oops! Acesso Negado!' }).waitFor();
    }
    await attendant.look('forbidden');
    await attendant.context.close();

    const { admin } = await makeCompany();
    const newcomer = await visit(admin.email, TEST_PASSWORD);
    for (const [screen, { path, says }] of Object.entries(EMPTY)) {
      await follow(newcomer.page, path);
      await newcomer.page.getByText(says).first().waitFor();
      await newcomer.look(`${screen}-empty`);
    }
    await newcomer.context.close();
    return { ...attendant.flaws, ...newcomer.flaws };
  };
  return { everyScreen, longestNames, restrictedAndEmpty };
};
