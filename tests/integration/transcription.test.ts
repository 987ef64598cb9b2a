import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { whatsapp } from '@prosa/functions/channels/whatsapp/whatsapp.ts';
import { handler as companies } from '@prosa/functions/http/companies/handler.ts';
import { bindMedia, handler as media } from '@prosa/functions/http/media/handler.ts';
import { handler as messages } from '@prosa/functions/http/messages/handler.ts';
import { putObject } from '@prosa/functions/platform/blob/blob.ts';
import { storedKey } from '@prosa/functions/platform/blob/file-keys.ts';
import { askOutside, isPublicAddress, type OutsideRules } from '@prosa/functions/platform/fetch-outside.ts';
import { CompanySettings } from '@prosa/functions/platform/table/entities/companies.ts';
import { openTranscriptionKey } from '@prosa/functions/platform/transcription-key.ts';
import { findMessageByProviderId } from '@prosa/functions/repositories/tickets/messages.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeCompany } from '../factories/company.ts';
import { oggOpus } from '../factories/files.ts';
import { mediaEvent, revokeEvent, textEvent } from '../factories/inbound-events.ts';
import { useBucket } from './support/bucket.ts';
import { type Answer, call } from './support/call.ts';
import { codeOf, openDesk, pageOf } from './support/desk.ts';
import { take } from './support/inbound.ts';
import { useTable } from './support/table.ts';

useTable();
useBucket();

const KEY = 'sk-a-key-that-nobody-reads-again';
const VOICE_BYTES = 12_000;
const SAID = 'Oi, a geladeira parou de novo.';

/** A request to the transcription service. */
interface Asked {
  path: string | undefined;
  authorization: string | undefined;
  form: FormData;
}

let service: Server;
let port = 0;
let asked: Asked[] = [];
let reply: { status: number; body: string; headers?: Record<string, string> };

const read = async (request: IncomingMessage): Promise<Asked> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk));
  const headers = { 'content-type': request.headers['content-type'] ?? '' };
  const form = await new Response(Buffer.concat(chunks), { headers }).formData();
  return { path: request.url, authorization: request.headers.authorization, form };
};

let desk: Awaited<ReturnType<typeof openDesk>>;
beforeAll(async () => {
  desk = await openDesk();
  service = createServer(async (request, response) => {
    asked.push(await read(request));
    response
      .writeHead(reply.status, { 'content-type': 'application/json', ...reply.headers })
      .end(reply.body);
  });
  service.listen(0, '127.0.0.1');
  await once(service, 'listening');
  const address = service.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  port = address.port;
  await set('transcriptionUrl', 'https://fala.example/v1/');
  await set('transcriptionModel', 'whisper-large');
  await set('transcriptionKey', KEY);
});
afterAll(() => {
  service.closeAllConnections();
  service.close();
});
beforeEach(() => {
  asked = [];
  reply = { status: 200, body: JSON.stringify({ text: ` ${SAID}\n`, usage: { seconds: 3 } }) };
});

/** Rules for outside addresses as in production, except that this test's own service has a name and no certificate. */
const RULES: OutsideRules = {
  protocols: ['http:'],
  resolve: async () => [{ address: '127.0.0.1', family: 4 }],
  mayConnect: (address) => address === '127.0.0.1' || isPublicAddress(address),
};
const reachable = bindMedia((url, question, limits) =>
  askOutside(url.replace('https://fala.example', `http://fala.example:${port}`), question, limits, RULES),
);

const set = async (column: string, data: string, token = desk.company.admin.token): Promise<Answer> =>
  call(companies, { to: 'PUT /companySettings', token, body: { column, data } });
const transcribe = (file: string, token = desk.ana.token, handler = reachable): Promise<Answer> =>
  call(handler, { to: `GET /messages/transcribeAudio/${encodeURIComponent(file)}`, token });

/** Receives a customer's voice note with its file in one of Ana's conversations. */
const receiveVoice = async () => {
  const { ticket, number } = await desk.openConversation();
  const sound = { mimeType: 'audio/ogg; codecs=opus', voice: true, source: 'opaque' };
  const event = textEvent(desk.where, number, '', { content: { kind: 'audio', media: sound } });
  await take(event);
  const { providerMessageId } = event;
  const message = await findMessageByProviderId(
    desk.company.table,
    whatsapp,
    desk.where.connectionId,
    providerMessageId,
  );
  if (message === undefined) throw new Error('not stored');
  const key = storedKey(desk.company.id, randomUUID());
  const bytes = oggOpus(VOICE_BYTES);
  await putObject(key, bytes, 'audio/ogg');
  const result = { state: 'stored', key, mimeType: 'audio/ogg', size: bytes.byteLength } as const;
  await take(mediaEvent(desk.where, message.id, result));
  return { ticket, id: message.id, bytes, providerMessageId };
};

describe('API key of a company’s transcription service', () => {
  it('S-56: can be set, and is neither returned nor stored in plain text', async () => {
    const admin = desk.company.admin.token;
    const answers = [
      await set('transcriptionKey', KEY),
      ...(await Promise.all(
        [
          `GET /companySettings/${desk.company.id}`,
          'GET /companySettingOne?column=transcriptionKey',
          'GET /settings',
          'GET /setting/transcriptionKey',
        ].map((to) => call(companies, { to, token: admin })),
      )),
    ];
    for (const answer of answers) {
      expect(answer.status, JSON.stringify(answer.body)).toBe(200);
      expect(JSON.stringify(answer.body)).not.toContain(KEY);
    }
    expect(answers[1]?.body).toMatchObject({ transcriptionKey: true });
    expect(answers[2]?.body).toEqual({ transcriptionKey: true });
    const row = await desk.company.table.get(CompanySettings, {}, { consistent: true });
    const sealed = row?.transcriptionKey ?? '';
    expect(sealed).not.toContain(KEY);
    expect(await openTranscriptionKey(desk.company.id, sealed)).toBe(KEY);
    await expect(openTranscriptionKey(desk.company.id + 1, sealed)).rejects.toThrow();
  });

  it('is set by administrators only, with a valid address that contains no secret', async () => {
    expect(codeOf(await set('transcriptionKey', 'x', desk.ana.token))[0]).toBe(403);
    for (const url of [
      'http://fala.example/v1',
      'https://ana:geheim@fala.example/v1',
      'https://fala.example/v1?key=1',
      'file:///etc/passwd',
      'fala',
    ])
      expect(codeOf(await set('transcriptionUrl', url)), url).toEqual([400, 'ERR_VALIDATION']);
    for (const key of ['two words', 'line\r\nbreak', 'ключ'])
      expect(codeOf(await set('transcriptionKey', key)), key).toEqual([400, 'ERR_VALIDATION']);
  });
});

describe('GET /messages/transcribeAudio/{file}', () => {
  it('asks the company’s service once, and stores its answer with the message', async () => {
    const { ticket, id, bytes } = await receiveVoice();
    expect((await transcribe(id)).body).toEqual({ transcribedText: SAID });
    expect((await transcribe(id, desk.company.admin.token)).body).toEqual({ transcribedText: SAID });
    expect(asked).toHaveLength(1);
    const [request] = asked;
    expect(request).toMatchObject({ path: '/v1/audio/transcriptions', authorization: `Bearer ${KEY}` });
    expect(request?.form.get('model')).toBe('whisper-large');
    expect(request?.form.get('language')).toBe('pt');
    const file = request?.form.get('file');
    if (!(file instanceof File)) throw new Error('no file');
    // Services recognize a file's type by its name.
    expect(file.name).toBe('audio.ogg');
    expect(Buffer.from(await file.arrayBuffer())).toEqual(bytes);
    const page = pageOf(await call(messages, { to: `GET /messages/${ticket.uuid}`, token: desk.ana.token }));
    expect(page.messages.find((message) => message.id === id)?.transcribedText).toBe(SAID);
  });

  it('stores an empty transcript as well', async () => {
    const { id } = await receiveVoice();
    reply = { status: 200, body: '{"text":""}' };
    for (let times = 0; times < 2; times++)
      expect((await transcribe(id)).body).toEqual({ transcribedText: '' });
    expect(asked).toHaveLength(1);
  });

  it.each([
    ['a key that it refuses', { status: 401, body: '{}' }, [502, 'ERR_TRANSCRIPTION_REFUSED']],
    ['a fault', { status: 500, body: 'oops' }, [502, 'ERR_TRANSCRIPTION_FAILED']],
    ['too much asked', { status: 429, body: '{}' }, [502, 'ERR_TRANSCRIPTION_FAILED']],
    ['a file that is too large for it', { status: 413, body: '' }, [413, 'ERR_FILESIZE_OVER_LIMIT']],
    ['what is no JSON', { status: 200, body: '<html>' }, [502, 'ERR_TRANSCRIPTION_DATA']],
    [
      'an error in an answer that looks well',
      { status: 200, body: '{"error":{"code":402}}' },
      [502, 'ERR_TRANSCRIPTION_DATA'],
    ],
    [
      'more than a transcription can be',
      { status: 200, body: JSON.stringify({ text: 'a'.repeat(1_100_000) }) },
      [502, 'ERR_TRANSCRIPTION_FAILED'],
    ],
  ])('reports that the service answered with %s, and can be repeated', async (_what, answer, said) => {
    const { id } = await receiveVoice();
    reply = answer;
    expect(codeOf(await transcribe(id))).toEqual(said);
    reply = { status: 200, body: JSON.stringify({ text: SAID }) };
    expect((await transcribe(id)).body).toEqual({ transcribedText: SAID });
  });

  it('S-47: does not follow redirects with the key', async () => {
    const { id } = await receiveVoice();
    reply = { status: 307, body: '', headers: { location: `http://fala.example:${port}/elsewhere` } };
    expect(codeOf(await transcribe(id))).toEqual([502, 'ERR_TRANSCRIPTION_FAILED']);
    expect(asked).toHaveLength(1);
  });

  it('S-46: sends nothing to a non-public address', async () => {
    const { id } = await receiveVoice();
    await set('transcriptionUrl', `https://127.0.0.1:${port}/v1`);
    await set('transcriptionKey', KEY);
    expect(codeOf(await transcribe(id, desk.ana.token, media))).toEqual([502, 'ERR_TRANSCRIPTION_FAILED']);
    expect(asked).toEqual([]);
    await set('transcriptionUrl', 'https://fala.example/v1');
    await set('transcriptionKey', KEY);
  });

  it('requires access to the message, and a stored audio file', async () => {
    const { ticket, id, providerMessageId } = await receiveVoice();
    const other = await makeCompany();
    const elsewhere = await desk.company.addUser({
      queueIds: [await desk.company.addQueue({ name: 'Outra' })],
    });
    for (const token of [other.admin.token, elsewhere.token])
      expect(codeOf(await transcribe(id, token))).toEqual([404, 'ERR_NO_MESSAGE_FOUND']);
    const [text] = await desk.messageRows(ticket);
    for (const file of [text?.id ?? '', 'voice.ogg', '../../t/1/x', storedKey(desk.company.id, randomUUID())])
      expect(codeOf(await transcribe(file)), file).toEqual([422, 'ERR_TRANSCRIPTION_FILE']);
    await take(revokeEvent(desk.where, providerMessageId));
    expect(codeOf(await transcribe(id))).toEqual([422, 'ERR_TRANSCRIPTION_FILE']);
    expect(asked).toEqual([]);
  });

  it('is disabled without a key, except for stored transcripts', async () => {
    const [before, after] = [await receiveVoice(), await receiveVoice()];
    await transcribe(before.id);
    await set('transcriptionKey', '');
    expect((await transcribe(before.id)).body).toEqual({ transcribedText: SAID });
    expect(codeOf(await transcribe(after.id))).toEqual([409, 'ERR_TRANSCRIPTION_OFF']);
    await set('transcriptionKey', KEY);
  });
});
