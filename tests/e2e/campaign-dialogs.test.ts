import { beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { makeCompany, TEST_PASSWORD } from '../factories/company.ts';
import { PNG } from '../factories/files.ts';
import { accessibilityFlaws } from './support/accessibility-flaws.ts';
import {
  allowAlways,
  createCampaign,
  figure,
  importList,
  newDialog,
  openCampaigns,
  openNew,
  openSection,
  rowOf,
  start,
  textOf,
} from './support/campaigns.ts';
import { choose, turn } from './support/inbox.ts';
import { keepScreenshot } from './support/keep-screenshot.ts';
import { layoutFlaws } from './support/layout-flaws.ts';
import { rowAction } from './support/row-action.ts';
import { smallTargets } from './support/small-targets.ts';
import { useApp } from './support/use-app.ts';

const { app, ana } = useApp();
const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };

beforeAll(async () => {
  const { page } = ana();
  await allowAlways(page);
  await importList(page, 'Natal', 0, 3);
  await createCampaign(page, { name: 'Ofertas', list: 'Natal (3)', message: 'Olá {nome}' });
  await start(page, 'Ofertas');
  await rowOf(page, 'Ofertas').getByText('Concluída').first().waitFor();
});

describe('the dialog of a campaign', () => {
  it('explains what is missing at its fields, and opens the part that has them', async () => {
    const { page } = ana();
    await openCampaigns(page);
    const dialog = await openNew(page);
    await dialog.getByRole('textbox', { name: 'Nome' }).fill('N');
    await dialog.getByRole('button', { name: 'Criar campanha' }).click();
    await dialog.getByText('Muito curto: ao menos 2 caracteres').waitFor();
    await dialog.getByRole('textbox', { name: 'Nome' }).fill('Nova de verdade');
    await choose(dialog, 'Conexão', 'WhatsApp principal');
    await dialog.getByLabel('Início programado').fill('2020-01-01T10:00');
    await dialog.getByRole('button', { name: 'Criar campanha' }).click();
    await dialog.getByText('Este horário já passou').waitFor();
    await dialog.getByText('Obrigatório').first().waitFor();
    await dialog.getByLabel('Início programado').fill('');
    await choose(dialog, 'Lista de contatos', 'Natal (3)');
    await dialog.getByRole('button', { name: 'Criar campanha' }).click();
    // The text is in another part.
    await dialog.getByRole('tab', { name: 'Mensagens', selected: true }).waitFor();
    await dialog.getByText('Obrigatório').first().waitFor();
    expect(await accessibilityFlaws(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Cancelar' }).click();
    await page.getByRole('button', { name: 'Descartar' }).click();
  });

  it('an error of a field moves no other field, so that a click hits what was aimed at', async () => {
    const { page } = ana();
    await openCampaigns(page);
    const dialog = await openNew(page);
    const places = () =>
      Promise.all(
        ['Nome', 'Lista de contatos', 'Conexão', 'Início programado'].map((name) =>
          dialog.getByLabel(name).first().boundingBox(),
        ),
      );
    const before = await places();
    await dialog.getByRole('textbox', { name: 'Nome' }).press('Tab');
    await dialog.getByText('Obrigatório').waitFor();
    expect(await places()).toEqual(before);
    expect(await layoutFlaws(page)).toEqual([]);
    await keepScreenshot(page, 'campaign-field-error');
    await dialog.getByRole('button', { name: 'Cancelar' }).click();
  });

  it('a campaign is for a list or for a tag: choosing one clears the other', async () => {
    const { page } = ana();
    await openCampaigns(page);
    const dialog = await openNew(page);
    const list = dialog.getByRole('combobox', { name: 'Lista de contatos' });
    const tag = dialog.getByRole('combobox', { name: /^Tag/ });
    await choose(dialog, 'Lista de contatos', 'Natal (3)');
    await tag.click();
    // By name, because the options of the list may still be closing.
    await page.getByRole('option', { name: /^Cobrança/ }).click();
    await expect.poll(() => list.textContent()).toContain('Nenhuma');
    await choose(dialog, 'Lista de contatos', 'Natal (3)');
    await expect.poll(() => tag.textContent()).toContain('Nenhuma');
    await dialog.getByRole('button', { name: 'Cancelar' }).click();
    await page.getByRole('button', { name: 'Descartar' }).click();
  });

  it('keeps five texts, five questions, a tag and a time', async () => {
    const { page } = ana();
    await openCampaigns(page);
    const dialog = await openNew(page);
    await dialog.getByRole('textbox', { name: 'Nome' }).fill('Completa');
    await dialog.getByRole('combobox', { name: /^Tag/ }).click();
    const option = page.getByRole('option').nth(1);
    const tag = (await option.textContent()) ?? '';
    await option.click();
    await choose(dialog, 'Conexão', 'WhatsApp principal');
    await dialog.getByLabel('Início programado').fill('2030-01-01T10:00');
    const fill = async (label: string) => {
      for (let nth = 1; nth <= 5; nth++) {
        await dialog.getByRole('tab', { name: new RegExp(`^${label} ${nth}`) }).click();
        await textOf(dialog, `${label} ${nth}`).fill(`${label} número ${nth}`);
      }
    };
    await openSection(dialog, 'Mensagens');
    await fill('Mensagem');
    await openSection(dialog, 'Confirmação');
    await turn(dialog.getByRole('switch', { name: 'Pedir confirmação antes' }), true);
    await fill('Pergunta');
    const created = page.waitForResponse(
      (response) => response.request().method() === 'POST' && response.url().endsWith('/api/campaigns'),
    );
    await dialog.getByRole('button', { name: 'Criar campanha' }).click();
    await rowOf(page, 'Completa').getByText('Programada', { exact: true }).waitFor();
    await rowAction(rowOf(page, 'Completa'), 'Editar');
    const editing = page.getByRole('dialog', { name: 'Editar Completa' });
    await expect.poll(() => editing.getByRole('combobox', { name: /^Tag/ }).textContent()).toBe(tag);
    await expect.poll(() => editing.getByLabel('Início programado').inputValue()).toBe('2030-01-01T10:00');
    for (const [section, label] of [
      ['Mensagens', 'Mensagem'],
      ['Confirmação', 'Pergunta'],
    ] as const) {
      await openSection(editing, section);
      for (let nth = 1; nth <= 5; nth++) {
        await editing.getByRole('tab', { name: new RegExp(`^${label} ${nth}`) }).click();
        await expect
          .poll(() => textOf(editing, `${label} ${nth}`).inputValue())
          .toBe(`${label} número ${nth}`);
      }
    }
    await editing.getByRole('button', { name: 'Cancelar' }).click();
    const { id } = z.object({ id: z.int() }).parse(await (await created).json());
    await page.goto(new URL(`/campaign/${id}/report`, page.url()).href);
    await expect.poll(() => figure(page, 'Programada para').textContent()).toMatch(/^01\/01\/2030/);
  });

  it('shows exactly what a chosen person gets', async () => {
    const { page } = ana();
    await openCampaigns(page);
    const dialog = await openNew(page);
    await choose(dialog, 'Lista de contatos', 'Natal (3)');
    await openSection(dialog, 'Mensagens');
    await textOf(dialog, 'Mensagem 1').fill('Oi ');
    await dialog.getByRole('button', { name: 'Nome', exact: true }).click();
    await textOf(dialog, 'Mensagem 1').press('End');
    await textOf(dialog, 'Mensagem 1').pressSequentially(', *{cupom}* {email} {outra}');
    await dialog.getByRole('button', { name: 'Pré-visualização' }).click();
    const preview = dialog.getByRole('region', { name: 'Pré-visualização' });
    await preview.getByText('Oi Natal 1, NATAL10 1@example.com {outra}').waitFor();
    await dialog.getByRole('combobox', { name: 'Como recebe' }).fill('Natal 2');
    await page.getByRole('option', { name: /Natal 2/ }).click();
    await preview.getByText('Oi Natal 2, NATAL10 2@example.com {outra}').waitFor();
    await dialog.getByRole('tab', { name: 'Mensagem 2' }).click();
    await preview.getByText('Sem texto ainda').waitFor();
    await textOf(dialog, 'Mensagem 2').fill('Outra para {nome}');
    await preview.getByText('Outra para Natal 2').waitFor();
    await dialog.getByRole('tab', { name: 'Mensagem 1, preenchida' }).click();
    await preview.getByText('Oi Natal 2').waitFor();
    expect(await accessibilityFlaws(page)).toEqual([]);
    expect(await layoutFlaws(page)).toEqual([]);
    await keepScreenshot(page, 'campaign-dialog-preview');
    await dialog.getByRole('button', { name: 'Cancelar' }).click();
    await page.getByRole('button', { name: 'Descartar' }).click();
  });

  it('is read-only for a campaign whose time is less than an hour away, and a copy has everything but the time', async () => {
    const { page } = ana();
    await openCampaigns(page);
    const dialog = await openNew(page);
    await dialog.getByRole('textbox', { name: 'Nome' }).fill('Programada logo');
    await choose(dialog, 'Lista de contatos', 'Natal (3)');
    await choose(dialog, 'Conexão', 'WhatsApp principal');
    const soon = new Date(Date.now() + 30 * 60_000);
    const local = new Intl.DateTimeFormat('sv-SE', {
      timeZone: 'America/Sao_Paulo',
      dateStyle: 'short',
      timeStyle: 'short',
    }).format(soon);
    await dialog.getByLabel('Início programado').fill(local.replace(' ', 'T'));
    await openSection(dialog, 'Mensagens');
    await textOf(dialog, 'Mensagem 1').fill('Daqui a pouco');
    await dialog
      .locator('input[type=file]')
      .setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: PNG });
    await dialog.getByText('logo.png').waitFor();
    await dialog.getByRole('button', { name: 'Criar campanha' }).click();
    const row = rowOf(page, 'Programada logo');
    await row.getByText('Programada', { exact: true }).waitFor();
    await row.getByText('Programada para').waitFor();

    await rowAction(row, 'Ver');
    const view = page.getByRole('dialog', { name: 'Ver Programada logo' });
    await view.getByText('Só dá para alterar uma campanha inativa').waitFor();
    await expect.poll(() => view.getByRole('button', { name: 'Salvar' }).count()).toBe(0);
    await view.getByRole('button', { name: 'Fechar' }).click();

    await rowAction(row, 'Copiar');
    await newDialog(page).getByRole('textbox', { name: 'Nome' }).waitFor();
    await expect
      .poll(() => newDialog(page).getByRole('textbox', { name: 'Nome' }).inputValue())
      .toBe('Programada logo (cópia)');
    await expect.poll(() => newDialog(page).getByLabel('Início programado').inputValue()).toBe('');
    await openSection(newDialog(page), 'Mensagens');
    await newDialog(page).getByText('logo.png').waitFor();
    await newDialog(page).getByRole('button', { name: 'Criar campanha' }).click();
    await rowOf(page, 'Programada logo (cópia)').getByText('Inativa').waitFor();
    await rowAction(rowOf(page, 'Programada logo').filter({ hasNotText: '(cópia)' }), 'Cancelar envio');
    await page
      .getByRole('dialog', { name: 'Cancelar Programada logo?' })
      .getByRole('button', { name: 'Cancelar campanha' })
      .click();
    await rowOf(page, 'Programada logo').getByText('Cancelada').waitFor();
  });
});

describe('on a phone', () => {
  it.each(['light', 'dark'] as const)('all screens and dialogs fit: %s', async (defaultTheme) => {
    const { page } = await app().signIn('ana@demo.local', { ...PHONE, colorScheme: defaultTheme });
    const flaws: Record<string, string[]> = {};
    const look = async (what: string): Promise<void> => {
      const found = [
        ...(await layoutFlaws(page)),
        ...(await smallTargets(page)),
        ...(await accessibilityFlaws(page)),
      ];
      await keepScreenshot(page, `campaigns-phone-${what}-${defaultTheme}`);
      if (found.length > 0) flaws[what] = found;
    };
    await openCampaigns(page);
    await rowOf(page, 'Ofertas').first().waitFor();
    await look('list');
    const dialog = await openNew(page);
    await look('dialog');
    for (const part of ['Mensagens', 'Confirmação', 'Atendimento']) {
      await choose(dialog, 'Partes da campanha', part);
      await look(`dialog-${part}`);
    }
    await dialog.getByRole('button', { name: 'Cancelar' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'Lista de não envio' }).click();
    await page.getByRole('dialog', { name: 'Lista de não envio' }).waitFor();
    await look('suppressions');
    await page.keyboard.press('Escape');
    await rowAction(rowOf(page, 'Ofertas').first(), 'Relatório');
    await page.getByRole('heading', { name: 'Ofertas', level: 1 }).waitFor();
    await rowOf(page, 'Natal 1').waitFor();
    await look('report');
    expect(flaws).toEqual({});
  });
});

describe('in the language of the user', () => {
  it.each([
    ['en', 'Campaigns', 'No campaigns yet', 'New campaign'],
    ['es', 'Campañas', 'Aún no hay campañas', 'Nueva campaña'],
    ['tr', 'Kampanyalar', 'Henüz kampanya yok', 'Yeni kampanya'],
  ] as const)('%s', async (language, title, empty, add) => {
    const company = await makeCompany();
    const { email } = await company.addUser({ profile: 'admin', language });
    const { page } = await app().signIn(email, { password: TEST_PASSWORD, path: '/campaigns' });
    await page.getByRole('heading', { name: title, level: 1 }).waitFor();
    await page.getByText(empty).waitFor();
    expect(await layoutFlaws(page)).toEqual([]);
    await page.getByRole('button', { name: add }).first().click();
    const dialog = page.getByRole('dialog', { name: add });
    for (const tab of await dialog.getByRole('tablist').first().getByRole('tab').all()) {
      await tab.click();
      expect(await layoutFlaws(page)).toEqual([]);
    }
    await keepScreenshot(page, `campaigns-${language}`);
  });
});

describe('without the right or the plan', () => {
  it('an attendant has no menu entry and sees that both pages are forbidden', async () => {
    const { page } = await app().signIn('bruno@demo.local');
    await expect.poll(() => page.getByRole('link', { name: 'Campanhas' }).count()).toBe(0);
    for (const path of ['/campaigns', '/campaign/1/report']) {
      await page.goto(app().stack.url + path);
      await page.getByRole('heading', { name: 'Oops! Acesso Negado!' }).waitFor();
    }
  });

  it('a company without campaigns has no menu entry, and both pages say so and leave after a second', async () => {
    const poor = await makeCompany({ plan: { without: ['useCampaigns'] } });
    const { page } = await app().signIn(poor.admin.email, { password: TEST_PASSWORD });
    await expect.poll(() => page.getByRole('link', { name: 'Campanhas' }).count()).toBe(0);
    for (const path of ['/campaigns', '/campaign/1/report']) {
      await page.goto(app().stack.url + path);
      await page
        .getByText('Esta empresa não possui permissão para acessar essa página! Estamos lhe redirecionando.')
        .waitFor();
      await page.waitForURL((url) => url.pathname === '/');
    }
  });

  it('a report of a campaign that does not exist says so, and leads back', async () => {
    const { page } = ana();
    await page.goto(`${app().stack.url}/campaign/999999/report`);
    await page.getByText('A campanha não foi encontrada').waitFor();
    await page.getByRole('button', { name: 'Voltar às campanhas' }).click();
    await page.getByRole('heading', { name: 'Campanhas', level: 1 }).waitFor();
  });
});
