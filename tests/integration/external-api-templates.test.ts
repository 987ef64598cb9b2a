import { commit } from '@prosa/functions/platform/table/commit.ts';
import { ConnectionState } from '@prosa/functions/platform/table/entities/connections.ts';
import { MessageTemplate } from '@prosa/functions/platform/table/entities/message-templates.ts';
import {
  messageTemplateSchema,
  type MessageTemplate as Template,
} from '@prosa/shared/entities/message-template.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { makeCompany, type TestCompany } from '../factories/company.ts';
import { freshNumber } from '../factories/conversation.ts';
import { PDF, PNG } from '../factories/files.ts';
import { AT } from '../factories/rows.ts';
import { makeContact } from '../factories/tickets.ts';
import { useBucket } from './support/bucket.ts';
import { connect, formOf, post, sentIn, usageTotal } from './support/external-api.ts';
import { storedFrom } from './support/meta-workers.ts';
import { useTable } from './support/table.ts';

useTable();
useBucket();

let company: TestCompany;
let connectionId: number;
let token: string;
const businessId = '102290129340398';

const keepTemplate = (owner: TestCompany, fields: Partial<Template> & { name: string }) =>
  commit([
    owner.table.put(
      MessageTemplate,
      messageTemplateSchema.parse({
        companyId: owner.id,
        businessId,
        id: fields.name,
        language: 'pt_BR',
        category: 'UTILITY',
        status: 'APPROVED',
        header: { kind: 'none' },
        body: 'Olá {{1}}, seu pedido {{2}} saiu.',
        examples: {},
        changedAt: AT,
        ...fields,
      }),
      'absent',
    ),
  ]);

beforeAll(async () => {
  company = await makeCompany();
  connectionId = await company.addConnection({ channel: 'whatsappapi', businessId });
  const state = { companyId: company.id, connectionId, status: 'CONNECTED', changedAt: AT } as const;
  await commit([company.table.put(ConnectionState, state, 'any')]);
  token = await company.addApiToken(connectionId);
  await keepTemplate(company, { name: 'pedido' });
  await keepTemplate(company, { name: 'boleto', header: { kind: 'document' }, body: 'Segue o boleto.' });
  await keepTemplate(company, { name: 'pausado', status: 'PAUSED' });
});

const pedido = { name: 'pedido', language: 'pt_BR', values: { body: { '1': 'Maria', '2': '42' } } };
const stored = (number: string) => storedFrom(company.table, connectionId, number);

describe('templates over the external API', () => {
  it('a template is sent to a contact who never wrote, whose window refuses a text', async () => {
    const number = freshNumber();
    expect(await post(token, { body: { number, body: 'oi' } })).toMatchObject({
      status: 409,
      body: { code: 'ERR_REPLY_WINDOW_CLOSED' },
    });
    const before = (await usageTotal(company)).usedText;
    const { messages } = sentIn(await post(token, { body: { number, template: pedido } }, 'pedido-42'));
    expect(sentIn(await post(token, { body: { number, template: pedido } }, 'pedido-42')).messages).toEqual(
      messages,
    );
    expect(await stored(number)).toMatchObject([
      {
        id: messages[0]?.id,
        body: 'Olá Maria, seu pedido 42 saiu.',
        dataJson: { kind: 'template', name: 'pedido', language: 'pt_BR' },
      },
    ]);
    expect((await usageTotal(company)).usedText).toBe(before + 1);
  });

  it('the file of a form is the header of its template', async () => {
    const number = freshNumber();
    const template = JSON.stringify({ name: 'boleto', language: 'pt_BR' });
    const pdf = { name: 'boleto.pdf', type: 'application/pdf', bytes: PDF };
    sentIn(await post(token, { form: formOf({ number, template }, [pdf]) }));
    expect(await stored(number)).toMatchObject([
      { body: 'Segue o boleto.', media: { fileName: 'boleto.pdf' } },
    ]);
  });

  it.each([
    ['an unknown one', { name: 'nenhum', language: 'pt_BR' }, 404, 'ERR_NO_TEMPLATE_FOUND', undefined],
    ['another language', { name: 'pedido', language: 'en' }, 404, 'ERR_NO_TEMPLATE_FOUND', undefined],
    ['a paused one', { name: 'pausado', language: 'pt_BR' }, 409, 'ERR_TEMPLATE_STATE', { status: 'PAUSED' }],
    [
      'missing values',
      { ...pedido, values: { body: { '1': 'Maria' } } },
      422,
      'ERR_TEMPLATE_VALUES',
      { missing: ['body.2'] },
    ],
    [
      'a missing file',
      { name: 'boleto', language: 'pt_BR' },
      422,
      'ERR_TEMPLATE_VALUES',
      { missing: ['medias'] },
    ],
  ])('a template is refused, and nothing is stored: %s', async (_what, template, status, code, details) => {
    const number = freshNumber();
    const answer = await post(token, { body: { number, template } });
    expect(answer).toMatchObject({ status, body: { code, ...(details === undefined ? {} : { details }) } });
    expect(await stored(number)).toEqual([]);
  });

  it.each([
    [
      'with a text',
      { number: '5511988887777', body: 'oi', template: JSON.stringify(pedido) },
      1,
      'body.template',
    ],
    ['with two files', { number: '5511988887777', template: JSON.stringify(pedido) }, 2, 'body.medias'],
    ['that is not JSON', { number: '5511988887777', template: '{' }, 0, 'body.template'],
  ])('a template %s is refused with the field', async (_what, fields, count, path) => {
    const picture = { name: 'a.png', type: 'image/png', bytes: PNG };
    const form = formOf(
      fields,
      Array.from({ length: count }, () => picture),
    );
    expect(await post(token, { form })).toMatchObject({
      status: 400,
      body: { code: 'ERR_VALIDATION', details: [{ path }] },
    });
  });

  it('a template for marketing is refused to a contact who stopped such messages, also without a record', async () => {
    await keepTemplate(company, { name: 'oferta', category: 'MARKETING', body: 'Frete grátis hoje.' });
    const template = { name: 'oferta', language: 'pt_BR' };
    const marketingStoppedAt = '2026-11-20T10:00:00.000Z';
    const { number } = await makeContact(company.table, { marketingStoppedAt });
    for (const noRegister of [false, true])
      expect(await post(token, { body: { number, template, noRegister } })).toMatchObject({
        status: 409,
        body: { code: 'ERR_MARKETING_STOPPED', details: { stoppedAt: marketingStoppedAt } },
      });
    expect(await stored(number)).toEqual([]);
    sentIn(await post(token, { body: { number, template: pedido } }));
    sentIn(await post(token, { body: { number: freshNumber(), template } }));
  });

  it('S-17 a token sends no template of another company, and none on a channel without templates', async () => {
    const theirs = await makeCompany();
    await keepTemplate(theirs, { name: 'deles' });
    const number = freshNumber();
    const foreign = { name: 'deles', language: 'pt_BR' };
    expect((await post(token, { body: { number, template: foreign } })).status).toBe(404);
    const web = await connect(company);
    expect((await post(web.token, { body: { number, template: pedido } })).status).toBe(404);
    expect(await stored(number)).toEqual([]);
  });
});
