import { handler as schedules } from '@prosa/functions/http/schedules/handler.ts';
import { headObject } from '@prosa/functions/platform/blob/blob.ts';
import { forgetDirectory } from '@prosa/functions/platform/directory.ts';
import { loadSchedule } from '@prosa/functions/repositories/tickets/schedules.ts';
import { scheduleRoutes } from '@prosa/shared/contracts/schedules.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { makeCompany, type TestCompany, type TestUser } from '../factories/company.ts';
import { freshNumber } from '../factories/conversation.ts';
import { PNG } from '../factories/files.ts';
import { addCloudConnection, addTemplate } from '../factories/templates.ts';
import { makeContact } from '../factories/tickets.ts';
import { useBucket } from './support/bucket.ts';
import { call } from './support/call.ts';
import { fireSchedule } from './support/fire-schedule.ts';
import { messagesWith } from './support/planted-schedules.ts';
import { useTable } from './support/table.ts';

useTable();
useBucket();

const viewSchema = scheduleRoutes.get.response;
const DAY_MS = 24 * 60 * 60 * 1000;
const AT = new Date(Date.now() + DAY_MS).toISOString();
const LATER = new Date(Date.now() + 2 * DAY_MS).toISOString();
const businessId = '102290129340398';

let company: TestCompany;
let ana: TestUser;
let cloudId: number;
let webId: number;

beforeAll(async () => {
  company = await makeCompany({ settings: { sendSignMessage: true } });
  cloudId = await addCloudConnection(company, { accountId: '106540352242922', businessId });
  webId = await company.addConnection({ name: 'Loja', isDefault: true });
  ana = await company.addUser({ name: 'Ana Lima', queueIds: [await company.addQueue()], allTicket: true });
  const header = { kind: 'text', text: 'Pedido {{1}}' } as const;
  await addTemplate(company, { businessId, name: 'pedido', header, body: 'Olá {{1}}, o pedido {{2}} saiu.' });
  await addTemplate(company, { businessId, name: 'festa', header: { kind: 'image' }, body: 'Venha!' });
  await addTemplate(company, { businessId, name: 'boleto', header: { kind: 'document' }, body: 'Segue.' });
  await addTemplate(company, { businessId, name: 'pausado', status: 'PAUSED' });
  await addTemplate(company, { businessId, name: 'novidades', category: 'MARKETING', body: 'Novidades.' });
  forgetDirectory(company.id);
});

/** A contact who never wrote, so that the reply window is closed. */
const silent = async (fields: Parameters<typeof makeContact>[1] = {}): Promise<number> => {
  const number = freshNumber();
  const identities = [{ kind: 'phone', value: number } as const];
  return (
    await makeContact(company.table, {
      name: 'Maria Souza',
      channel: 'whatsappapi',
      number,
      identities,
      ...fields,
    })
  ).id;
};
const pedido = {
  name: 'pedido',
  language: 'pt_BR',
  values: { header: '42', body: { '1': '{{firstName}}', '2': '42' }, buttons: {} },
};
const named = (name: string) => ({ name, language: 'pt_BR' });
const save = (fields: object, to = 'POST /schedules') =>
  call(schedules, { to, token: ana.token, body: { sendAt: AT, whatsappId: cloudId, ...fields } });
const make = async (fields: object) => {
  const { status, body } = await save(fields);
  expect(status, JSON.stringify(body)).toBe(201);
  return viewSchema.parse(body);
};
const show = async (id: number) =>
  viewSchema.parse((await call(schedules, { to: `GET /schedules/${id}`, token: ana.token })).body);
const withPicture = async (id: number) => {
  const form = new FormData();
  form.set('file', new Blob([Uint8Array.from(PNG)], { type: 'image/png' }), 'festa.png');
  const to = `POST /schedules/${id}/media-upload`;
  return viewSchema.parse((await call(schedules, { to, token: ana.token, form })).body);
};
const sentTo = (contactId: number) => messagesWith(company, contactId, cloudId);

describe('a scheduled template', () => {
  it('is sent at its time through a closed window, with the placeholders of its values filled', async () => {
    const contactId = await silent();
    const { id, body, template } = await make({ contactId, template: pedido });
    expect({ body, template }).toEqual({
      body: '*Pedido 42*\nOlá {{firstName}}, o pedido 42 saiu.',
      template: pedido,
    });
    expect(await fireSchedule(company, id)).toEqual([]);
    expect(await sentTo(contactId)).toMatchObject([
      {
        body: '*Pedido 42*\nOlá Maria, o pedido 42 saiu.',
        dataJson: {
          kind: 'template',
          name: 'pedido',
          language: 'pt_BR',
          parameters: [{ value: 'Maria' }, {}],
        },
        sendState: 'pending',
        userId: ana.id,
      },
    ]);
    expect(await show(id)).toMatchObject({ status: 'ENVIADA', sendError: '', contadorEnvio: 1 });
  });

  it('is sent again as often as its recurrence says, where a text is refused', async () => {
    const contactId = await silent();
    const recurrence = { enviarQuantasVezes: 2, valorIntervalo: 1 };
    const { id } = await make({ contactId, template: pedido, ...recurrence });
    await fireSchedule(company, id);
    await fireSchedule(company, id);
    expect(await sentTo(contactId)).toHaveLength(2);
    expect(await show(id)).toMatchObject({ status: 'ENVIADA', contadorEnvio: 2 });

    const text = await make({ contactId: await silent(), body: 'Olá, tudo bem?' });
    await fireSchedule(company, text.id);
    expect(await show(text.id)).toMatchObject({ status: 'ERRO', sendError: 'ERR_REPLY_WINDOW_CLOSED' });
  });

  it('shows the picture of the schedule in its header', async () => {
    const contactId = await silent();
    const { id } = await make({ contactId, template: named('festa') });
    await withPicture(id);
    await fireSchedule(company, id);
    expect(await sentTo(contactId)).toMatchObject([
      { mediaType: 'interactiveMessage', media: { state: 'stored', mimeType: 'image/png' } },
    ]);
  });

  it('fails without the picture of its header, and shows the reason', async () => {
    const contactId = await silent();
    const { id } = await make({ contactId, template: named('festa') });
    await fireSchedule(company, id);
    expect(await show(id)).toMatchObject({ status: 'ERRO', sendError: 'ERR_TEMPLATE_VALUES' });
    expect(await sentTo(contactId)).toEqual([]);
  });

  it.each([
    ['an unknown one', { template: named('nenhum') }, 404, 'ERR_NO_TEMPLATE_FOUND'],
    ['a paused one', { template: named('pausado') }, 409, 'ERR_TEMPLATE_STATE'],
    ['missing values', { template: named('pedido') }, 422, 'ERR_TEMPLATE_VALUES'],
    ['a document in the header', { template: named('boleto') }, 422, 'ERR_TEMPLATE_VALUES'],
    ['a text beside it', { template: pedido, body: 'Olá, tudo bem?' }, 400, 'ERR_VALIDATION'],
    ['a signature', { template: pedido, assinar: true }, 400, 'ERR_VALIDATION'],
  ])('is refused when it is saved: %s', async (_what, fields, status, error) => {
    expect(await save({ contactId: await silent(), ...fields })).toMatchObject({ status, body: { error } });
  });

  it('is refused on a connection without templates, chosen or by default', async () => {
    for (const whatsappId of [webId, null])
      expect(await save({ contactId: await silent(), template: pedido, whatsappId })).toMatchObject({
        status: 404,
        body: { error: 'ERR_NO_TEMPLATE_FOUND' },
      });
  });

  it('a template for marketing is refused for a contact who stopped such messages', async () => {
    const contactId = await silent({ marketingStoppedAt: new Date().toISOString() });
    expect(await save({ contactId, template: named('novidades') })).toMatchObject({
      status: 409,
      body: { error: 'ERR_MARKETING_STOPPED' },
    });
  });

  it.each([
    ['paused', { status: 'PAUSED' } as const, 'ERR_TEMPLATE_STATE'],
    [
      'edited to need another value',
      { body: 'Olá {{1}}, o pedido {{2}} de {{3}} saiu.' },
      'ERR_TEMPLATE_VALUES',
    ],
  ])(
    'stops with its own failure if it was %s meanwhile, and can be saved again',
    async (what, change, error) => {
      const contactId = await silent();
      const name = `mudou_${what.length}`;
      const body = 'Olá {{1}}, o pedido {{2}} saiu.';
      await addTemplate(company, { businessId, name, body });
      const template = { ...pedido, name, values: { ...pedido.values, header: '' } };
      const { id } = await make({ contactId, template });
      await addTemplate(company, { businessId, name, body, ...change });
      expect(await fireSchedule(company, id)).toEqual([]);
      expect(await show(id)).toMatchObject({ status: 'ERRO', sendError: error });
      expect(await sentTo(contactId)).toEqual([]);

      await addTemplate(company, { businessId, name, body });
      expect((await save({ contactId, template }, `PUT /schedules/${id}`)).status).toBe(200);
      await fireSchedule(company, id);
      expect(await sentTo(contactId)).toHaveLength(1);
    },
  );

  it('keeps its values when only its time moves, and becomes a text again', async () => {
    const contactId = await silent();
    const { id } = await make({ contactId, template: pedido });
    const { token } = company.admin;
    const moved = await call(schedules, {
      to: `PUT /schedules/${id}`,
      token,
      body: { contactId, whatsappId: cloudId, template: pedido, sendAt: LATER },
    });
    expect(moved).toMatchObject({ status: 200, body: { sendAt: LATER, template: pedido, userId: ana.id } });
    const text = await save({ contactId, body: 'Olá, tudo bem?' }, `PUT /schedules/${id}`);
    expect(text).toMatchObject({ status: 200, body: { body: 'Olá, tudo bem?', template: null } });
  });

  it('takes the picture of a text away if its header shows none', async () => {
    const { id, contactId } = await make({ contactId: await silent(), body: 'Olá, tudo bem?' });
    await withPicture(id);
    const key = (await loadSchedule(company.table, id))?.media?.key ?? '';
    expect(await headObject(key)).toBeDefined();
    const changed = await save({ contactId, template: pedido }, `PUT /schedules/${id}`);
    expect(changed).toMatchObject({ status: 200, body: { mediaPath: null, mediaName: null } });
  });

  it('is found by the text of its template', async () => {
    const { id } = await make({ contactId: await silent(), template: pedido });
    const answer = await call(schedules, {
      to: 'GET /schedules?searchParam=o pedido 42 saiu',
      token: ana.token,
    });
    const { schedules: found } = scheduleRoutes.list.response.parse(answer.body);
    expect(found.map((one) => one.id)).toContain(id);
  });
});

describe('hidden numbers in the values of a scheduled template', () => {
  it('an attendant sees them masked, and sending them back changes nothing', async () => {
    const hiding = await makeCompany({ settings: { enableLGPD: true, lgpdHideNumber: true } });
    const connectionId = await addCloudConnection(hiding, { accountId: '106540352242923', businessId });
    await addTemplate(hiding, { businessId, name: 'pedido', body: 'Ligue para {{1}}.' });
    const user = await hiding.addUser({ allTicket: true });
    const number = freshNumber();
    const contact = await makeContact(hiding.table, { name: 'Maria', channel: 'whatsappapi', number });
    const values = { header: '', body: { '1': number }, buttons: {} };
    const written = {
      contactId: contact.id,
      whatsappId: connectionId,
      sendAt: AT,
      template: { ...named('pedido'), values },
    };
    const made = viewSchema.parse(
      (await call(schedules, { to: 'POST /schedules', token: hiding.admin.token, body: written })).body,
    );
    const shown = viewSchema.parse(
      (await call(schedules, { to: `GET /schedules/${made.id}`, token: user.token })).body,
    );
    expect(JSON.stringify(shown)).not.toContain(number);

    const own = viewSchema.parse(
      (await call(schedules, { to: 'POST /schedules', token: user.token, body: written })).body,
    );
    const back = { ...written, template: own.template, sendAt: LATER };
    expect(
      (await call(schedules, { to: `PUT /schedules/${own.id}`, token: user.token, body: back })).status,
    ).toBe(200);
    expect((await loadSchedule(hiding.table, own.id))?.template?.values).toEqual(values);
  });
});
