import { describe, expect, it } from 'vitest';
import { makeCompany } from '../factories/company.ts';
import { ticketRow } from '../factories/rows.ts';
import { isWhole } from '../support/depth.ts';
import { accessibilityFlaws } from './support/accessibility-flaws.ts';
import {
  addLanes,
  cardOf,
  countOf,
  dragByFinger,
  fillBoard,
  laneOf,
  NO_LANE,
  openBoard,
  send,
} from './support/board.ts';
import { pressLong } from './support/inbox.ts';
import { keepScreenshot } from './support/keep-screenshot.ts';
import { layoutFlaws } from './support/layout-flaws.ts';
import { smallTargets } from './support/small-targets.ts';
import { changeTheme } from './support/theme.ts';
import { useApp } from './support/use-app.ts';

const { app } = useApp({ program: 'whole' });

const TABLET = { viewport: { width: 1024, height: 768 }, isMobile: true, hasTouch: true } as const;
const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true } as const;

/** A company with three columns, two tickets in the first and one without a column. */
const makeBoard = async () => {
  const company = await makeCompany();
  const queueId = await company.addQueue({ name: 'Vendas', color: '#2F7DE1' });
  const connectionId = await company.addConnection({ name: 'Loja' });
  const lanes = await addLanes(app(), company, ['Proposta', 'Negociação', 'Pago']);
  const [offer] = lanes;
  const place = { queueId, connectionId };
  await fillBoard(company, [
    { id: 1, ...place, lane: offer, unreadMessages: 2 },
    { id: 2, ...place, lane: offer, status: 'pending', userId: null },
    { id: 3, ...place },
  ]);
  return { company, queueId, connectionId, lanes };
};

describe('the kanban board', () => {
  it('shows columns with counts, and cards with message, channel, attendant and time in the column', async () => {
    const { company } = await makeBoard();
    const { page } = await openBoard(app(), company.admin, '/tickets');
    await page.getByRole('navigation').getByRole('link', { name: 'Kanban', exact: true }).click();
    await page.getByRole('heading', { name: 'Kanban', level: 1 }).waitFor();
    const card = cardOf(page, 'Proposta', 'Cliente 1');
    await card.getByText('Mensagem 1').waitFor();
    await card.getByText('Vendas').waitFor();
    await card.getByText(/^User \d+$/).waitFor();
    await card.getByText('2 h 0 min').waitFor();
    await card.getByText('2 mensagens não lidas').waitFor();
    await card.getByRole('img', { name: 'WhatsApp · Loja' }).waitFor();
    await cardOf(page, 'Proposta', 'Cliente 2').getByText('Aguardando').waitFor();
    await cardOf(page, NO_LANE, 'Cliente 3').waitFor();
    await laneOf(page, 'Pago').getByText('Arraste um atendimento para cá').waitFor();
    await page.getByText('3 atendimentos', { exact: true }).waitFor();
    expect([
      await countOf(page, NO_LANE),
      await countOf(page, 'Proposta'),
      await countOf(page, 'Pago'),
    ]).toEqual(['1', '2', '0']);
    // The latest activity first.
    await expect
      .poll(() => laneOf(page, 'Proposta').getByRole('heading', { level: 3 }).allTextContents())
      .toEqual(['Cliente 2', 'Cliente 1']);
    await keepScreenshot(page, 'kanban-board');
    expect([...(await layoutFlaws(page)), ...(await accessibilityFlaws(page))]).toEqual([]);
    await changeTheme(page, 'dark');
    await keepScreenshot(page, 'kanban-board-dark');
    expect(await accessibilityFlaws(page)).toEqual([]);
    await changeTheme(page, 'light');
    await card.getByRole('link', { name: 'Ver Ticket' }).click();
    await page.waitForURL(/\/tickets\/[0-9a-f-]{36}$/);
    await page.getByRole('heading', { name: 'Cliente 1', level: 1 }).waitFor();
  });

  it('moves a card by mouse, live for everybody, and undoes it', async () => {
    const { company } = await makeBoard();
    const { page } = await openBoard(app(), company.admin);
    const other = await openBoard(app(), await company.addUser({ profile: 'admin' }));
    await cardOf(other.page, 'Proposta', 'Cliente 1').waitFor();
    await cardOf(page, 'Proposta', 'Cliente 1').dragTo(laneOf(page, 'Negociação'));
    await cardOf(page, 'Negociação', 'Cliente 1').waitFor();
    await page.getByText('Atendimento movido').waitFor();
    await cardOf(other.page, 'Negociação', 'Cliente 1').waitFor();
    await cardOf(other.page, 'Proposta', 'Cliente 1').waitFor({ state: 'detached' });
    for (const one of [page, other.page]) {
      await expect.poll(() => countOf(one, 'Proposta')).toBe('1');
      await expect.poll(() => countOf(one, 'Negociação')).toBe('1');
    }
    await page.getByRole('button', { name: 'Desfazer' }).click();
    await cardOf(page, 'Proposta', 'Cliente 1').waitFor();
    await cardOf(other.page, 'Proposta', 'Cliente 1').waitFor();

    await cardOf(page, 'Proposta', 'Cliente 2').dragTo(laneOf(page, NO_LANE));
    await page.getByText('Ticket Tag Removido!').waitFor();
    await cardOf(other.page, NO_LANE, 'Cliente 2').waitFor();
    await expect.poll(() => countOf(other.page, NO_LANE)).toBe('2');
  });

  it('moves a card by keyboard, and the focus follows it', async () => {
    const { company } = await makeBoard();
    const { page } = await openBoard(app(), company.admin);
    const focused = () => page.evaluate('document.activeElement.getAttribute("aria-label")');
    await cardOf(page, NO_LANE, 'Cliente 3').getByRole('link').focus();
    await cardOf(page, 'Proposta', 'Cliente 2').waitFor();
    await page.keyboard.press('ArrowRight');
    expect(await focused()).toBe('Ver Ticket: Cliente 2');
    await page.keyboard.press('ArrowDown');
    expect(await focused()).toBe('Ver Ticket: Cliente 1');
    await page.keyboard.press('m');
    await page.getByRole('menuitem', { name: 'Pago' }).waitFor();
    await keepScreenshot(page, 'kanban-menu');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await cardOf(page, 'Pago', 'Cliente 1').waitFor();
    await expect.poll(focused).toBe('Ver Ticket: Cliente 1');
    expect(await page.evaluate('document.activeElement.closest("section").innerText')).toContain('Pago');
  });

  if (isWhole)
    it('puts a card back when the move is refused, and says why', async () => {
      const { company } = await makeBoard();
      const { page } = await openBoard(app(), company.admin);
      const held = Promise.withResolvers<void>();
      await page.route('**/api/ticket-tags/**', async (route) => {
        await held.promise;
        await route.fulfill({ status: 404, json: { error: 'ERR_NO_TAG_FOUND' } });
      });
      await cardOf(page, 'Proposta', 'Cliente 1').dragTo(laneOf(page, 'Pago'));
      // Before the server answers.
      await cardOf(page, 'Pago', 'Cliente 1').waitFor();
      expect([await countOf(page, 'Proposta'), await countOf(page, 'Pago')]).toEqual(['1', '1']);
      held.resolve();
      await cardOf(page, 'Proposta', 'Cliente 1').waitFor();
      await cardOf(page, 'Pago', 'Cliente 1').waitFor({ state: 'detached' });
      await page
        .getByText(/não foi encontrad|não existe/i)
        .first()
        .waitFor();
      expect([await countOf(page, 'Proposta'), await countOf(page, 'Pago')]).toEqual(['2', '0']);
    });

  if (isWhole)
    it('R42: shows two users the same board after both have moved the same card at once', async () => {
      const { company } = await makeBoard();
      const pair = [
        await openBoard(app(), company.admin),
        await openBoard(app(), await company.addUser({ profile: 'admin' })),
      ] as const;
      for (const { page } of pair) await cardOf(page, 'Proposta', 'Cliente 1').waitFor();
      await Promise.all(
        pair.map(({ page }, index) =>
          cardOf(page, 'Proposta', 'Cliente 1').dragTo(laneOf(page, index === 0 ? 'Negociação' : 'Pago')),
        ),
      );
      const placesOf = async (page: (typeof pair)[number]['page']) =>
        [
          await cardOf(page, 'Proposta', 'Cliente 1').count(),
          await cardOf(page, 'Negociação', 'Cliente 1').count(),
          await cardOf(page, 'Pago', 'Cliente 1').count(),
        ].join(' ');
      await expect
        .poll(async () => {
          const [mine, theirs] = [await placesOf(pair[0].page), await placesOf(pair[1].page)];
          return mine === theirs && ['0 1 0', '0 0 1'].includes(mine);
        })
        .toBe(true);
      for (const { context } of pair) await context.close();
    });

  it('receives new tickets, new activity, and tickets that are closed', async () => {
    const { company, queueId, connectionId, lanes } = await makeBoard();
    const { page } = await openBoard(app(), company.admin);
    await cardOf(page, 'Proposta', 'Cliente 1').waitFor();
    const [offer] = lanes;
    await fillBoard(company, [{ id: 4, queueId, connectionId, lane: offer }]);
    await cardOf(page, 'Proposta', 'Cliente 4').waitFor();
    await expect.poll(() => countOf(page, 'Proposta')).toBe('3');
    await send(app(), company.admin, 'PUT', '/tickets/4', { status: 'closed', sendFarewellMessage: false });
    await cardOf(page, 'Proposta', 'Cliente 4').waitFor({ state: 'detached' });
    await expect.poll(() => countOf(page, 'Proposta')).toBe('2');
    // Columns of other users appear, and change their names.
    const [added] = await addLanes(app(), company, ['Entregue']);
    await laneOf(page, 'Entregue').waitFor();
    await send(app(), company.admin, 'PUT', `/tags/${added?.id}`, { name: 'Enviado', kanban: 1 });
    await laneOf(page, 'Enviado').waitFor();
  });

  if (isWhole)
    it('filters by words, days of creation, queue, attendant, connection and unread messages', async () => {
      const { company, connectionId, lanes } = await makeBoard();
      const support = await company.addQueue({ name: 'Suporte' });
      const caio = await company.addUser({ name: 'Caio', queueIds: [support] });
      await fillBoard(company, [
        {
          id: 5,
          queueId: support,
          connectionId,
          userId: caio.id,
          lane: lanes[0],
          contact: { ...ticketRow().contact, name: 'Rita Campos' },
        },
      ]);
      const { page } = await openBoard(app(), company.admin);
      const one = cardOf(page, 'Proposta', 'Cliente 1');
      const rita = cardOf(page, 'Proposta', 'Rita Campos');
      const gone = { state: 'detached' } as const;
      await one.waitFor();
      await page.getByRole('searchbox', { name: 'Buscar atendimentos' }).fill('rita');
      await one.waitFor(gone);
      await rita.waitFor();
      await page.getByRole('searchbox', { name: 'Buscar atendimentos' }).fill('');
      await one.waitFor();

      await page.getByRole('button', { name: 'Filtros' }).click();
      const pick = async (field: string, option: string) => {
        await page.getByRole('combobox', { name: field }).click();
        await page.getByRole('option', { name: option }).click();
        await page.keyboard.press('Escape');
      };
      await pick('Filas', 'Suporte');
      await one.waitFor(gone);
      await expect.poll(() => countOf(page, 'Proposta')).toBe('1');
      await pick('Atendentes', 'Caio');
      await rita.waitFor();
      await keepScreenshot(page, 'kanban-filters');
      await page.getByRole('button', { name: 'Limpar filtros' }).click();
      await one.waitFor();
      await page.getByRole('switch', { name: 'Não lidos' }).click();
      await rita.waitFor(gone);
      await one.waitFor();
      await page.getByRole('button', { name: 'Limpar filtros' }).click();
      await rita.waitFor();

      const days = async (start: string, end: string) => {
        await page.getByLabel('Início').fill(start);
        await page.getByLabel('Fim').fill(end);
        await page.getByRole('button', { name: 'Buscar', exact: true }).click();
      };
      await days('2020-01-01', '2020-01-31');
      await one.waitFor(gone);
      await expect.poll(() => countOf(page, 'Proposta')).toBe('0');
      await laneOf(page, 'Proposta').getByText('Nenhum atendimento com estes filtros').waitFor();
      await days('2020-02-01', '2020-01-31');
      await page.getByText('Antes do início').waitFor();
      await days('2020-01-01', '');
      await one.waitFor();
    });

  if (isWhole)
    it('on a tablet, moves a card by finger, without opening its menu', async () => {
      const { company } = await makeBoard();
      const { page } = await openBoard(app(), company.admin, '/Kanban', TABLET);
      const card = cardOf(page, NO_LANE, 'Cliente 3');
      await card.waitFor();
      await cardOf(page, 'Proposta', 'Cliente 1').waitFor();
      await dragByFinger(page, card, laneOf(page, 'Proposta'));
      await cardOf(page, 'Proposta', 'Cliente 3').waitFor();
      await expect.poll(() => page.getByRole('menu').count()).toBe(0);
      await keepScreenshot(page, 'kanban-tablet');
      await expect.poll(() => countOf(page, 'Proposta')).toBe('3');
    });

  if (isWhole)
    it('on a phone, shows one column at a time and moves a card by its menu', async () => {
      const { company } = await makeBoard();
      const { page } = await openBoard(app(), company.admin, '/Kanban', PHONE);
      await cardOf(page, NO_LANE, 'Cliente 3').waitFor();
      await keepScreenshot(page, 'kanban-phone');
      expect([...(await smallTargets(page)), ...(await accessibilityFlaws(page))]).toEqual([]);
      await pressLong(page, cardOf(page, NO_LANE, 'Cliente 3').getByText('Mensagem 3'));
      const sheet = page.getByRole('dialog', { name: 'Mover Cliente 3' });
      await sheet.getByRole('menuitem', { name: 'Proposta' }).waitFor();
      await keepScreenshot(page, 'kanban-phone-menu');
      await sheet.getByRole('menuitem', { name: 'Proposta' }).click();
      await cardOf(page, 'Proposta', 'Cliente 3').waitFor();
      await expect.poll(() => countOf(page, 'Proposta')).toBe('3');
    });
});
