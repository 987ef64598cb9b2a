import { putObject } from '@prosa/functions/platform/blob/blob.ts';
import { storedKey } from '@prosa/functions/platform/blob/file-keys.ts';
import { isValidMediaLink } from '@prosa/functions/platform/blob/media-link.ts';
import { systemClock, toInstant } from '@prosa/functions/platform/clock.ts';
import { systemIds } from '@prosa/functions/platform/ids.ts';
import { mediaKey } from '@prosa/functions/platform/secrets.ts';
import { commit } from '@prosa/functions/platform/table/commit.ts';
import { Message } from '@prosa/functions/platform/table/entities/messages.ts';
import { listCalls } from '@prosa/functions/repositories/integrations/integration-calls.ts';
import { loadMessage, type MessageRow } from '@prosa/functions/repositories/tickets/messages.ts';
import { withJson } from '@prosa/infra/local/fake-integrations/misbehaviour.ts';
import { type InboundEventOf, inboundEventSchema } from '@prosa/shared/messaging/inbound-event.ts';
import type { IntegrationCallMessage } from '@prosa/shared/messaging/integration-call.ts';
import { integrationBodySchema } from '@prosa/shared/webhooks/integration-body.ts';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { makeCompany, type TestCompany } from '../factories/company.ts';
import { storedPicture } from '../factories/file-message.ts';
import { oggOpus, PNG } from '../factories/files.ts';
import { sqsEvent } from '../factories/inbound-events.ts';
import { reload } from '../factories/tickets.ts';
import { inbound, integrationCallsBy } from '../support/handlers.ts';
import { plant } from '../support/plant.ts';
import { useBucket } from './support/bucket.ts';
import { useEdge } from './support/edge.ts';
import { addIntegration, awaitAnswer, useIntegrations } from './support/integration-desk.ts';
import { useTable } from './support/table.ts';

useTable();
const edge = useEdge();
useBucket();
const { fake, ports, pauses } = useIntegrations(400);
const worker = integrationCallsBy(ports);
const clock = { nowMs: 0 };

const TEN_MINUTES_MS = 600_000;
const SOUND = oggOpus(12_000);
const BOT = { urlN8N: 'https://bot.example', typebotSlug: 'loja' };
const HANDED_OVER = 'Vou chamar uma pessoa para atender você.';

let company: TestCompany;
let connectionId = 0;
beforeAll(async () => {
  company = await makeCompany();
  connectionId = await company.addConnection();
});
beforeEach(() => {
  clock.nowMs = Date.now();
  vi.spyOn(systemClock, 'now').mockImplementation(() => clock.nowMs);
});
afterEach(() => {
  vi.restoreAllMocks();
  edge().takeAll('inbound');
});

type Media = NonNullable<MessageRow['media']>;

/** Returns the fields of a message with a stored picture. */
const picture = async (fields: Partial<Media> = {}): Promise<Partial<MessageRow>> => {
  const key = storedKey(company.id, systemIds.uuid());
  await putObject(key, PNG, 'image/png', 'foto.png');
  return { body: '', media: { ...storedPicture(company.id, 1), key, size: PNG.byteLength, ...fields } };
};
/** Returns the fields of a message with a stored voice message. */
const voice = async (fields: Partial<Media> = {}): Promise<Partial<MessageRow>> => {
  const key = storedKey(company.id, systemIds.uuid());
  await putObject(key, SOUND, 'audio/ogg', 'audio.ogg');
  const media = { ...storedPicture(company.id, 1), key, mimeType: 'audio/ogg', size: SOUND.byteLength };
  return { body: '', mediaType: 'audio', media: { ...media, voice: true, durationS: 8, ...fields } };
};

/** Runs a worker, and returns what it told the inbound queue. */
const work = async (call: IntegrationCallMessage, by = worker): Promise<InboundEventOf<'answer'>[]> => {
  expect((await by(sqsEvent([JSON.stringify(call)]))).batchItemFailures).toEqual([]);
  return edge()
    .takeAll('inbound')
    .map((body) => inboundEventSchema.parse(body))
    .filter((event) => event.type === 'answer');
};
const textsOf = (events: readonly InboundEventOf<'answer'>[]) =>
  events.flatMap(({ says }) => says.map(({ text }) => text));
const messagesAsked = () => fake.received.map(({ text }) => JSON.parse(text).message);
const requestsOf = async (integrationId: number): Promise<string[]> =>
  (await listCalls(company.table, integrationId, { limit: 50, since: toInstant(0) })).rows.map(
    ({ request }) => request,
  );

/** Makes a ticket whose Typebot waits at a block. Returns what asks it about messages. */
const waitingAt = async (...blocks: Parameters<typeof fake.typebot.bots.set>[1]) => {
  fake.typebot.bots.set('loja', blocks);
  const place = { connectionId, integrationId: await addIntegration(company, 'typebot', BOT) };
  const first = await awaitAnswer(company, place, ['oi']);
  await inbound(sqsEvent(await work(first.call)));
  const ticket = await reload(company.table, first.ticket.id);
  const session = ticket.automation.kind === 'integration' ? ticket.automation.session : null;
  fake.received.length = 0;
  return {
    ...place,
    asks: (...written: Parameters<typeof awaitAnswer>[2]) =>
      awaitAnswer(company, place, written, { ticket, session }),
  };
};

/** A worker whose first pause stores the file of a message. */
const lateBy = (call: IntegrationCallMessage, state: 'stored' | 'failed' = 'stored') =>
  integrationCallsBy({
    ...ports,
    pause: async (ms) => {
      pauses.push(ms);
      const message = await loadMessage(company.table, call.messageIds[0] ?? '');
      if (message?.media == null) throw new Error('the message is gone');
      const media = { ...message.media, state };
      await commit([company.table.put(Message, { ...message, media }, message.version)]);
    },
  });

describe('Typebot that asks for a file', () => {
  it('S-40: gets a link to it, which lives for minutes and tells nothing of the customer', async () => {
    const bot = await waitingAt({ say: 'Envie o documento' }, { file: 'one' }, { say: 'Recebido' });
    const { ticket, call } = await bot.asks(await picture());
    expect(textsOf(await work(call))).toEqual(['Recebido']);
    const [message] = messagesAsked();
    const link = new URL(message);
    expect(link.origin).toBe(process.env.APP_ORIGIN);
    const key = link.pathname.replace('/media/', '');
    const [e = '', s = ''] = [link.searchParams.get('e'), link.searchParams.get('s')].map(String);
    expect(isValidMediaLink(await mediaKey(), key, e, s, clock.nowMs + TEN_MINUTES_MS / 2 - 1)).toBe(true);
    expect(isValidMediaLink(await mediaKey(), key, e, s, clock.nowMs + TEN_MINUTES_MS)).toBe(false);
    expect(isValidMediaLink(await mediaKey(), `${key}x`, e, s, clock.nowMs)).toBe(false);
    expect(key).toBe((await loadMessage(company.table, call.messageIds[0] ?? ''))?.media?.key);
    expect(message).not.toContain(ticket.contact.number);
    expect(pauses).toEqual([]);
  });

  it('waits for a file that is not stored yet', async () => {
    const bot = await waitingAt({ file: 'one' }, { say: 'Recebido' });
    const { call } = await bot.asks(await picture({ state: 'fetching' }));
    expect(textsOf(await work(call, lateBy(call)))).toEqual(['Recebido']);
    expect(pauses).toEqual([500]);
    expect(messagesAsked()).toEqual([expect.stringContaining(`/media/t/${company.id}/`)]);
  });

  it('asks again if the file could not be stored', async () => {
    const bot = await waitingAt({ file: 'one' }, { say: 'Recebido' });
    const { call } = await bot.asks(await picture({ state: 'fetching' }));
    expect(textsOf(await work(call, lateBy(call, 'failed')))).toEqual([
      'Invalid message. Please, try again.',
    ]);
    expect(messagesAsked()).toEqual(['[image]']);
  });

  it('asks again if the file does not arrive within 15 seconds', async () => {
    const bot = await waitingAt({ file: 'one' }, { say: 'Recebido' });
    const { call } = await bot.asks(await picture({ state: 'fetching' }));
    await work(call);
    expect(pauses.reduce((sum, ms) => sum + ms, 0)).toBe(14_500);
    expect(messagesAsked()).toEqual(['[image]']);
  });

  it('gets several files, where it allows them, and attachments beside a text', async () => {
    const several = await waitingAt({ file: 'several' }, { say: 'Recebidos' });
    await work((await several.asks(await picture(), await picture())).call);
    const [links] = messagesAsked();
    expect(
      String(links)
        .split(', ')
        .map((link) => new URL(link).pathname),
    ).toHaveLength(2);

    const beside = await waitingAt(
      { say: 'Descreva' },
      { input: 'text input', attachments: true },
      { say: 'Ok' },
    );
    await work((await beside.asks('Veja', { ...(await picture()), body: 'a nota' })).call);
    expect(fake.typebot.taken.at(-1)).toEqual({
      type: 'text',
      text: 'Veja\na nota',
      attachedFileUrls: [expect.stringContaining('/media/t/')],
    });
  });

  it('waits for nothing, and gets no link, at an input for text', async () => {
    const bot = await waitingAt({ input: 'text input' }, { say: 'Ok' });
    await work((await bot.asks(await picture({ state: 'fetching' }))).call);
    expect(messagesAsked()).toEqual(['[image]']);
    expect(pauses).toEqual([]);
  });

  it('R26: after the process ended before the answer was sent, gets a link again', async () => {
    const bot = await waitingAt({ file: 'several' }, { file: 'several' }, { say: 'Recebidos' });
    const { call } = await bot.asks(await picture());
    edge().services.setAvailable('sqs', false);
    expect((await worker(sqsEvent([JSON.stringify(call)]))).batchItemFailures).toHaveLength(1);
    edge().services.setAvailable('sqs', true);
    expect(textsOf(await work(call))).toEqual(['Recebidos']);
    expect(messagesAsked()).toHaveLength(2);
  });
});

describe('n8n', () => {
  it('gets a link to each file that is stored', async () => {
    fake.receivers.set('/webhook/loja', withJson({}));
    const urlN8N = 'https://n8n.example/webhook/loja';
    const place = { connectionId, integrationId: await addIntegration(company, 'n8n', { urlN8N }) };
    const broken = await picture({ state: 'failed', key: '' });
    const { call } = await awaitAnswer(company, place, ['oi', await picture(), broken]);
    await work(call);
    const { data } = integrationBodySchema.parse(JSON.parse(fake.received[0]?.text ?? ''));
    expect(data.messages.map(({ fileUrl }) => fileUrl)).toEqual([
      null,
      expect.stringContaining(`${process.env.APP_ORIGIN}/media/t/${company.id}/`),
      null,
    ]);
  });

  it('gets nothing of another ticket or company, whatever a call or a message names', async () => {
    fake.receivers.set('/webhook/loja', withJson({}));
    const urlN8N = 'https://n8n.example/webhook/loja';
    const other = await makeCompany();
    const place = { connectionId, integrationId: await addIntegration(company, 'n8n', { urlN8N }) };
    const theirs = await awaitAnswer(company, place, [await picture()]);
    const foreignKey = storedKey(other.id, systemIds.uuid());
    const { call } = await awaitAnswer(company, place, [
      await picture({ key: foreignKey }),
      await picture({ key: `t/${company.id}/../${other.id}/x` }),
    ]);
    await work({ ...call, messageIds: [...call.messageIds, ...theirs.call.messageIds] });
    const { data } = integrationBodySchema.parse(JSON.parse(fake.received[0]?.text ?? ''));
    expect(data.messages.map(({ id, fileUrl }) => [id, fileUrl])).toEqual(
      call.messageIds.map((id) => [id, null]),
    );
    expect(fake.received[0]?.text).not.toContain('/media/');

    fake.received.length = 0;
    const again = await awaitAnswer(company, place, ['oi']);
    await work({ ...again.call, messageIds: theirs.call.messageIds });
    expect(fake.received).toEqual([]);
  });
});

describe('Dialogflow', () => {
  const agent = () => ({
    keyFile: plant(fake.dialogflow.keyFile),
    projectName: fake.dialogflow.project,
  });
  const ask = async (...written: Parameters<typeof awaitAnswer>[2]) => {
    const place = { connectionId, integrationId: await addIntegration(company, 'dialogflow', agent()) };
    const { call } = await awaitAnswer(company, place, written);
    return { ...place, call };
  };
  const queries = () => fake.received.filter(({ path }) => path.includes(':detectIntent'));
  const SAYS = { fulfillmentMessages: [{ text: { text: ['Aqui está o boleto.'] } }] };

  it('hears a voice message, and the log keeps it without the recording', async () => {
    fake.dialogflow.heard = 'segunda via';
    fake.dialogflow.intents.set('segunda via', SAYS);
    const { call, integrationId } = await ask(await voice());
    expect(textsOf(await work(call))).toEqual(['Aqui está o boleto.']);
    expect(fake.dialogflow.recordings.map((bytes) => Buffer.from(bytes).equals(SOUND))).toEqual([true]);
    const [request = ''] = await requestsOf(integrationId);
    expect(JSON.parse(request)).toMatchObject({
      queryInput: { audioConfig: { sampleRateHertz: 16_000 } },
      inputAudio: '',
    });
  });

  it('hears one whose file arrives a moment later, in its turn among texts', async () => {
    fake.dialogflow.heard = 'segunda via';
    fake.dialogflow.intents.set('segunda via', SAYS);
    fake.dialogflow.intents.set('obrigada', { fulfillmentText: 'De nada!' });
    const { call } = await ask(await voice({ state: 'fetching' }), 'obrigada');
    expect(textsOf(await work(call, lateBy(call)))).toEqual(['Aqui está o boleto.', 'De nada!']);
    expect(pauses).toEqual([500]);
  });

  it.each([
    ['longer than a minute', { durationS: 61 }],
    ['in another form', { mimeType: 'audio/mp4' }],
    ['larger than a request', { size: 7_000_001 }],
    ['that was not stored', { state: 'failed', key: '' }],
    ['whose file is gone', { key: 'gone' }],
    ['of another company', { key: 'foreign' }],
  ] as const)('one %s goes to people, who can listen to it', async (_name, { ...fields }) => {
    const places = {
      gone: storedKey(company.id, systemIds.uuid()),
      foreign: storedKey((await makeCompany()).id, systemIds.uuid()),
    };
    await putObject(places.foreign, SOUND, 'audio/ogg', 'audio.ogg');
    const key = 'key' in fields && fields.key !== '' ? { key: places[fields.key] } : {};
    const { call } = await ask(await voice({ ...fields, ...key }));
    expect(await work(call)).toMatchObject([
      { says: [{ text: HANDED_OVER }], session: null, next: { goesTo: 'people' } },
    ]);
    expect(queries()).toEqual([]);
  });

  it('R27: a recording that Google refuses goes to people', async () => {
    const { call, integrationId } = await ask(await voice());
    const message = await loadMessage(company.table, call.messageIds[0] ?? '');
    await putObject(message?.media?.key ?? '', Buffer.from('not a recording'), 'audio/ogg', 'audio.ogg');
    expect(await work(call)).toMatchObject([{ says: [], next: { goesTo: 'people' } }]);
    expect(await requestsOf(integrationId)).toHaveLength(1);
  });
});
