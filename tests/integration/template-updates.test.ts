import { handler as connections } from '@prosa/functions/http/connections/handler.ts';
import { handler as templates } from '@prosa/functions/http/message-templates/handler.ts';
import { Quarantine } from '@prosa/functions/platform/table/entities/work.ts';
import { keys } from '@prosa/functions/platform/table/keys.ts';
import { globalTable } from '@prosa/functions/platform/table/table.ts';
import {
  findConnectionsOfBusiness,
  loadConnection,
} from '@prosa/functions/repositories/connections/connections.ts';
import { findTemplate } from '@prosa/functions/repositories/connections/message-templates.ts';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeCompany, type TestCompany } from '../factories/company.ts';
import { failedIndexes, sqsEvent } from '../factories/inbound-events.ts';
import { addCloudConnection, addTemplate } from '../factories/templates.ts';
import { metaWebhooks } from '../support/handlers.ts';
import { call } from './support/call.ts';
import { useGraph } from './support/graph.ts';
import { useTable } from './support/table.ts';

useTable();
const graphOf = useGraph();

let company: TestCompany;
let whatsappId: number;
let businessId: string;
let serial = 0;
const newId = (): string => String(108_910_000_000_000 + ++serial);

beforeAll(async () => {
  company = await makeCompany();
});
beforeEach(async () => {
  businessId = newId();
  whatsappId = await addCloudConnection(company, { accountId: newId(), businessId });
});

const ask = (to: string, body?: object) =>
  call(templates, { to, token: company.admin.token, ...(body === undefined ? {} : { body }) });
const stored = (name: string) => findTemplate(company.table, { businessId }, { name, language: 'pt_BR' });
/** Syncs a template that the provider lists. */
const sync = async (status: string) => {
  const template = { id: newId(), name: 'synced', language: 'pt_BR' };
  const data = [{ ...template, status, category: 'UTILITY', components: [{ type: 'BODY', text: 'Oi' }] }];
  graphOf().answer = () => ({ json: { data } });
  expect(await ask('POST /message-templates/sync', { whatsappId })).toMatchObject({ status: 200 });
  return template;
};

describe('an update of a template by a webhook', () => {
  const nowS = Math.floor(Date.now() / 1000);
  const deliver = async (
    field: string,
    value: object,
    { to = businessId, time = nowS }: { to?: string; time?: number } = {},
  ): Promise<void> => {
    const payload = JSON.stringify({
      object: 'whatsapp_business_account',
      entry: [{ id: to, time, changes: [{ field, value }] }],
    });
    const envelope = { v: 1, provider: 'meta', receivedAt: Date.now(), body: payload, headers: {} };
    expect(failedIndexes(await metaWebhooks(sqsEvent([JSON.stringify(envelope)])))).toEqual([]);
  };
  const named = ({ id, name, language }: { id: string; name: string; language: string }) => ({
    message_template_id: Number(id),
    message_template_name: name,
    message_template_language: language,
  });
  const review = (template: Parameters<typeof named>[0], event: string, where = {}) =>
    deliver('message_template_status_update', { ...named(template), event, reason: 'NONE' }, where);
  const quarantined = async (): Promise<string[]> => {
    const { pk } = keys.global.quarantine({ source: 'meta', id: '' });
    const { rows } = await globalTable.query(Quarantine, { pk, limit: 1000, consistent: true });
    return rows.map(({ reason }) => reason);
  };

  it('changes status, quality and category of the stored template', async () => {
    const template = await addTemplate(company, { businessId, id: newId(), status: 'PENDING' });
    await review(template, 'APPROVED');
    await deliver('message_template_quality_update', { ...named(template), new_quality_score: 'RED' });
    await deliver('template_category_update', { ...named(template), new_category: 'MARKETING' });
    expect(await stored('order_update')).toMatchObject({
      status: 'APPROVED',
      quality: 'RED',
      category: 'MARKETING',
    });
  });

  it('that arrives late or twice does not bring back an older status', async () => {
    const template = await addTemplate(company, { businessId, id: newId(), status: 'PENDING' });
    await review(template, 'PAUSED', { time: nowS });
    await review(template, 'APPROVED', { time: nowS - 10 });
    await review(template, 'PAUSED', { time: nowS });
    expect(await stored('order_update')).toMatchObject({ status: 'PAUSED' });
  });

  it('that is older than the last sync does not bring back an older status', async () => {
    const template = await sync('PAUSED');
    await review(template, 'APPROVED', { time: nowS - 60 });
    expect(await stored('synced')).toMatchObject({ status: 'PAUSED' });
  });

  it('of an unknown template, or of one that another replaced under its name, is ignored', async () => {
    const template = await addTemplate(company, { businessId, id: newId(), status: 'PENDING' });
    await review({ ...template, name: 'unknown' }, 'APPROVED');
    await review({ ...template, id: newId() }, 'APPROVED');
    expect(await stored('order_update')).toMatchObject({ status: 'PENDING' });
    expect(await stored('unknown')).toBeUndefined();
  });

  it('of its components makes the next list ask for a sync', async () => {
    const template = await sync('APPROVED');
    await deliver('message_template_components_update', named(template));
    expect(await ask(`GET /message-templates?whatsappId=${whatsappId}`)).toMatchObject({
      body: { templates: [{ name: 'synced' }], syncedAt: null },
    });
  });

  it('of a business that no company has is quarantined, and changes nothing', async () => {
    const unknown = newId();
    const template = await addTemplate(company, { businessId, id: newId(), status: 'PENDING' });
    await review(template, 'APPROVED', { to: unknown });
    expect(await stored('order_update')).toMatchObject({ status: 'PENDING' });
    expect(await quarantined()).toContain(`unknown business (whatsappapi:${unknown})`);
  });

  it('reaches every company with a number of the business, and no other company', async () => {
    const [partner, stranger] = [await makeCompany(), await makeCompany()];
    await addCloudConnection(partner, { accountId: newId(), businessId });
    const id = newId();
    const fields = { businessId, id, status: 'PENDING' } as const;
    const template = await addTemplate(company, fields);
    await addTemplate(partner, fields);
    await addTemplate(stranger, fields);
    await review(template, 'APPROVED');
    const statusIn = async ({ table }: TestCompany) =>
      (await findTemplate(table, { businessId }, template))?.status;
    expect([await statusIn(company), await statusIn(partner), await statusIn(stranger)]).toEqual([
      'APPROVED',
      'APPROVED',
      'PENDING',
    ]);
  });

  it('finds no removed connection', async () => {
    graphOf().answer = () => ({ json: { success: true } });
    const answer = await call(connections, {
      to: `DELETE /whatsapp/${whatsappId}`,
      token: company.admin.token,
    });
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    expect(await loadConnection(company.table, whatsappId)).toBeUndefined();
    expect(await findConnectionsOfBusiness({ channel: 'whatsappapi', businessId })).toEqual([]);
  });
});
