import { beforeAll, describe, expect, it } from 'vitest';
import { PNG } from '../factories/files.ts';
import { isWhole } from '../support/depth.ts';
import { accessibilityFlaws } from './support/accessibility-flaws.ts';
import {
  allowAlways,
  cancel,
  createCampaign,
  figure,
  importList,
  numberOf,
  openCampaigns,
  openNew,
  openReport,
  openSection,
  rowOf,
  start,
  textOf,
  waitFigure,
} from './support/campaigns.ts';
import { choose, turn } from './support/inbox.ts';
import { keepScreenshot } from './support/keep-screenshot.ts';
import { layoutFlaws } from './support/layout-flaws.ts';
import { rowAction } from './support/row-action.ts';
import { useApp } from './support/use-app.ts';

const { app, ana } = useApp();
const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };

beforeAll(async () => {
  const { page } = ana();
  await allowAlways(page);
  await importList(page, 'Natal', 0, 3);
  await importList(page, 'Grande', 100, 30);
});

describe('campaigns', () => {
  it('from a spreadsheet to the report, beside a campaign that is cancelled; another browser sees all of it live', async () => {
    const { page } = ana();
    const [first, second] = [app().customer(numberOf(0), 'Natal 1'), app().customer(numberOf(1), 'Natal 2')];
    await createCampaign(page, { name: 'Ofertas', list: 'Natal (3)', message: 'Olá {nome}, use {cupom}!' });
    await createCampaign(page, { name: 'Sem fim', list: 'Grande (30)', message: 'Fim para {numero}' });
    const colleague = await app().signIn('ana@demo.local', PHONE);
    await openCampaigns(colleague.page);
    await rowOf(colleague.page, 'Ofertas').getByText('Inativa').waitFor();

    await start(page, 'Sem fim');
    await rowOf(colleague.page, 'Sem fim').getByText('Enviando').waitFor();
    await rowAction(rowOf(page, 'Ofertas'), 'Iniciar');
    const estimate = page.getByRole('dialog', { name: 'Iniciar Ofertas' });
    await estimate.getByText('Das 3 pessoas examinadas, 3 nunca escreveram para esta conexão.').waitFor();
    await expect.poll(() => estimate.locator('dd').first().textContent()).toBe('3');
    expect(await accessibilityFlaws(page)).toEqual([]);
    await keepScreenshot(page, 'campaign-start');
    await estimate.getByRole('button', { name: 'Iniciar campanha' }).click();
    await first.gets(({ text }) => text === 'Olá Natal 1, use NATAL10!', 'the message of the campaign');
    await cancel(page, 'Sem fim');
    await rowOf(colleague.page, 'Sem fim').getByText('Cancelada').waitFor();

    await second.gets(({ text }) => text === 'Olá Natal 2, use NATAL10!', 'the message of the campaign');
    await openReport(page, 'Ofertas');
    await page.getByText('Concluída').first().waitFor();
    await waitFigure(page, 'Contatos válidos', '3');
    await waitFigure(page, 'Enviadas', '3');
    await waitFigure(page, 'Entregues', '3');
    await page.getByText('3 de 3 entregues').waitFor();
    for (const [fact, value] of [
      ['Conexão', /^WhatsApp principal$/],
      ['Lista de contatos', /^Natal$/],
      ['Concluída', /^\d\d\/\d\d\/\d{4}/],
    ] as const)
      await expect.poll(() => figure(page, fact).textContent()).toMatch(value);
    await page.getByRole('progressbar', { name: 'Progresso de Ofertas' }).waitFor();
    await rowOf(colleague.page, 'Ofertas').getByText('Concluída').waitFor();
    await rowOf(colleague.page, 'Ofertas').getByText('3 de 3 entregues').waitFor();

    const [line] = await first.received();
    if (line === undefined) throw new Error('the message is gone');
    await first.reads(line);
    await waitFigure(page, 'Lidas', '1');
    await first.write('Quero saber mais');
    await waitFigure(page, 'Responderam', '1');
    await rowOf(page, 'Natal 1').getByText('Respondido').waitFor();
    await second.write('SAIR');
    await second.gets(
      ({ text }) => text?.startsWith('Pronto: você não vai mais receber') === true,
      'a goodbye',
    );
    await waitFigure(page, 'Descadastros', '1');
    expect(await layoutFlaws(page)).toEqual([]);
    expect(await accessibilityFlaws(page)).toEqual([]);
    await keepScreenshot(page, 'campaign-report');

    // Nothing more of the cancelled campaign is sent.
    await openCampaigns(page);
    await openReport(page, 'Sem fim');
    const sent = await figure(page, 'Enviadas').textContent();
    expect(Number(sent)).toBeLessThan(30);
    await page.reload();
    await page.getByText('Cancelada').first().waitFor();
    await expect.poll(() => figure(page, 'Enviadas').textContent()).toBe(sent);

    await openCampaigns(page);
    await page.getByRole('button', { name: 'Lista de não envio' }).click();
    const suppressions = page.getByRole('dialog', { name: 'Lista de não envio' });
    await suppressions.getByRole('row').filter({ hasText: 'Pediu para não receber' }).waitFor();
    await page.keyboard.press('Escape');
  });

  if (isWhole)
    it('receivers are searched, filtered and exported, and a finished campaign is repeated for those who did not answer', async () => {
      const { page } = ana();
      await openCampaigns(page);
      await openReport(page, 'Ofertas');
      await page.getByRole('searchbox', { name: 'Buscar destinatários' }).fill('Natal 3');
      await expect.poll(() => page.getByRole('row').count()).toBe(2);
      await page.getByRole('searchbox', { name: 'Buscar destinatários' }).fill('');
      await choose(page.getByRole('main'), 'Situação dos destinatários', 'Falhou');
      await page.getByText('Nenhum destinatário encontrado').waitFor();
      await choose(page.getByRole('main'), 'Situação dos destinatários', 'Enviado');
      await rowOf(page, 'Natal 3').waitFor();

      await page.getByRole('button', { name: 'Exportar destinatários' }).click();
      const exporting = page.getByRole('dialog', { name: 'Exportar Ofertas' });
      await exporting.getByRole('button', { name: 'Exportar agora' }).click();
      await exporting.getByRole('link', { name: /Ofertas/ }).waitFor();
      await page.keyboard.press('Escape');

      await page.getByRole('button', { name: 'Mais ações da campanha' }).click();
      await page.getByRole('menuitem', { name: 'Enviar continuação' }).click();
      const dialog = page.getByRole('dialog', { name: 'Continuação de Ofertas' });
      await expect
        .poll(() => dialog.getByRole('textbox', { name: 'Nome' }).inputValue())
        .toBe('Ofertas – continuação');
      await dialog.getByRole('button', { name: 'Criar campanha' }).click();
      const row = rowOf(page, 'Ofertas – continuação');
      await row.getByText('Inativa').waitFor();
      await rowAction(row, 'Editar');
      const editing = page.getByRole('dialog', { name: 'Editar Ofertas – continuação' });
      await editing.getByText('Fica como está').waitFor();
      await expect
        .poll(() =>
          editing.getByRole('combobox', { name: 'Lista de contatos' }).getAttribute('aria-disabled'),
        )
        .toBe('true');
      await editing.getByRole('button', { name: 'Cancelar' }).click();
      await rowAction(row, 'Excluir');
      const question = page.getByRole('dialog', { name: 'Excluir a campanha Ofertas – continuação?' });
      await question.getByText('Os textos e o arquivo se perdem.').waitFor();
      await question.getByRole('button', { name: 'Excluir campanha' }).click();
      await row.waitFor({ state: 'detached' });
    });

  it('is paused, resumed, cancelled and restarted, and nobody gets it twice', async () => {
    const { page } = ana();
    await importList(page, 'Pausas', 200, 4);
    await createCampaign(page, { name: 'Com pausas', list: 'Pausas (4)', message: 'Olá {nome}' });
    await start(page, 'Com pausas');
    await app()
      .customer(numberOf(200), 'Pausas 1')
      .gets(({ text }) => text === 'Olá Pausas 1', 'the first message');
    await rowAction(rowOf(page, 'Com pausas'), 'Pausar');
    await rowOf(page, 'Com pausas').getByText('Pausada').waitFor();
    await openReport(page, 'Com pausas');
    await page.getByText('Quando for retomada, ela continua de onde parou.').waitFor();
    await page.getByRole('button', { name: 'Retomar' }).click();
    await page.getByRole('button', { name: 'Pausar' }).waitFor();
    await page.getByRole('button', { name: 'Cancelar envio' }).click();
    await page
      .getByRole('dialog', { name: 'Cancelar Com pausas?' })
      .getByRole('button', { name: 'Cancelar campanha' })
      .click();
    await page.getByRole('button', { name: 'Reiniciar' }).click();
    await page
      .getByRole('dialog', { name: 'Reiniciar Com pausas' })
      .getByRole('button', { name: 'Reiniciar campanha' })
      .click();
    await waitFigure(page, 'Enviadas', '4');
    await page.getByText('Concluída').first().waitFor();
    for (const nth of [0, 3]) {
      const received = await app()
        .customer(numberOf(200 + nth), `Pausas ${nth + 1}`)
        .received();
      expect(received.filter(({ text }) => text === `Olá Pausas ${nth + 1}`)).toHaveLength(1);
    }
  });

  if (isWhole)
    it('asks first: only those who answer and do not decline get the message, and the report counts them', async () => {
      const { page } = ana();
      const [yes, no] = [
        app().customer(numberOf(500), 'Pergunta 1'),
        app().customer(numberOf(501), 'Pergunta 2'),
      ];
      await importList(page, 'Pergunta', 500, 2);
      await openCampaigns(page);
      const dialog = await openNew(page);
      await dialog.getByRole('textbox', { name: 'Nome' }).fill('Com pergunta');
      await choose(dialog, 'Lista de contatos', 'Pergunta (2)');
      await choose(dialog, 'Conexão', 'WhatsApp principal');
      await openSection(dialog, 'Mensagens');
      await textOf(dialog, 'Mensagem 1').fill('As ofertas, {nome}');
      await openSection(dialog, 'Confirmação');
      await turn(dialog.getByRole('switch', { name: 'Pedir confirmação antes' }), true);
      await textOf(dialog, 'Pergunta 1').fill('Quer receber as ofertas?');
      await dialog.getByRole('button', { name: 'Criar campanha' }).click();
      await rowOf(page, 'Com pergunta').getByText('Inativa').waitFor();
      await start(page, 'Com pergunta');
      for (const customer of [yes, no])
        await customer.gets(({ text }) => text === 'Quer receber as ofertas?', 'the question');
      await openReport(page, 'Com pergunta');
      await waitFigure(page, 'Confirmações pedidas', '2');
      await yes.write('Sim, quero');
      await yes.gets(({ text }) => text === 'As ofertas, Pergunta 1', 'the message');
      await no.write('Não, obrigada');
      await waitFigure(page, 'Confirmações', '1');
      await waitFigure(page, 'Recusaram', '1');
      await waitFigure(page, 'Enviadas', '1');
      await rowOf(page, 'Pergunta 2').getByText('Recusado').waitFor();
      expect((await no.received()).filter(({ text }) => text?.startsWith('As ofertas') === true)).toEqual([]);

      await openCampaigns(page);
      await openReport(page, 'Ofertas');
      await expect.poll(() => figure(page, 'Confirmações pedidas').count()).toBe(0);
    });

  it('what the server refuses is said, and the campaign is shown as it is', async () => {
    const { page } = ana();
    await createCampaign(page, { name: 'Recusada', list: 'Grande (30)', message: 'Olá' });
    await start(page, 'Recusada');
    await rowOf(page, 'Recusada').getByText('Enviando').waitFor();
    await page.route('**/api/campaigns/*/cancel', (route) =>
      route.fulfill({ status: 409, json: { error: 'ERR_CAMPAIGN_STATE' } }),
    );
    await rowAction(rowOf(page, 'Recusada'), 'Cancelar envio');
    await page
      .getByRole('dialog', { name: 'Cancelar Recusada?' })
      .getByRole('button', { name: 'Cancelar campanha' })
      .click();
    await page.getByText('por isso a ação não é possível').waitFor();
    await rowOf(page, 'Recusada').getByText('Enviando').waitFor();
    await page.unroute('**/api/campaigns/*/cancel');
    await cancel(page, 'Recusada');
    await page.route('**/api/campaigns/*/restart', (route) =>
      route.fulfill({ status: 409, json: { error: 'ERR_CAMPAIGN_STATE' } }),
    );
    await rowAction(rowOf(page, 'Recusada'), 'Reiniciar');
    const restarting = page.getByRole('dialog', { name: 'Reiniciar Recusada' });
    const refused = page.getByText('por isso a ação não é possível');
    await refused.waitFor({ state: 'detached' });
    await restarting.getByRole('button', { name: 'Reiniciar campanha' }).click();
    await refused.waitFor();
    await page.unroute('**/api/campaigns/*/restart');
    await restarting.getByRole('button', { name: 'Cancelar' }).click();
    // A cancelled campaign may be changed.
    await rowAction(rowOf(page, 'Recusada'), 'Editar');
    const dialog = page.getByRole('dialog', { name: 'Editar Recusada' });
    await dialog.getByRole('textbox', { name: 'Nome' }).fill('Recusada e salva');
    await dialog.getByRole('button', { name: 'Salvar' }).click();
    await page.getByText('Campanha salva').first().waitFor();
    await rowOf(page, 'Recusada e salva').getByText('Cancelada').waitFor();
    await page.getByRole('searchbox', { name: 'Buscar campanhas' }).fill('e salva');
    await expect.poll(() => page.getByRole('row').count()).toBe(2);
    await rowAction(rowOf(page, 'Recusada e salva'), 'Excluir');
    await page
      .getByRole('dialog', { name: 'Excluir a campanha Recusada e salva?' })
      .getByRole('button', { name: 'Excluir campanha' })
      .click();
    await page.getByText('Campanha excluída').waitFor();
    await page.getByText('Nenhuma campanha encontrada').waitFor();
  });

  if (isWhole)
    it('opens a ticket in the chosen queue, with the campaign in its log, and takes part of the inbox', async () => {
      const { page } = ana();
      await importList(page, 'Com fila', 300, 1);
      await openCampaigns(page);
      const dialog = await openNew(page);
      await dialog.getByRole('textbox', { name: 'Nome' }).fill('Com atendimento');
      await choose(dialog, 'Lista de contatos', 'Com fila (1)');
      await choose(dialog, 'Conexão', 'WhatsApp principal');
      await openSection(dialog, 'Mensagens');
      await textOf(dialog, 'Mensagem 1').fill('Temos novidades, {nome}');
      await dialog
        .locator('input[type=file]')
        .setInputFiles({ name: 'oferta.png', mimeType: 'image/png', buffer: PNG });
      await dialog.getByText('oferta.png').waitFor();
      await openSection(dialog, 'Atendimento');
      for (const field of ['Situação do atendimento', 'Fila'])
        await expect
          .poll(() => dialog.getByRole('combobox', { name: field }).getAttribute('aria-disabled'))
          .toBe('true');
      await expect.poll(() => dialog.getByRole('combobox', { name: 'Atendente' }).isDisabled()).toBe(true);
      await turn(dialog.getByRole('switch', { name: 'Abrir um atendimento' }), true);
      await dialog.getByRole('combobox', { name: 'Situação do atendimento' }).click();
      await expect
        .poll(() => page.getByRole('option').allTextContents())
        .toEqual(['Resolvido', 'Aguardando', 'Aberto']);
      await page.getByRole('option', { name: 'Aberto', exact: true }).click();
      await dialog.getByRole('combobox', { name: 'Atendente' }).fill('Br');
      await page.getByText('Digite ao menos 3 letras').waitFor();
      await dialog.getByRole('combobox', { name: 'Atendente' }).fill('Bru');
      await page.getByRole('option', { name: /Bruno/ }).click();
      await dialog.getByRole('button', { name: 'Criar campanha' }).click();
      // A user without a queue is refused.
      await dialog.getByText('Obrigatório').waitFor();
      await choose(dialog, 'Fila', 'Vendas');
      await dialog.getByRole('button', { name: 'Criar campanha' }).click();
      await rowOf(page, 'Com atendimento').getByText('Inativa').waitFor();

      await start(page, 'Com atendimento');
      await app()
        .customer(numberOf(300), 'Com fila 1')
        .gets(({ type, text }) => type === 'image' && text === 'Temos novidades, Com fila 1', 'the picture');
      await openReport(page, 'Com atendimento');
      await waitFigure(page, 'Enviadas', '1');
      const row = rowOf(page, 'Com fila 1');
      await rowAction(row, 'Abrir atendimento');
      await page.getByRole('heading', { name: 'Com fila 1', level: 1 }).waitFor();
      await page.getByRole('log').getByText('Temos novidades, Com fila 1').waitFor();
    });

  if (isWhole)
    it('a test goes to one number only, and changes nothing in the campaign', async () => {
      const { page } = ana();
      await createCampaign(page, { name: 'Só teste', list: 'Natal (3)', message: 'Teste para {numero}' });
      await rowAction(rowOf(page, 'Só teste'), 'Enviar teste');
      const dialog = page.getByRole('dialog', { name: 'Testar Só teste' });
      await dialog.getByLabel('Número').fill('123');
      await dialog.getByRole('button', { name: 'Enviar teste' }).click();
      await dialog.getByText('Muito curto').waitFor();
      await dialog.getByLabel('Número').fill('+55 (11) 98109-9999');
      await dialog.getByRole('button', { name: 'Enviar teste' }).click();
      await app()
        .customer('5511981099999', 'Quem testa')
        .gets(({ text }) => text === 'Teste para 5511981099999', 'the test');
      await rowOf(page, 'Só teste').getByText('Inativa').waitFor();
    });
});

if (isWhole)
  describe('numbers that no campaign is sent to', () => {
    it('are added, searched and removed, and a campaign skips them', async () => {
      const { page } = ana();
      await importList(page, 'Um só', 400, 2);
      await openCampaigns(page);
      await page.getByRole('button', { name: 'Lista de não envio' }).click();
      const dialog = page.getByRole('dialog', { name: 'Lista de não envio' });
      await dialog.getByRole('button', { name: 'Adicionar número' }).click();
      const adding = page.getByRole('dialog', { name: 'Não enviar a um número' });
      await adding.getByLabel('Número').fill(numberOf(400));
      await adding.getByRole('button', { name: 'Adicionar número' }).click();
      const row = dialog.getByRole('row').filter({ hasText: 'Adicionado por um usuário' });
      await row.waitFor();
      await dialog.getByRole('searchbox', { name: 'Buscar números' }).fill('5511981000400');
      await expect.poll(() => dialog.getByRole('row').count()).toBe(2);
      await dialog.getByRole('button', { name: 'Fechar' }).click();

      await createCampaign(page, { name: 'Para um', list: 'Um só (2)', message: 'Só você, {nome}' });
      await start(page, 'Para um');
      await openReport(page, 'Para um');
      await waitFigure(page, 'Enviadas', '1');
      await waitFigure(page, 'Não enviadas', '1');
      await rowOf(page, 'Um só 1').getByText('Descadastro').waitFor();

      await openCampaigns(page);
      await page.getByRole('button', { name: 'Lista de não envio' }).click();
      await rowAction(row, 'Voltar a enviar');
      await page
        .getByRole('dialog', { name: /^Voltar a enviar para/ })
        .getByRole('button', { name: 'Voltar a enviar' })
        .click();
      await row.waitFor({ state: 'detached' });
      await dialog.getByRole('button', { name: 'Fechar' }).click();
    });
  });

if (isWhole)
  describe('the quality of campaigns', () => {
    it('is shown for each connection, with the messages of the day', async () => {
      const { page } = ana();
      await openCampaigns(page);
      await page.getByRole('button', { name: 'Qualidade dos envios' }).click();
      const dialog = page.getByRole('dialog', { name: 'Qualidade dos envios' });
      await dialog.getByRole('heading', { name: 'WhatsApp principal' }).waitFor();
      await dialog
        .getByText(/^Enviadas: \d/)
        .first()
        .waitFor();
      await dialog
        .getByText(/^Hoje: \d/)
        .first()
        .waitFor();
      expect(await accessibilityFlaws(page)).toEqual([]);
      await keepScreenshot(page, 'campaign-quality');
      await page.keyboard.press('Escape');
    });
  });
