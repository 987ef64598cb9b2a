import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signIn } from '../bench/client.ts';
import type { Customer } from '../support/customer.ts';
import { accessibilityFlaws } from './support/accessibility-flaws.ts';
import { type App, startApp, type Visitor } from './support/app.ts';
import { bubbleOf, choose, openTab, openTicket } from './support/inbox.ts';
import { keepScreenshot } from './support/keep-screenshot.ts';
import { layoutFlaws } from './support/layout-flaws.ts';

const POLL = { timeout: 60_000, interval: 100 } as const;
const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true } as const;
const DAY_S = 86_400;
const GROUP = { id: '120363000000000555', name: 'Condomínio Sol' };
const QUESTION = {
  question: 'Qual horário fica melhor?',
  options: ['Manhã', 'Tarde', 'Noite'],
  multiple: false,
};

let app: App;
let ana: Visitor;
let rita: Customer;

beforeAll(async () => {
  app = await startApp();
  const admin = await signIn(app.stack.url, 'ana@demo.local', app.stack.adminPassword);
  await admin.call('PUT', '/whatsapp/1', {
    name: 'WhatsApp principal',
    greetingMessage: 'Olá!',
    queueIds: [1, 2, 3],
    allowGroup: true,
    groupAsTicket: 'disabled',
  });
  rita = app.customer('5511987650071', 'Rita Campos');
  ana = await app.signIn('ana@demo.local');
  const { page } = ana;
  await rita.write('Oi, sou a Rita');
  await openTab(page, 'Aguardando');
  await page.getByRole('button', { name: `Aceitar ${rita.name}` }).click();
  const dialog = page.getByRole('dialog', { name: 'Em qual fila?' });
  await choose(dialog, /Fila/, 'Vendas');
  await dialog.getByRole('button', { name: 'Aceitar' }).click();
  await page.getByRole('heading', { name: rita.name, level: 1 }).waitFor();
});
afterAll(() => app?.stop());

const optionsOf = (bubble: Locator) => bubble.getByRole('listitem').allInnerTexts();

describe('a poll', () => {
  it('shows its result as the votes arrive, without names in a private conversation', async () => {
    const { page } = ana;
    const target = await rita.write({ type: 'poll', poll: QUESTION });
    const bubble = bubbleOf(page, QUESTION.question);
    await bubble.waitFor();
    expect(await optionsOf(bubble)).toEqual(QUESTION.options);
    await rita.write({ type: 'vote', target, options: ['Tarde'] });
    await expect.poll(() => optionsOf(bubble), POLL).toEqual(['Manhã', 'Tarde\n1 voto', 'Noite']);
    await rita.write({ type: 'vote', target, options: ['Noite'] });
    await expect.poll(() => optionsOf(bubble), POLL).toEqual(['Manhã', 'Tarde', 'Noite\n1 voto']);
    await expect.poll(() => bubble.getByRole('button', { name: 'Ver quem votou' }).count()).toBe(0);
  });

  it('in a group shows who voted when an attendant asks', async () => {
    const { page } = ana;
    const [bia, caio] = [
      app.customer('5511987650072', 'Bia Reis'),
      app.customer('5511987650073', 'Caio Luz'),
    ];
    const target = await rita.write({ type: 'poll', poll: { ...QUESTION, multiple: true }, group: GROUP });
    await openTab(page, 'Grupos');
    await openTicket(page, GROUP.name);
    const bubble = bubbleOf(page, QUESTION.question);
    await bubble.waitFor();
    await bia.write({ type: 'vote', target, options: ['Manhã', 'Tarde'], group: GROUP });
    await caio.write({ type: 'vote', target, options: ['Tarde'], group: GROUP });
    await bubble.getByText('2 votos').waitFor();
    await expect.poll(() => bubble.getByText('Caio Luz').count()).toBe(0);
    await bubble.getByRole('button', { name: 'Ver quem votou' }).click();
    await bubble.getByText('Bia Reis, Caio Luz').waitFor();
    await keepScreenshot(page, 'poll-desktop');
    expect(await layoutFlaws(page)).toEqual([]);
    expect(await accessibilityFlaws(page)).toEqual([]);
    const phone = await app.signIn('ana@demo.local', PHONE);
    await phone.page.goto(page.url());
    const onPhone = bubbleOf(phone.page, QUESTION.question);
    await onPhone.getByRole('button', { name: 'Ver quem votou' }).click();
    await onPhone.getByText('Bia Reis, Caio Luz').waitFor();
    await keepScreenshot(phone.page, 'poll-phone');
    expect(await layoutFlaws(phone.page)).toEqual([]);
  });
});

describe('a pinned message', () => {
  it('is named above the messages, opens from there, and is marked until it is unpinned', async () => {
    const { page } = ana;
    await openTab(page, 'Abertos');
    await openTicket(page, rita.name);
    const target = await rita.write('Meu endereço: Rua das Flores, 10');
    for (let n = 1; n <= 16; n += 1) await rita.write(`Mensagem ${n}`);
    await bubbleOf(page, 'Mensagem 16').waitFor();
    await rita.write({ type: 'pin', target, seconds: DAY_S });
    const strip = page.getByRole('button', { name: 'Mensagem fixada: Meu endereço: Rua das Flores, 10' });
    await strip.waitFor();
    await keepScreenshot(page, 'pinned-desktop');
    await strip.click();
    const bubble = bubbleOf(page, 'Rua das Flores');
    await bubble.getByRole('img', { name: /^Fixada até \d\d\/\d\d\/\d{4} \d\d:\d\d$/ }).waitFor();
    expect(await layoutFlaws(page)).toEqual([]);
    expect(await accessibilityFlaws(page)).toEqual([]);
    const phone = await app.signIn('ana@demo.local', PHONE);
    await phone.page.goto(page.url());
    await phone.page.getByRole('button', { name: /^Mensagem fixada/ }).waitFor();
    await keepScreenshot(phone.page, 'pinned-phone');
    expect(await layoutFlaws(phone.page)).toEqual([]);
    await phone.context.close();
    await rita.write({ type: 'pin', target, seconds: 0 });
    await strip.waitFor({ state: 'detached' });
    await bubble.waitFor();
    await expect.poll(() => bubble.getByRole('img', { name: /^Fixada até/ }).count()).toBe(0);
    expect(app.complaints).toEqual([]);
  });
});
