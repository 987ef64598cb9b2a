import { expect, it } from 'vitest';
import { makeCompany } from '../factories/company.ts';
import { FlowCustomer } from '../integration/support/flow-customer.ts';
import { useTable } from '../integration/support/table.ts';
import { asks, chainOf, says } from '../support/flows.ts';
import { publishFlow } from '../support/publish-flow.ts';

const CONVERSATIONS = Number(process.env.SOAK_CONVERSATIONS ?? 1000);
const AT_ONCE = 20;

useTable();

/** Runs work for all of a list, a few at a time. */
const forAll = async <T>(all: readonly T[], work: (one: T, nth: number) => Promise<void>): Promise<void> => {
  for (let first = 0; first < all.length; first += AT_ONCE)
    await Promise.all(all.slice(first, first + AT_ONCE).map((one, nth) => work(one, first + nth)));
};

it(`a version published during ${CONVERSATIONS} conversations changes none of them, and leads the next one`, async () => {
  const company = await makeCompany();
  const flow = (text: string, number: number) => chainOf([asks('Nome?', 'n'), says(text)], { number });
  const flowId = await publishFlow(company, flow('antigo', 1));
  const connectionId = await company.addConnection({ flowIdWelcome: flowId });
  const where = { companyId: company.id, connectionId };
  const clock = { nowMs: Date.now() };
  const customers = Array.from({ length: CONVERSATIONS }, () => new FlowCustomer(company, where, clock));
  await forAll(customers, async (customer) => {
    expect(await customer.asks('oi')).toEqual(['Nome?']);
  });
  let published: Promise<number> | undefined;
  const answers = new Map<string, number>();
  await forAll(customers, async (customer, nth) => {
    if (nth === Math.floor(CONVERSATIONS / 2)) published = publishFlow(company, flow('novo', 2), flowId);
    for (const text of await customer.asks('Ana')) answers.set(text, (answers.get(text) ?? 0) + 1);
  });
  await published;
  expect(Object.fromEntries(answers)).toEqual({ antigo: CONVERSATIONS });
  const next = new FlowCustomer(company, where, clock);
  await next.asks('oi');
  expect(await next.asks('Bia')).toEqual(['novo']);
});
