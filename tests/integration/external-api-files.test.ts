import { getObject, listKeys } from '@prosa/functions/platform/blob/blob.ts';
import { storedKey } from '@prosa/functions/platform/blob/file-keys.ts';
import { toInstant } from '@prosa/functions/platform/clock.ts';
import { Timer } from '@prosa/functions/platform/table/entities/work.ts';
import { MULTIPART_MAX_BYTES } from '@prosa/shared/rules/file-limits.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { brokenForms, FORM_TYPE } from '../factories/broken-forms.ts';
import { makeCompany, type TestCompany } from '../factories/company.ts';
import { freshNumber } from '../factories/conversation.ts';
import { oggOpus, PDF, PNG } from '../factories/files.ts';
import { makeContact, makeTicket, reload } from '../factories/tickets.ts';
import { useBucket } from './support/bucket.ts';
import { call } from './support/call.ts';
import {
  commandsTo,
  connect,
  external,
  formOf,
  post,
  sentIn,
  setStatus,
  textsTo,
  ticketIdIn,
  usageTotal,
} from './support/external-api.ts';
import { storedFrom } from './support/meta-workers.ts';
import { useTable } from './support/table.ts';
import { companyDigest } from './support/table-scan.ts';

const engine = useTable();
useBucket();

let company: TestCompany;
let sender: Awaited<ReturnType<typeof connect>>;
beforeAll(async () => {
  company = await makeCompany();
  sender = await connect(company);
});

const picture = { name: 'foto.png', type: 'image/png', bytes: PNG };
const pdf = { name: 'boleto.pdf', type: 'application/pdf', bytes: PDF };
const sound = { name: 'voz.ogg', type: 'audio/ogg', bytes: oggOpus(12_000) };
const files = () => listKeys(storedKey(company.id, ''));
const stored = (number: string) => storedFrom(company.table, sender.connectionId, number);

describe('files over the external API', () => {
  it('each file is a message with the text as its caption, in the order of the form', async () => {
    const number = freshNumber();
    const answer = sentIn(
      await post(sender.token, { form: formOf({ number, body: ' segue ' }, [picture, pdf, sound]) }),
    );
    const messages = await stored(number);
    expect(messages.map(({ mediaType, body, media }) => [mediaType, body, media?.fileName])).toEqual([
      ['image', 'segue', 'foto.png'],
      ['application', 'segue', 'boleto.pdf'],
      ['audio', 'segue', 'voz.ogg'],
    ]);
    expect(answer).toEqual({
      status: 'SUCCESS',
      messages: messages.map(({ id }) => ({ id })),
    });
    expect(Buffer.from((await getObject(messages[1]?.media?.key ?? '')) ?? [])).toEqual(PDF);
    const commands = await commandsTo(company, sender.connectionId, messages[0]?.contactId ?? 0);
    expect(commands).toMatchObject([
      { content: { kind: 'image', caption: 'segue' } },
      { content: { kind: 'document', caption: 'segue' } },
      { content: { kind: 'audio', voice: false } },
    ]);
  });

  it('the other fields of a form mean what they mean in JSON', async () => {
    const queue = await company.addQueue();
    const ana = await company.addUser({ name: 'Ana', queueIds: [queue] });
    const number = freshNumber();
    const fields = {
      number,
      body: 'oi',
      userId: String(ana.id),
      queueId: String(queue),
      sendSignature: 'true',
      closeTicket: '1',
      whatsappId: String(sender.connectionId),
      noRegister: 'false',
      msdelay: '900',
    };
    const ticketId = await ticketIdIn(
      company,
      sentIn(await post(sender.token, { form: formOf(fields, [picture]) })),
    );
    expect(await textsTo(company, sender, number)).toEqual(['*Ana:*\noi']);
    expect(await reload(company.table, ticketId ?? 0)).toMatchObject({
      status: 'closed',
      queueId: queue,
      latestClosed: true,
    });
  });

  it('a file needs no text, and gets no signature without one', async () => {
    const number = freshNumber();
    const form = formOf({ number, userId: String(company.admin.id), sendSignature: 'true' }, [picture]);
    sentIn(await post(sender.token, { form }));
    expect(await stored(number)).toMatchObject([{ mediaType: 'image', body: '' }]);
  });

  it('a form without files is a text', async () => {
    const number = freshNumber();
    sentIn(await post(sender.token, { form: formOf({ number, body: 'oi' }, []) }));
    expect(await textsTo(company, sender, number)).toEqual(['oi']);
  });

  it.each([
    ['an empty file', { ...picture, bytes: new Uint8Array() }, 422, 'ERR_MEDIA_EMPTY'],
    [
      'a program',
      { name: 'a.exe', type: 'application/x-msdownload', bytes: Buffer.from('MZ\0\0') },
      415,
      'ERR_MEDIA_TYPE',
    ],
  ])(
    '%s among others is refused: no file is sent, no contact made and no file kept',
    async (_what, bad, status, code) => {
      const number = freshNumber();
      const [before, kept] = [await companyDigest(engine().endpoint, company.id), await files()];
      const answer = await post(
        sender.token,
        { form: formOf({ number, body: 'x' }, [picture, bad, pdf]) },
        'k',
      );
      expect(answer).toMatchObject({ status, body: { error: code, code } });
      expect(await companyDigest(engine().endpoint, company.id)).toEqual(before);
      expect(await files()).toEqual(kept);
    },
  );

  it('a form with neither text nor files is refused', async () => {
    expect(
      await post(sender.token, { form: formOf({ number: freshNumber(), body: ' ' }, []) }),
    ).toMatchObject({
      status: 400,
      body: { code: 'ERR_VALIDATION', details: [{ path: 'body.body' }] },
    });
  });

  it.each(['true', 'false'])(
    'a caption that needs too many messages on its channel is refused, with noRegister %s',
    async (noRegister) => {
      const connectionId = await company.addConnection({ channel: 'facebook' });
      await setStatus(company, connectionId, 'CONNECTED');
      const number = freshNumber();
      const identities = [{ kind: 'psid' as const, value: number }];
      const contact = await makeContact(company.table, { channel: 'facebook', identities, number: '' });
      const heardAt = toInstant(Date.now());
      await makeTicket(company.table, { contact, connectionId }, { channel: 'facebook', heardAt });
      const files = Array.from({ length: 10 }, () => pdf);
      const form = formOf({ number, body: 'x'.repeat(65_000), noRegister }, files);
      expect(await post(await company.addApiToken(connectionId), { form })).toMatchObject({
        status: 400,
        body: { code: 'ERR_VALIDATION', details: [{ path: 'body.body' }] },
      });
    },
  );

  it('ten files are sent in one transaction, and eleven are refused', async () => {
    const number = freshNumber();
    const of = (count: number) =>
      formOf(
        { number, body: 'álbum' },
        Array.from({ length: count }, () => picture),
      );
    expect((await post(sender.token, { form: of(11) })).status).toBe(400);
    expect(await stored(number)).toEqual([]);
    expect(sentIn(await post(sender.token, { form: of(10) })).messages).toHaveLength(10);
    expect(await stored(number)).toHaveLength(10);
  });

  it('a form above the limit of API Gateway is refused with the limit', async () => {
    const large = { ...pdf, bytes: Buffer.alloc(MULTIPART_MAX_BYTES + 1, PDF) };
    expect(await post(sender.token, { form: formOf({ number: freshNumber() }, [large]) })).toMatchObject({
      status: 413,
      body: { code: 'ERR_PAYLOAD_TOO_LARGE', details: { maxBytes: MULTIPART_MAX_BYTES } },
    });
  });

  it('with noRegister files are only sent, and removed afterwards', async () => {
    const number = freshNumber();
    const before = (await usageTotal(company)).UsedOnDay;
    const form = formOf({ number, body: 'veja', noRegister: 'true' }, [picture, pdf]);
    expect(sentIn(await post(sender.token, { form }))).toEqual({
      status: 'SUCCESS',
      messages: [],
    });
    expect(await stored(number)).toEqual([]);
    const commands = await commandsTo(company, sender.connectionId, number);
    expect(commands).toMatchObject([
      { content: { kind: 'image', caption: 'veja' } },
      { content: { kind: 'document', caption: 'veja' } },
    ]);
    const keysOf = commands.flatMap((one) =>
      one.type === 'send' && 'key' in one.content ? [one.content.key] : [],
    );
    expect(keysOf).toHaveLength(2);
    for (const subject of keysOf)
      expect(await company.table.get(Timer, { kind: 'file-removal', subject })).toBeDefined();
    expect((await usageTotal(company)).UsedOnDay).toBe(before + 2);
  });

  it('a broken form is refused, and no process ends: cut off, malformed or beyond the limits', async () => {
    const before = await companyDigest(engine().endpoint, company.id);
    const refusals: [what: string, status: number, body: unknown][] = [];
    for (const { what, type, body } of brokenForms('medias')) {
      const headers = { 'content-type': type };
      const answer = await call(external, { to: 'POST /messages/send', token: sender.token, body, headers });
      refusals.push([what, answer.status, answer.body]);
    }
    const expected = expect.objectContaining({ code: 'ERR_VALIDATION' });
    expect(refusals).toEqual(refusals.map(([what]) => [what, 400, expected]));
    expect(await companyDigest(engine().endpoint, company.id)).toEqual(before);
  });

  it('JSON that claims to be a form, and a form that claims to be JSON, send nothing', async () => {
    const asked = { to: 'POST /messages/send', token: sender.token };
    const json = JSON.stringify({ number: freshNumber(), body: 'x' });
    const form = `--a\r\ncontent-disposition: form-data; name="number"\r\n\r\n${freshNumber()}\r\n--a--`;
    const answers = [
      await call(external, { ...asked, body: json, headers: { 'content-type': FORM_TYPE } }),
      await call(external, { ...asked, body: form, headers: { 'content-type': 'application/json' } }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([400, 400]);
  });
});
