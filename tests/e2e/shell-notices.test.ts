import { forgetDirectory } from '@prosa/functions/platform/directory.ts';
import { commit } from '@prosa/functions/platform/table/commit.ts';
import { ReachedCap } from '@prosa/functions/platform/table/entities/companies.ts';
import { endpointItems } from '@prosa/functions/repositories/webhooks/webhook-endpoints.ts';
import { expect, it } from 'vitest';
import { makeCompany, TEST_PASSWORD, type TestCompany } from '../factories/company.ts';
import { keepScreenshot } from './support/keep-screenshot.ts';
import { layoutFlaws } from './support/layout-flaws.ts';
import { rowAction } from './support/row-action.ts';
import { useApp } from './support/use-app.ts';

const { app } = useApp();
const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };
const HOUR_MS = 3_600_000;

const signIn = async ({ admin }: TestCompany, options = {}) => {
  const { page, context } = await app().signIn(admin.email, { ...options, password: TEST_PASSWORD });
  return { page, context };
};

it('S-69: users read on every screen that the company may send no more messages today', async () => {
  const company = await makeCompany();
  const endsAt = new Date(Date.now() + HOUR_MS).toISOString();
  const cap = { companyId: company.id, connectionId: null, cap: 200, endsAt };
  await commit([company.table.put(ReachedCap, cap, 'absent')]);
  forgetDirectory(company.id);
  for (const [name, options] of [
    ['send-cap-banner', {}],
    ['send-cap-banner-phone', PHONE],
  ] as const) {
    const { page, context } = await signIn(company, options);
    await page.getByText('A empresa atingiu o limite de 200 mensagens por dia.').waitFor();
    expect(await layoutFlaws(page)).toEqual([]);
    await keepScreenshot(page, name);
    await context.close();
  }
});

it('the menu shows that the system has switched off a webhook, until it is switched on again', async () => {
  const company = await makeCompany();
  const at = new Date().toISOString();
  const endpoint = {
    companyId: company.id,
    id: 1,
    name: 'CRM',
    url: 'https://crm.invalid/prosa',
    events: ['message.received' as const],
    secret: { sealed: 'sealed', last4: 'abcd' },
    oldSecret: null,
    off: { reason: 'gone' as const, at },
    createdAt: at,
  };
  await commit(endpointItems(company.table, undefined, endpoint, Date.now()));
  forgetDirectory(company.id);
  const { page, context } = await signIn(company);
  await page.getByRole('link', { name: 'API de mensagens: requer atenção' }).click();
  await page.getByRole('tab', { name: 'Webhooks' }).click();
  await keepScreenshot(page, 'webhook-off-in-menu');
  await rowAction(page.getByRole('row').filter({ hasText: 'CRM' }), 'Ligar');
  await page.getByRole('link', { name: 'API de mensagens', exact: true }).waitFor();
  await context.close();
});
