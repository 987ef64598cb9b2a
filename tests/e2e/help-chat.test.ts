import { forgetDirectory } from '@prosa/functions/platform/directory.ts';
import { openFakeIntegrations } from '@prosa/infra/local/fake-integrations/fake-integrations.ts';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { makeCompany, TEST_PASSWORD } from '../factories/company.ts';
import { plantHelp } from '../factories/helps.ts';
import { plant } from '../support/plant.ts';
import { accessibilityFlaws } from './support/accessibility-flaws.ts';
import { enter } from './support/app.ts';
import { openTab, openTicket } from './support/inbox.ts';
import { keepScreenshot } from './support/keep-screenshot.ts';
import { layoutFlaws } from './support/layout-flaws.ts';
import { smallTargets } from './support/small-targets.ts';
import { changeTheme } from './support/theme.ts';
import { useApp } from './support/use-app.ts';

const { app, ana } = useApp({ helpChat: 'sandbox' });

const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true } as const;
const KEY = plant(openFakeIntegrations().model.apiKey);
const QUESTION = 'Como transfiro um atendimento?';
const ANSWER = `Sou o modelo do sandbox. Você escreveu: “${QUESTION}”`;

const openButton = (page: Page) => page.getByRole('button', { name: 'Abrir o chat de ajuda' });
const greeting = (page: Page) => page.getByRole('button', { name: 'Precisa de ajuda?' });
const panel = (page: Page) => page.getByRole('dialog', { name: 'Chat de ajuda' });
const agree = (page: Page) => panel(page).getByRole('button', { name: 'Concordar e começar' }).click();
const ask = async (page: Page, question = QUESTION): Promise<void> => {
  const field = panel(page).getByRole('textbox', { name: 'Escreva a sua pergunta' });
  await field.fill(question);
  await field.press('Enter');
};
const behave = async (behaviour: string): Promise<void> => {
  const { status } = await fetch(`${app().stack.url}/sandbox/services`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ service: 'model', behaviour }),
  });
  expect(status).toBe(202);
};
const flawsOf = async (page: Page): Promise<string[]> => [
  ...(await accessibilityFlaws(page)),
  ...(await layoutFlaws(page)),
];
/** Signs in a new user of a company of its own. */
const newUser = async (language: 'pt' | 'es', options = {}) => {
  const company = await makeCompany({ settings: { language } });
  const { email } = await company.addUser({ language });
  forgetDirectory(company.id);
  const visitor = await app().signIn(email, { ...options, password: TEST_PASSWORD });
  return { ...visitor, email };
};

beforeAll(async () => {
  await plantHelp({
    title: 'Transferir um atendimento',
    description: 'Abra o atendimento e escolha Transferir.',
  });
});

describe('the help chat', () => {
  it('greets a new user after three seconds, and never again once the greeting is dismissed', async () => {
    const { page } = await app().open();
    await page.clock.install();
    await page.goto(`${app().stack.url}/login`);
    await enter(page, 'bruno@demo.local', app().stack.adminPassword);
    await page.goto(`${app().stack.url}/todolist`);
    await page.getByRole('heading', { name: 'Tarefas', level: 1 }).waitFor();
    await page.clock.pauseAt(Date.now() + 60 * 60_000);
    await page.reload();
    await page.getByRole('heading', { name: 'Tarefas', level: 1 }).waitFor();
    await page.clock.runFor(2900);
    await expect.poll(() => greeting(page).count()).toBe(0);
    await page.clock.runFor(200);
    await page.clock.resume();
    await greeting(page).waitFor();
    expect(await flawsOf(page)).toEqual([]);
    await keepScreenshot(page, 'help-chat-greeting');
    await page.getByRole('button', { name: 'Dispensar' }).click();
    await greeting(page).waitFor({ state: 'detached' });
    await page.reload();
    await openButton(page).waitFor();
    await expect.poll(() => greeting(page).count()).toBe(0);
  });

  it('asks for consent, answers from the helps, and its links open them', async () => {
    const { page } = ana();
    const bodies: Promise<string>[] = [];
    page.on('response', (response) => {
      if (response.url().includes('/api/')) bodies.push(response.text().catch(() => ''));
    });
    await page.goto(`${app().stack.url}/todolist`);
    await greeting(page).click();
    await panel(page).getByText('é enviado a um serviço externo').waitFor();
    expect(await flawsOf(page)).toEqual([]);
    await keepScreenshot(page, 'help-chat-consent');
    await expect.poll(() => panel(page).getByRole('textbox').count()).toBe(0);
    await agree(page);
    await behave('slow');
    await ask(page);
    await panel(page).locator('[role=log][aria-busy=true]').waitFor();
    await keepScreenshot(page, 'help-chat-waiting');
    await panel(page).getByText(ANSWER).waitFor();
    await behave('normal');
    expect(await flawsOf(page)).toEqual([]);
    await keepScreenshot(page, 'help-chat');
    await panel(page).getByRole('link', { name: 'Transferir um atendimento' }).click();
    await page.waitForURL('**/helps?help=*');
    const card = page.getByRole('article', { name: 'Transferir um atendimento' });
    await card.waitFor();
    await expect.poll(() => page.evaluate('document.activeElement.tagName')).toBe('ARTICLE');
    await panel(page).getByText(ANSWER).waitFor();
    expect((await Promise.all(bodies)).join('\n')).not.toContain(KEY);
  });

  it('keeps the conversation in the browser until it is deleted or the user signs out', async () => {
    const { page } = await newUser('pt');
    const other = await page.context().newPage();
    await page.goto(`${app().stack.url}/todolist`);
    await openButton(page).click();
    await agree(page);
    await ask(page);
    await panel(page).getByText(ANSWER).waitFor();
    await page.keyboard.press('Escape');
    await panel(page).waitFor({ state: 'detached' });
    await expect
      .poll(() => page.evaluate(`document.activeElement.getAttribute('aria-label')`))
      .toBe('Abrir o chat de ajuda');
    await page.reload();
    await openButton(page).click();
    await panel(page).getByText(ANSWER).waitFor();

    await other.goto(`${app().stack.url}/todolist`);
    await openButton(other).click();
    await panel(other).getByText(ANSWER).waitFor();
    await panel(other).getByRole('button', { name: 'Apagar a conversa' }).click();
    await panel(page).getByText(ANSWER).waitFor({ state: 'detached' });
    await ask(page);
    await panel(page).getByText(ANSWER).waitFor();
    const stored = () => page.evaluate(`localStorage.getItem('prosa.helpChats')`);
    expect(await stored()).toContain('transfiro');
    await page.getByRole('button', { name: 'Minha conta' }).click();
    await page.getByRole('menuitem', { name: 'Sair' }).click();
    await page.waitForURL('**/login');
    expect(await stored()).toBeNull();
  });

  it('says in Spanish that the provider failed or had no answer, and asks again', async () => {
    const { page } = await newUser('es');
    await page.goto(`${app().stack.url}/todolist`);
    await page.getByRole('button', { name: 'Abrir el chat de ayuda' }).click();
    const dialog = page.getByRole('dialog', { name: 'Chat de ayuda' });
    await dialog.getByRole('button', { name: 'Aceptar y empezar' }).click();
    await behave('huge');
    const field = dialog.getByRole('textbox', { name: 'Escribe tu pregunta' });
    await field.fill(QUESTION);
    await field.press('Enter');
    await dialog.getByText('Error al obtener respuesta', { exact: true }).waitFor();
    expect(await flawsOf(page)).toEqual([]);
    await keepScreenshot(page, 'help-chat-failed');
    await behave('wrong');
    await dialog.getByRole('button', { name: 'Reintentar' }).click();
    await dialog.getByText('Respuesta no disponible', { exact: true }).waitFor();
    await behave('normal');
    await field.fill('¿Y ahora?');
    await field.press('Enter');
    await dialog.getByText('¿Y ahora?”').waitFor();
  });

  it('is a sheet on a phone, and covers no conversation and no list of tickets', async () => {
    const { page } = await app().signIn('carla@demo.local', { ...PHONE, path: '/helps' });
    await greeting(page).waitFor();
    expect(await smallTargets(page)).toEqual([]);
    await keepScreenshot(page, 'help-chat-greeting-phone');
    await openButton(page).click();
    await agree(page);
    await ask(page);
    await panel(page).getByText(ANSWER).waitFor();
    expect(await smallTargets(page)).toEqual([]);
    expect(await flawsOf(page)).toEqual([]);
    await keepScreenshot(page, 'help-chat-phone');
    await changeTheme(page, 'dark');
    expect(await flawsOf(page)).toEqual([]);
    await keepScreenshot(page, 'help-chat-phone-dark');
    await panel(page).getByRole('link', { name: 'Transferir um atendimento' }).click();
    await panel(page).waitFor({ state: 'detached' });
    await page.getByRole('article', { name: 'Transferir um atendimento' }).waitFor();
    await page.getByRole('navigation').getByRole('link', { name: 'Atendimentos' }).click();
    await page.waitForURL('**/tickets');
    await openButton(page).waitFor({ state: 'detached' });
  });

  it('is on the ticket list of a wide screen, and not over a conversation', async () => {
    const { page } = await app().signIn('ana@demo.local');
    await openButton(page).waitFor();
    await openTab(page, 'Abertos');
    await openTicket(page, 'Juliana Barros');
    await openButton(page).waitFor({ state: 'detached' });
  });
});
