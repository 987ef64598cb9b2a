import { createHmac } from 'node:crypto';
import { handler as media } from '@prosa/functions/http/media/handler.ts';
import { handler as templates } from '@prosa/functions/http/message-templates/handler.ts';
import { metaAppSecret, metaSecrets } from '@prosa/functions/platform/secrets.ts';
import { findTemplate } from '@prosa/functions/repositories/connections/message-templates.ts';
import { mediaRoutes } from '@prosa/shared/contracts/media.ts';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeCompany, type TestCompany, type TestUser } from '../factories/company.ts';
import { HTML, PDF, PNG } from '../factories/files.ts';
import { addCloudConnection, addTemplate } from '../factories/templates.ts';
import { graphError } from '../support/graph-stub.ts';
import { plant } from '../support/plant.ts';
import { useBucket } from './support/bucket.ts';
import { call } from './support/call.ts';
import { useGraph } from './support/graph.ts';
import { useTable } from './support/table.ts';

useTable();
useBucket();
const graphOf = useGraph();

const TOKEN = plant(`EAA${'sAmPlE'.repeat(12)}`);
/** The head of an MP4 file. */
const MP4 = Buffer.concat([
  Buffer.from('00000018', 'hex'),
  Buffer.from('ftypmp42\0\0\0\0mp42isom', 'latin1'),
]);
/** Returns a picture of exactly so many bytes. */
const pngOf = (bytes: number): Buffer => Buffer.concat([PNG, Buffer.alloc(bytes - PNG.length)]);
const MB = 1024 * 1024;
/** Meta's session, whose signature stands in a query. */
const SESSION = 'upload:MTphdHRhY2htZW50OmE=?sig=ARZqkGCA_uQMx8n';
const HANDLE = '4::aW1hZ2UvcG5n:ARb:e:1';

let company: TestCompany;
let other: TestUser;
let appId: string;
let whatsappId: number;
let businessId: string;
let serial = 0;
const newId = (): string => String(108_700_000_000_000 + ++serial);

beforeAll(async () => {
  company = await makeCompany();
  other = await company.addUser({ profile: 'admin' });
  ({ appId } = await metaAppSecret());
});
beforeEach(async () => {
  businessId = newId();
  whatsappId = await addCloudConnection(company, { accountId: newId(), businessId }, TOKEN);
  const { answers } = graphOf();
  answers.clear();
  answers
    .set(`POST ${appId}/uploads`, { id: SESSION })
    .set('POST upload:MTphdHRhY2htZW50OmE=', { h: HANDLE })
    .set(`POST ${businessId}/message_templates`, { id: newId(), status: 'PENDING', category: 'MARKETING' });
  graphOf().answer = ({ to }) => {
    const json = answers.get(to) ?? graphError(100);
    if (typeof json === 'function') throw new Error('no function');
    return 'status' in json && 'error' in json ? { status: Number(json.status), json } : { json };
  };
});

const upload = async (bytes: Buffer, mimeType: string, fileName = 'sol.png'): Promise<string> => {
  const body = { fileName, mimeType, size: bytes.byteLength };
  const answer = await call(media, { to: 'POST /media/uploads', token: company.admin.token, body });
  const { url, fields, key } = mediaRoutes.createUpload.response.parse(answer.body);
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append('file', new Blob([Uint8Array.from(bytes)]));
  expect((await fetch(url, { method: 'POST', body: form })).status).toBeLessThan(300);
  return key;
};
const written = { category: 'MARKETING', body: 'Bom dia' } as const;
const create = (header: object, name = 'summer', token = company.admin.token) =>
  call(templates, {
    to: 'POST /message-templates',
    token,
    body: { ...written, whatsappId, name, language: 'pt_BR', header },
  });
const stored = (name = 'summer') => findTemplate(company.table, { businessId }, { name, language: 'pt_BR' });
const asked = () => graphOf().requests.map(({ to }) => to);

describe('a template with a file in its header', () => {
  it('has its example uploaded in a session of the app, with the token in headers only, and names the handle', async () => {
    const mediaKey = await upload(PNG, 'image/png');
    expect(await create({ kind: 'image', mediaKey })).toMatchObject({
      status: 200,
      body: { name: 'summer', status: 'PENDING', header: { kind: 'image' } },
    });
    const [session, file, submitted] = graphOf().requests;
    const { appSecret } = await metaSecrets();
    const proof = createHmac('sha256', appSecret).update(TOKEN).digest('hex');
    expect(session).toMatchObject({
      to: `POST ${appId}/uploads`,
      authorization: `Bearer ${TOKEN}`,
      query: {
        file_length: String(PNG.byteLength),
        file_type: 'image/png',
        file_name: 'sol.png',
        appsecret_proof: proof,
      },
    });
    expect(file).toMatchObject({
      authorization: `OAuth ${TOKEN}`,
      query: { sig: 'ARZqkGCA_uQMx8n', appsecret_proof: proof },
      part: { offset: '0' },
    });
    expect(Buffer.from(file?.part?.bytes ?? []).equals(PNG)).toBe(true);
    expect(submitted).toMatchObject({
      to: `POST ${businessId}/message_templates`,
      json: {
        components: [
          { type: 'HEADER', format: 'IMAGE', example: { header_handle: [HANDLE] } },
          { type: 'BODY', text: 'Bom dia' },
        ],
      },
    });
    for (const { path, query } of graphOf().requests)
      expect(JSON.stringify([path, query])).not.toContain(TOKEN);
    expect(await stored()).toMatchObject({ header: { kind: 'image' }, isSendable: true });
  });

  it.each([
    ['video', MP4, 'video/mp4', 'VIDEO'],
    ['document', PDF, 'application/pdf', 'DOCUMENT'],
  ] as const)('may show a %s', async (kind, bytes, mimeType, format) => {
    expect(await create({ kind, mediaKey: await upload(bytes, mimeType) })).toMatchObject({
      body: { header: { kind } },
    });
    expect(graphOf().requests.at(0)?.query).toMatchObject({ file_type: mimeType });
    expect(graphOf().requests.at(-1)?.json).toMatchObject({ components: [{ format }, {}] });
  });

  it('takes a picture of exactly 5 MB', async () => {
    const mediaKey = await upload(pngOf(5 * MB), 'image/png');
    expect(await create({ kind: 'image', mediaKey })).toMatchObject({ status: 200 });
  });

  it.each([
    ['S-39 a page that is called a picture', 'image', HTML, 415, 'ERR_MEDIA_TYPE'],
    ['a document as a picture', 'image', PDF, 415, 'ERR_MEDIA_TYPE'],
    ['a picture as a video', 'video', PNG, 415, 'ERR_MEDIA_TYPE'],
    ['a picture as a document', 'document', PNG, 415, 'ERR_MEDIA_TYPE'],
    ['a picture over 5 MB', 'image', pngOf(5 * MB + 1), 413, 'ERR_FILESIZE_OVER_LIMIT'],
    [
      'a video over 16 MB',
      'video',
      Buffer.concat([MP4, Buffer.alloc(16 * MB)]),
      413,
      'ERR_FILESIZE_OVER_LIMIT',
    ],
  ] as const)('is refused with %s, without a call', async (_what, kind, bytes, status, error) => {
    const mediaKey = await upload(bytes, 'image/png');
    expect(await create({ kind, mediaKey })).toMatchObject({ status, body: { error } });
    expect(asked()).toEqual([]);
  });

  it('is refused without a file, and with the upload of another user or of nobody', async () => {
    const mediaKey = await upload(PNG, 'image/png');
    expect(await create({ kind: 'image' })).toMatchObject({ status: 400, body: { error: 'ERR_VALIDATION' } });
    const missing = { status: 422, body: { error: 'ERR_MEDIA_MISSING' } };
    expect(await create({ kind: 'image', mediaKey }, 'summer', other.token)).toMatchObject(missing);
    expect(await create({ kind: 'image', mediaKey: `${mediaKey}0` })).toMatchObject(missing);
    const stranger = await makeCompany();
    expect(await create({ kind: 'image', mediaKey }, 'summer', stranger.admin.token)).toMatchObject({
      body: { error: 'ERR_NO_WAPP_FOUND' },
    });
    expect(asked()).toEqual([]);
  });

  it('that Meta refuses may be submitted again with the same upload', async () => {
    const mediaKey = await upload(PNG, 'image/png');
    const to = `POST ${businessId}/message_templates`;
    const accepted = graphOf().answers.get(to) ?? {};
    graphOf().answers.set(to, graphError(100, 400, 'Uploaded media handle is invalid'));
    expect(await create({ kind: 'image', mediaKey })).toMatchObject({
      status: 422,
      body: { error: 'ERR_TEMPLATE_REFUSED', details: { reason: 'Uploaded media handle is invalid' } },
    });
    expect(await stored()).toBeUndefined();
    graphOf().answers.set(to, accepted);
    expect(await create({ kind: 'image', mediaKey })).toMatchObject({ status: 200 });
    expect(asked().filter((one) => one === `POST ${appId}/uploads`)).toHaveLength(2);
  });

  it('is not submitted while its example is not uploaded, whatever Meta does', async () => {
    const mediaKey = await upload(PNG, 'image/png');
    graphOf().answers.set(
      'POST upload:MTphdHRhY2htZW50OmE=',
      graphError(100, 400, 'The session has expired'),
    );
    expect(await create({ kind: 'image', mediaKey })).toMatchObject({
      body: { error: 'ERR_TEMPLATE_REFUSED', details: { reason: 'The session has expired' } },
    });
    graphOf().answer = ({ part }) => (part === undefined ? { json: { id: SESSION } } : 'hang-up');
    expect(await create({ kind: 'image', mediaKey })).toMatchObject({
      status: 502,
      body: { error: 'ERR_LINK_FAILED' },
    });
    graphOf().answer = () => ({ json: { id: 'a/../session' } });
    expect(await create({ kind: 'image', mediaKey })).toMatchObject({ body: { error: 'ERR_LINK_FAILED' } });
    expect(asked()).not.toContain(`POST ${businessId}/message_templates`);
    expect(await stored()).toBeUndefined();
  });
});

it('a change of a template with a file uploads the example again', async () => {
  const { id } = await addTemplate(company, { businessId, id: newId(), header: { kind: 'image' } });
  graphOf().answers.set(`POST ${id}`, { success: true });
  const mediaKey = await upload(PNG, 'image/png');
  const to = `PUT /message-templates/${id}`;
  const body = { ...written, whatsappId, header: { kind: 'image', mediaKey } };
  expect(await call(templates, { to, token: company.admin.token, body })).toMatchObject({
    status: 200,
    body: { status: 'PENDING', header: { kind: 'image' }, body: 'Bom dia' },
  });
  expect(graphOf().requests.at(-1)).toMatchObject({
    to: `POST ${id}`,
    json: { components: [{ format: 'IMAGE', example: { header_handle: [HANDLE] } }, {}] },
  });
});
