import { forgetDirectory } from '@prosa/functions/platform/directory.ts';
import { commit } from '@prosa/functions/platform/table/commit.ts';
import { ConnectionHealth, ConnectionState } from '@prosa/functions/platform/table/entities/connections.ts';
import { keys } from '@prosa/functions/platform/table/keys.ts';
import { loadConnection } from '@prosa/functions/repositories/connections/connections.ts';
import type { ConnectionStatus } from '@prosa/shared/entities/connection.ts';
import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { makeCompany, TEST_PASSWORD, type TestCompany } from '../factories/company.ts';
import { PDF, PNG } from '../factories/files.ts';
import { typeCode, waitConnected } from '../support/customer.ts';
import { dayIn } from '../support/day-in.ts';
import { isWhole } from '../support/depth.ts';
import { chainOf, says } from '../support/flows.ts';
import { publishFlow } from '../support/publish-flow.ts';
import { accessibilityFlaws } from './support/accessibility-flaws.ts';
import { choose } from './support/inbox.ts';
import { keepScreenshot } from './support/keep-screenshot.ts';
import { layoutFlaws } from './support/layout-flaws.ts';
import { rowAction } from './support/row-action.ts';
import { useApp } from './support/use-app.ts';

const { app, ana } = useApp();
const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };
const DAY_MS = 86_400_000;
/** Number of sentences about the behaviour of WhatsApp Web. */
const WEB_RULES = 12;

const lineOf = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text });
const dialogOf = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name });
const openConnections = async (page: Page): Promise<void> => {
  await page.goto(`${app().stack.url}/connections`);
  await page.getByRole('heading', { name: 'Conexões', level: 1 }).waitFor();
};
const visit = (email: string, options = {}) => app().signIn(email, { ...options, password: TEST_PASSWORD });
const newConnection = async (page: Page): Promise<Locator> => {
  await page.getByRole('button', { name: 'Nova conexão' }).first().click();
  await page.getByRole('menuitem', { name: 'WhatsApp', exact: true }).click();
  return dialogOf(page, 'Nova conexão WhatsApp');
};
const section = (dialog: Locator, name: string) => dialog.getByRole('tab', { name }).click();
const save = (dialog: Locator) => dialog.getByRole('button', { name: 'Salvar' }).click();

/** Adds a connection whose session stays in a state. */
const addIn = async (
  company: TestCompany,
  status: ConnectionStatus,
  fields: object = {},
): Promise<number> => {
  const connectionId = await company.addConnection({ name: `Em ${status}`, started: false, ...fields });
  await commit([
    company.table.put(
      ConnectionState,
      {
        companyId: company.id,
        connectionId,
        status,
        number: status === 'CONNECTED' ? '5511900000000' : '',
        changedAt: new Date().toISOString(),
      },
      'absent',
    ),
  ]);
  forgetDirectory(company.id);
  return connectionId;
};

describe('the table of connections', () => {
  it('shows each connection’s channel, name, number, state, session, last change and whether it is the default', async () => {
    const { page } = ana();
    await openConnections(page);
    const line = lineOf(page, 'WhatsApp principal');
    await line.getByText('Conectada', { exact: true }).waitFor();
    const headers = await page.getByRole('columnheader').allTextContents();
    expect(headers).toEqual([
      'Canal',
      'Nome',
      'Número',
      'Situação',
      'Sessão',
      'Atualizada',
      'Padrão',
      'Ações',
    ]);
    const cells = line.getByRole('cell');
    await cells.nth(0).getByRole('img', { name: 'WhatsApp' }).waitFor();
    await expect.poll(() => cells.nth(1).textContent()).toBe('WhatsApp principal');
    await expect.poll(() => cells.nth(2).textContent()).toMatch(/^\+55 \(11\) /);
    await cells.nth(4).getByRole('button', { name: 'Desconectar' }).waitFor();
    await expect.poll(() => cells.nth(5).textContent()).toMatch(/^\d\d:\d\d$|^\d\d\/\d\d\/\d{4}$/);
    await cells.nth(6).getByRole('img', { name: 'Conexão padrão' }).waitFor();
    await line.getByRole('button', { name: 'Mais ações' }).click();
    for (const name of ['Editar', 'Ver saúde', 'Excluir'])
      await page.getByRole('menuitem', { name }).waitFor();
    await page.keyboard.press('Escape');
  });

  if (isWhole)
    it('offers the actions of each state, and explains problems of an account in plain words', async () => {
      const company = await makeCompany();
      for (const status of ['qrcode', 'DISCONNECTED', 'OPENING', 'PAIRING', 'TIMEOUT'] as const)
        await addIn(company, status);
      const connectionId = await addIn(company, 'CONNECTED', { isDefault: true });
      const soon = new Date(Date.now() + DAY_MS).toISOString();
      await commit([
        company.table.put(
          ConnectionHealth,
          {
            companyId: company.id,
            connectionId,
            toldAt: new Date().toISOString(),
            lastFrameAt: new Date().toISOString(),
            waitingConversations: 3,
            drops: 7,
            unreadable: 2,
            restriction: { kind: 'quality', until: soon },
            quota: { warning: 'second', used: 90, total: 100, renewsAt: soon },
          },
          'absent',
        ),
      ]);
      const { page, context } = await visit(company.admin.email);
      await openConnections(page);
      const buttonsOf = async (status: string) => {
        const cell = lineOf(page, `Em ${status}`).getByRole('cell').nth(4);
        await cell.getByRole('button').first().waitFor();
        return cell.getByRole('button').allTextContents();
      };
      expect(await buttonsOf('qrcode')).toEqual(['Ver QR code']);
      expect(await buttonsOf('DISCONNECTED')).toEqual(['Tentar de novo', 'Novo QR code']);
      for (const status of ['CONNECTED', 'PAIRING', 'TIMEOUT'])
        expect(await buttonsOf(status)).toEqual(['Desconectar']);
      expect(await buttonsOf('OPENING')).toEqual(['Conectando']);
      const connecting = lineOf(page, 'Em OPENING').getByRole('button', { name: 'Conectando' });
      await expect.poll(() => connecting.isDisabled()).toBe(true);
      await connecting.getByRole('progressbar').waitFor();

      const alert = page.getByRole('alert').filter({ hasText: 'Número em risco: Em CONNECTED' });
      await alert
        .getByText('O WhatsApp só deixa escrever a quem já conversou com este número, até')
        .waitFor();
      await alert.getByText('Pause as campanhas e responda só a quem escreve.').waitFor();
      const line = lineOf(page, 'Em CONNECTED');
      await line.getByText('Número em risco').waitFor();
      await line.getByText('A conexão se perdeu muitas vezes na última hora.').waitFor();
      await line.getByText('3 conversas com envios à espera').waitFor();
      expect((await layoutFlaws(page)).join()).toBe('');
      await keepScreenshot(page, 'connections-states-desktop');
      await rowAction(line, 'Ver saúde');
      const health = dialogOf(page, 'Saúde de Em CONNECTED');
      await health.getByText('O número está muito perto do limite de conversas novas.').waitFor();
      await health.getByText('90 de 100').waitFor();
      await health.getByText('Pela forma como as mensagens são recebidas').waitFor();
      await health.getByText('Quedas na última hora').waitFor();
      await health.getByText('Mensagens ainda ilegíveis').waitFor();
      await health.getByRole('button', { name: 'Como o WhatsApp Web se comporta' }).click();
      await health.getByText('Um celular aceita até quatro dispositivos conectados').waitFor();
      await expect.poll(() => health.getByRole('listitem').count()).toBe(WEB_RULES);
      await keepScreenshot(page, 'connection-health-desktop');
      expect((await accessibilityFlaws(page)).join()).toBe('');
      await page.keyboard.press('Escape');
      await rowAction(lineOf(page, 'Em DISCONNECTED'), 'Ver saúde');
      await dialogOf(page, 'Saúde de Em DISCONNECTED')
        .getByText('Ainda não há dados deste número.')
        .waitFor();
      await context.close();

      const phone = await visit(company.admin.email, PHONE);
      await openConnections(phone.page);
      await lineOf(phone.page, 'Em CONNECTED').waitFor();
      await keepScreenshot(phone.page, 'connections-states-phone');
      expect((await layoutFlaws(phone.page)).join()).toBe('');
      await rowAction(lineOf(phone.page, 'Em CONNECTED'), 'Ver saúde');
      const rules = dialogOf(phone.page, 'Saúde de Em CONNECTED');
      await rules.getByRole('button', { name: 'Como o WhatsApp Web se comporta' }).click();
      await rules.getByText('Publicações de 24 horas e canais ficam de fora.').scrollIntoViewIfNeeded();
      await keepScreenshot(phone.page, 'connection-rules-phone');
      expect((await layoutFlaws(phone.page)).join()).toBe('');
    });

  if (isWhole)
    it('offers only to link again for a provider’s account, and no session options in its dialog', async () => {
      const company = await makeCompany();
      await addIn(company, 'DISCONNECTED', {
        name: 'Página da loja',
        channel: 'facebook',
        accountId: 'page-9',
      });
      await addIn(company, 'DISCONNECTED');
      const { page } = await visit(company.admin.email);
      await openConnections(page);
      const edit = (name: string) => rowAction(lineOf(page, name), 'Editar');
      const proxy = page.getByRole('textbox', { name: 'Proxy' });
      const line = lineOf(page, 'Página da loja');
      await line.getByRole('img', { name: 'Facebook' }).waitFor();
      const buttons = line.getByRole('cell').nth(4).getByRole('button');
      await expect.poll(() => buttons.allTextContents()).toEqual(['Vincular de novo']);
      await edit('Em DISCONNECTED');
      await proxy.waitFor();
      await page.keyboard.press('Escape');
      await proxy.waitFor({ state: 'detached' });
      await edit('Página da loja');
      await page.getByRole('dialog').getByRole('textbox', { name: 'Nome' }).waitFor();
      await expect.poll(() => proxy.count()).toBe(0);
      await expect.poll(() => page.getByRole('switch', { name: 'Receber grupos' }).count()).toBe(0);
    });

  it('adds only channels of the plan, and is closed to users without the right', async () => {
    const without = await makeCompany({ plan: { without: ['useWhatsapp', 'useFacebook', 'useInstagram'] } });
    const { page, context } = await visit(without.admin.email);
    await openConnections(page);
    const add = page.getByRole('button', { name: 'Nova conexão' }).first();
    await add.waitFor();
    await expect.poll(() => add.isDisabled()).toBe(true);
    await context.close();
    const company = await makeCompany({ plan: { without: ['useWhatsapp', 'useInstagram'] } });
    const attendant = await company.addUser();
    const manager = await company.addUser({ allowConnections: true });
    const refused = await visit(attendant.email);
    await refused.page.goto(`${app().stack.url}/connections`);
    await refused.page.getByText('Oops! Acesso Negado!').waitFor();
    await refused.context.close();
    const allowed = await visit(manager.email);
    await openConnections(allowed.page);
    await allowed.page.getByText('Nenhuma conexão ainda').waitFor();
    await allowed.page.getByRole('button', { name: 'Nova conexão' }).first().click();
    // With only one channel there is no choice: its dialog opens at once.
    await dialogOf(allowed.page, 'Vincular páginas do Facebook').waitFor();
    await expect.poll(() => allowed.page.getByRole('menuitem').count()).toBe(0);
  });
});

describe('a pairing code', () => {
  it('links a number without scanning: it is requested for the number, and typed on its phone', async () => {
    const { page } = ana();
    await openConnections(page);
    const dialog = await newConnection(page);
    await dialog.getByRole('textbox', { name: 'Nome' }).fill('Loja sem câmera');
    await save(dialog);
    const code = dialogOf(page, 'Leia o QR code');
    await code.locator('[data-qr]').waitFor();
    await code.getByRole('textbox', { name: 'Número do celular' }).fill('123');
    await code.getByRole('button', { name: 'Pedir código' }).click();
    await code.getByText('Escreva o número inteiro, com o código do país.').waitFor();
    await code.getByRole('textbox', { name: 'Número do celular' }).fill('+55 11 97777-6666');
    await page.keyboard.press('Enter');
    const shown = code.getByLabel('Código de pareamento');
    await expect.poll(() => shown.textContent(), { timeout: 60_000 }).toMatch(/^[1-9A-Z]{4}-[1-9A-Z]{4}$/);
    await code.getByText('Digite no celular +55 (11) 97777-6666:').waitFor();
    // The QR code is shown next to it.
    await code.locator('[data-qr]').waitFor();
    await keepScreenshot(page, 'pairing-code-desktop');
    expect((await accessibilityFlaws(page)).join()).toBe('');
    expect((await layoutFlaws(page)).join()).toBe('');
    await code.getByRole('button', { name: 'Copiar código' }).click();
    await page.getByText('Código copiado').waitFor();
    const copied = await page.evaluate('navigator.clipboard.readText()');
    expect(copied).toBe((await shown.textContent())?.replace('-', ''));
    await typeCode(app().stack.url, 'Loja sem câmera', String(copied));
    await waitConnected(app().stack.url, 'Loja sem câmera');
    await code.waitFor({ state: 'hidden' });
    await lineOf(page, 'Loja sem câmera').getByText('+55 (11) 97777-6666').waitFor();
  });
});

describe('the dialog of a connection', () => {
  if (isWhole)
    it('has its tabs, with hours if connections have hours of their own', async () => {
      const company = await makeCompany({ settings: { scheduleType: 'connection' } });
      await addIn(company, 'DISCONNECTED', { name: 'Matriz', isDefault: true });
      const { page } = await visit(company.admin.email);
      await openConnections(page);
      await rowAction(lineOf(page, 'Matriz'), 'Editar');
      const dialog = dialogOf(page, 'Editar Matriz');
      await dialog.getByRole('tab').first().waitFor();
      await expect
        .poll(() => dialog.getByRole('tab').allTextContents())
        .toEqual(['Geral', 'Integrações', 'Mensagens', 'Bot', 'Avaliação', 'Fluxo', 'Horários']);
      await section(dialog, 'Integrações');
      await dialog.getByText('Esta empresa ainda não tem integrações.').waitFor();
      await section(dialog, 'Fluxo');
      await dialog.getByText('Ainda não há fluxos nesta empresa').waitFor();
      await section(dialog, 'Horários');
      const timesOf = (day: string) => dialog.getByRole('group', { name: day }).getByPlaceholder('00:00');
      expect(
        await timesOf('Segunda-feira').evaluateAll((inputs) =>
          inputs.map((input) => Reflect.get(input, 'value')),
        ),
      ).toEqual(['08:00', '12:00', '13:00', '18:00']);
      // A new week is closed on Sunday.
      await expect.poll(() => timesOf('Domingo').count()).toBe(0);
      // Digits alone are enough for a time.
      const first = timesOf('Segunda-feira').first();
      await first.clear();
      await first.pressSequentially('0930');
      await expect.poll(() => first.inputValue()).toBe('09:30');
      await save(dialog);
      await dialog.waitFor({ state: 'hidden' });
      await rowAction(lineOf(page, 'Matriz'), 'Editar');
      await section(dialog, 'Horários');
      await expect.poll(() => first.inputValue()).toBe('09:30');
    });

  if (isWhole)
    it('keeps the flows of first conversations and of messages without a phrase, if the plan has integrations', async () => {
      const company = await makeCompany();
      const [first, other] = [
        await publishFlow(company, chainOf([says('Primeira vez?')])),
        await publishFlow(company, chainOf([says('De novo?')])),
      ];
      const connectionId = await addIn(company, 'DISCONNECTED', { name: 'Matriz', isDefault: true });
      const { page, context } = await visit(company.admin.email);
      await openConnections(page);
      const dialog = dialogOf(page, 'Editar Matriz');
      const field = (name: string) => dialog.getByRole('combobox', { name });
      const shown = () =>
        Promise.all(
          ['Fluxo da primeira conversa', 'Fluxo sem frase-gatilho'].map((name) => field(name).inputValue()),
        );
      const open = async () => {
        await rowAction(lineOf(page, 'Matriz'), 'Editar');
        await section(dialog, 'Fluxo');
      };
      const saved = async () => {
        await save(dialog);
        await dialog.waitFor({ state: 'hidden' });
        const row = await loadConnection(company.table, connectionId);
        return [row?.flowIdWelcome, row?.flowIdNotPhrase];
      };
      await open();
      await expect.poll(shown).toEqual(['Nenhum fluxo', 'Nenhum fluxo']);
      await field('Fluxo da primeira conversa').fill(String(first));
      await page.getByRole('option', { name: `Fluxo ${first}`, exact: true }).click();
      await choose(dialog, 'Fluxo sem frase-gatilho', `Fluxo ${other}`);
      await keepScreenshot(page, 'connection-flows-desktop');
      expect((await accessibilityFlaws(page)).join()).toBe('');
      expect(await saved()).toEqual([first, other]);

      // A new page has no names in its cache.
      await page.reload();
      await open();
      await expect.poll(shown).toEqual([`Fluxo ${first}`, `Fluxo ${other}`]);
      await choose(dialog, 'Fluxo da primeira conversa', 'Nenhum fluxo');
      expect(await saved()).toEqual([null, other]);
      await open();
      await expect.poll(shown).toEqual(['Nenhum fluxo', `Fluxo ${other}`]);
      await context.close();

      const without = await makeCompany({ plan: { without: ['useIntegrations', 'useOpenAi'] } });
      await addIn(without, 'DISCONNECTED', { name: 'Matriz', isDefault: true });
      const visitor = await visit(without.admin.email);
      await openConnections(visitor.page);
      await rowAction(lineOf(visitor.page, 'Matriz'), 'Editar');
      const plain = dialogOf(visitor.page, 'Editar Matriz');
      await plain.getByRole('tab', { name: 'Avaliação' }).waitFor();
      for (const name of ['Fluxo', 'Integrações'])
        await expect.poll(() => plain.getByRole('tab', { name }).count()).toBe(0);
    });

  it('shows each broken rule at its field, and saves valid input', async () => {
    const company = await makeCompany({ settings: { userRating: true } });
    for (const name of ['Vendas', 'Pós-venda']) await company.addQueue({ name });
    const { page } = await visit(company.admin.email);
    await openConnections(page);
    const dialog = await newConnection(page);
    const field = (name: string) =>
      dialog.getByRole('textbox', { name }).or(dialog.getByRole('spinbutton', { name }));
    const wrong = async (name: string | RegExp, text: string) => {
      const described = dialog
        .getByRole('textbox', { name })
        .or(dialog.getByRole('spinbutton', { name }))
        .or(dialog.getByRole('combobox', { name }))
        .or(dialog.getByLabel(name));
      const id = await described.first().getAttribute('aria-describedby');
      await expect
        .poll(() => dialog.locator(`[id="${id}"]`).textContent(), { message: String(name) })
        .toBe(text);
    };
    await field('Nome').fill('Matriz');
    await dialog.getByRole('combobox', { name: 'Filas' }).click();
    for (const name of ['Vendas', 'Pós-venda']) await page.getByRole('option', { name }).click();
    await page.keyboard.press('Escape');
    await field('Redirecionar após (minutos)').fill('5');
    await dialog.getByRole('switch', { name: 'Importar mensagens antigas' }).check();
    await dialog.getByLabel('A partir de').fill('2020-01-01T10:00');
    await section(dialog, 'Mensagens');
    await field('Férias coletivas').fill('Voltamos em janeiro.');
    await section(dialog, 'Bot');
    await field('Avisar inatividade após (minutos)').fill('10');
    await save(dialog);

    await wrong(
      'Avisar inatividade após (minutos)',
      'Um atendimento aberto que fica parado recebe a mensagem uma vez. Precisa do tempo de encerramento. 0 não envia.',
    );
    await wrong(
      'Encerrar por inatividade após (minutos)',
      'A mensagem de inatividade precisa de um tempo de encerramento.',
    );
    await section(dialog, 'Geral');
    await wrong('Fila de redirecionamento', 'Preencha os dois: o tempo e a fila de redirecionamento.');
    await wrong(/^Fila das mensagens importadas/, 'Escolha a fila das mensagens importadas.');
    await wrong('A partir de', 'Escolha uma data de até dois anos atrás.');
    await keepScreenshot(page, 'connection-rules-desktop');
    await section(dialog, 'Mensagens');
    await wrong('Saudação', 'Com mais de uma fila, escreva a saudação que acompanha o menu.');
    for (const name of ['Início das férias', 'Fim das férias'])
      await wrong(name, 'Informe a data: há uma mensagem de férias.');
    await section(dialog, 'Avaliação');
    await wrong('Pedido de avaliação', 'Escreva o pedido: a empresa usa avaliação.');
    await wrong(
      'Esperar a avaliação por (minutos)',
      'Informe um tempo maior que 0: a empresa usa avaliação.',
    );

    await field('Pedido de avaliação').fill('De 0 a 10?');
    await field('Esperar a avaliação por (minutos)').fill('15');
    await section(dialog, 'Mensagens');
    await field('Saudação').fill('Olá, escolha a fila.');
    const day = (days: number) => `${dayIn('America/Sao_Paulo', Date.now() + days * DAY_MS)}T08:00`;
    await dialog.getByLabel('Início das férias').fill(day(5));
    await dialog.getByLabel('Fim das férias').fill(day(3));
    await wrong('Fim das férias', 'O fim vem antes do início. Troque as datas.');
    await dialog.getByLabel('Fim das férias').fill(day(20));
    await section(dialog, 'Bot');
    await field('Encerrar por inatividade após (minutos)').fill('30');
    await choose(dialog, 'Contar a inatividade', 'Só quando a última mensagem é nossa');
    await section(dialog, 'Geral');
    await field('Redirecionar após (minutos)').fill('0');
    await choose(dialog, 'Fila de redirecionamento', 'Vendas');
    await wrong('Redirecionar após (minutos)', 'Preencha os dois: o tempo e a fila de redirecionamento.');
    await field('Redirecionar após (minutos)').fill('5');
    await choose(dialog, /^Fila das mensagens importadas/, 'Pós-venda');
    await dialog.getByLabel('A partir de').fill(day(-30));
    await dialog.getByLabel('Até', { exact: true }).fill(day(-40));
    await wrong(/^Até$/, 'Escolha uma data depois da inicial.');
    await dialog.getByLabel('Até', { exact: true }).fill(day(3));
    await wrong(/^Até$/, 'Escolha uma data que já passou.');
    await dialog.getByLabel('Até', { exact: true }).fill(day(-1));
    await save(dialog);
    await dialog.waitFor({ state: 'hidden' });
    await dialogOf(page, 'Leia o QR code').getByRole('button', { name: 'Fechar' }).click();
    await rowAction(lineOf(page, 'Matriz'), 'Editar');
    const edit = dialogOf(page, 'Editar Matriz');
    await expect.poll(() => edit.getByLabel('A partir de').inputValue()).toBe(day(-30));
    await edit.getByRole('tab', { name: 'Bot' }).click();
    await expect
      .poll(() => edit.getByRole('combobox', { name: 'Contar a inatividade' }).textContent())
      .toContain('última mensagem é nossa');
  });

  if (isWhole)
    it('resets the session of a connected number only after a confirmation', async () => {
      const company = await makeCompany();
      await company.addQueue({ name: 'Antigas' });
      await addIn(company, 'CONNECTED', { name: 'Matriz', isDefault: true });
      const { page } = await visit(company.admin.email);
      await openConnections(page);
      await rowAction(lineOf(page, 'Matriz'), 'Editar');
      const dialog = dialogOf(page, 'Editar Matriz');
      await dialog.getByRole('switch', { name: 'Importar mensagens antigas' }).check();
      await choose(dialog, /^Fila das mensagens importadas/, 'Antigas');
      await save(dialog);
      const question = dialogOf(page, 'Reiniciar a sessão de Matriz?');
      await question.getByText('a sessão será reiniciada').waitFor();
      await keepScreenshot(page, 'connection-reset-desktop');
      await question.getByRole('button', { name: 'Cancelar' }).click();
      await question.waitFor({ state: 'hidden' });
      await dialog.getByRole('button', { name: 'Salvar' }).waitFor();
      await save(dialog);
      await question.getByRole('button', { name: 'Salvar e reiniciar' }).click();
      await dialogOf(page, 'Leia o QR code').waitFor();
      await expect
        .poll(async () => {
          const [row] = await company.table.queryAll(keys.connectionState({ connectionId: 0 }).pk, {
            consistent: true,
          });
          return JSON.stringify(row);
        })
        .toContain('qrcode');
    });

  if (isWhole)
    it('shows the greeting’s picture or video as it will be sent, and rejects other files', async () => {
      const { page } = ana();
      await openConnections(page);
      const dialog = dialogOf(page, 'Editar WhatsApp principal');
      const open = async () => {
        await rowAction(lineOf(page, 'WhatsApp principal'), 'Editar');
        await section(dialog, 'Mensagens');
      };
      await open();
      const input = dialog.locator('input[type=file]');
      await expect.poll(() => input.getAttribute('accept')).toBe('image/*,video/*');
      await input.setInputFiles({ name: 'tabela.pdf', mimeType: 'application/pdf', buffer: PDF });
      await dialog.getByText('Este tipo de arquivo não pode ser enviado').waitFor();
      await input.setInputFiles({ name: 'vitrine.png', mimeType: 'image/png', buffer: PNG });
      await dialog.getByAltText('Prévia de vitrine.png').waitFor();
      await save(dialog);
      await dialog.waitFor({ state: 'hidden' });
      await open();
      const preview = dialog.locator('img[src*="/media/t/"]');
      await preview.waitFor();
      await expect
        .poll(() => preview.evaluate((node) => Number(Reflect.get(node, 'naturalWidth'))))
        .toBeGreaterThan(0);
      await keepScreenshot(page, 'greeting-media-desktop');
      await dialog.getByRole('button', { name: 'Remover vitrine.png' }).click();
      await preview.waitFor({ state: 'detached' });
      await save(dialog);
      await dialog.waitFor({ state: 'hidden' });
      await open();
      await dialog.getByRole('button', { name: 'Anexar imagem ou vídeo' }).waitFor();
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'hidden' });
    });

  if (isWhole)
    it('shows the end of the token, and a new token once, for copying', async () => {
      const { page } = ana();
      await openConnections(page);
      await rowAction(lineOf(page, 'WhatsApp principal'), 'Editar');
      const dialog = dialogOf(page, 'Editar WhatsApp principal');
      await dialog.getByRole('button', { name: 'Gerar outro' }).click();
      await dialogOf(page, 'Gerar um novo token para WhatsApp principal?')
        .getByRole('button', { name: 'Gerar token' })
        .click();
      const shown = dialogOf(page, 'Token de API');
      const token = await shown.getByRole('textbox', { name: 'Token' }).inputValue();
      expect(token).toMatch(/^[A-Za-z0-9]{30}$/);
      await expect.poll(() => shown.getByRole('textbox', { name: 'Token' }).isEditable()).toBe(false);
      await shown.getByRole('button', { name: 'Copiar token' }).click();
      await page.getByText('Token copiado').waitFor();
      expect(await page.evaluate('navigator.clipboard.readText()')).toBe(token);
      await shown.getByRole('button', { name: 'Já copiei' }).click();
      await shown.waitFor({ state: 'hidden' });
      const field = dialog.getByRole('textbox', { name: 'Token de API' });
      await expect.poll(() => field.inputValue()).toBe(`••••••••${token.slice(-4)}`);
      await expect.poll(() => field.isEditable()).toBe(false);
      expect(app().complaints).toEqual([]);
    });
});
