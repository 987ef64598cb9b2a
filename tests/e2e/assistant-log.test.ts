import { systemClock, toInstant } from '@prosa/functions/platform/clock.ts';
import { commit } from '@prosa/functions/platform/table/commit.ts';
import { assistantHealth } from '@prosa/functions/repositories/assistants/assistant-health.ts';
import { CALLS_KEPT_DAYS } from '@prosa/shared/entities/service-call.ts';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { INSTRUCTIONS, plantAssistant, plantAssistantCall } from '../factories/assistants.ts';
import { makeCompany, TEST_PASSWORD } from '../factories/company.ts';
import { accessibilityFlaws } from './support/accessibility-flaws.ts';
import { keepScreenshot } from './support/keep-screenshot.ts';
import { layoutFlaws } from './support/layout-flaws.ts';
import { rowAction } from './support/row-action.ts';
import { smallTargets } from './support/small-targets.ts';
import { changeTheme } from './support/theme.ts';
import { useApp } from './support/use-app.ts';

const { app } = useApp();

const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true } as const;

const rowOf = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text });
const dialogOf = (page: Page, name: string) => page.getByRole('dialog', { name });
const flawsOf = async (page: Page): Promise<string[]> => [
  ...(await accessibilityFlaws(page)),
  ...(await layoutFlaws(page)),
];

it('R27: administrators read the calls of an assistant, and see that it is paused', async () => {
  const company = await makeCompany();
  const queueId = await company.addQueue({ name: 'Financeiro' });
  const [paused, quiet] = [
    await plantAssistant(company, { name: 'Recepção da loja', queueId }),
    await plantAssistant(company, { name: 'Plantão da noite', queueId }),
  ];
  const nowMs = systemClock.now();
  const pausedUntil = toInstant(nowMs + 600_000);
  const health = assistantHealth(company.table, { companyId: company.id, id: paused });
  await commit([health.item(undefined, { failures: 5, pausedUntil }, nowMs)]);
  const plant = (nth: number, fields: Parameters<typeof plantAssistantCall>[2]) =>
    plantAssistantCall(company, paused, { id: `01m000${nth}`, ...fields }, nowMs - (10 - nth) * 60_000);
  await plant(1, {
    ticketId: 12,
    question: [
      { by: 'customer', text: 'Bom dia' },
      { by: 'company', text: 'Olá! Como posso ajudar?' },
      { by: 'customer', text: 'quero a segunda via do boleto' },
    ],
    answer: 'Vou chamar uma pessoa.',
    handedTo: queueId,
  });
  await plant(2, { question: [{ by: 'customer', text: 'Vocês entregam no sábado?' }] });
  await plant(3, { ticketId: 13, status: null, failure: 'too-slow', answer: '', durationMs: 25_000 });

  const { page, context } = await app().signIn(company.admin.email, { password: TEST_PASSWORD });
  await page.getByRole('link', { name: 'Prompts' }).click();
  const row = rowOf(page, 'Recepção da loja');
  await row.getByText('Em pausa').waitFor();
  await row.getByText('O serviço não responde. Próxima tentativa:').waitFor();
  await expect.poll(() => rowOf(page, 'Plantão da noite').getByText('Em pausa').count()).toBe(0);
  expect(await flawsOf(page)).toEqual([]);
  await keepScreenshot(page, 'assistants-paused');

  await rowAction(rowOf(page, 'Plantão da noite'), 'Ver chamadas');
  const empty = dialogOf(page, 'Chamadas de Plantão da noite');
  await empty.getByText('Nenhuma chamada').waitFor();
  await empty.getByText('por sete dias').waitFor();
  expect(CALLS_KEPT_DAYS).toBe(7);
  // Refetched while it is open.
  await plantAssistantCall(company, quiet);
  await empty.getByText('Respondida').waitFor();
  await empty.getByRole('button', { name: 'Fechar' }).click();

  await rowAction(row, 'Ver chamadas');
  const log = dialogOf(page, 'Chamadas de Recepção da loja');
  const failed = log.getByRole('row').filter({ hasText: 'Atendimento 13' });
  await failed.getByText('Falhou').waitFor();
  await failed.getByText('sem resposta a tempo').waitFor();
  await log.getByRole('row').filter({ hasText: 'Teste' }).getByText('Respondida').waitFor();
  expect(await flawsOf(page)).toEqual([]);
  await keepScreenshot(page, 'assistant-log');
  await log.getByRole('row').filter({ hasText: 'Atendimento 12' }).click();
  const detail = dialogOf(page, 'Chamada');
  await detail.getByText('quero a segunda via do boleto').waitFor();
  await detail.getByText('Vou chamar uma pessoa.').waitFor();
  await detail.getByText('Passou a conversa para a fila Financeiro').waitFor();
  await detail.getByText('40 tokens').waitFor();
  expect(await page.content()).not.toContain(INSTRUCTIONS);
  expect(await flawsOf(page)).toEqual([]);
  await keepScreenshot(page, 'assistant-call');
  await context.close();

  const phone = await app().signIn(company.admin.email, {
    ...PHONE,
    password: TEST_PASSWORD,
    path: '/prompts',
  });
  await rowOf(phone.page, 'Recepção da loja').getByText('Em pausa').waitFor();
  await changeTheme(phone.page, 'dark');
  expect(await flawsOf(phone.page)).toEqual([]);
  await keepScreenshot(phone.page, 'assistants-paused-phone-dark');
  await rowAction(rowOf(phone.page, 'Recepção da loja'), 'Ver chamadas');
  const onPhone = dialogOf(phone.page, 'Chamadas de Recepção da loja');
  await onPhone.getByText('sem resposta a tempo').waitFor();
  expect(await flawsOf(phone.page)).toEqual([]);
  expect(await smallTargets(phone.page)).toEqual([]);
  await keepScreenshot(phone.page, 'assistant-log-phone-dark');
  await onPhone.getByText('Atendimento 12').click();
  await dialogOf(phone.page, 'Chamada').getByText('Passou a conversa para a fila Financeiro').waitFor();
  expect(await flawsOf(phone.page)).toEqual([]);
  await keepScreenshot(phone.page, 'assistant-call-phone-dark');
  await phone.context.close();
});
