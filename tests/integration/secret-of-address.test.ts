import { randomUUID } from 'node:crypto';
import { whatsapp } from '@prosa/functions/channels/whatsapp/whatsapp.ts';
import { bindAssistants } from '@prosa/functions/http/assistants/handler.ts';
import { handler as companies } from '@prosa/functions/http/companies/handler.ts';
import { bindIntegrations } from '@prosa/functions/http/integrations/handler.ts';
import { bindMedia } from '@prosa/functions/http/media/handler.ts';
import { handler as endpoints } from '@prosa/functions/http/webhook-endpoints/handler.ts';
import { putObject } from '@prosa/functions/platform/blob/blob.ts';
import { storedKey } from '@prosa/functions/platform/blob/file-keys.ts';
import type { AskOutside } from '@prosa/functions/platform/fetch-outside.ts';
import { signWebhook } from '@prosa/functions/platform/webhook-secret.ts';
import { findMessageByProviderId } from '@prosa/functions/repositories/tickets/messages.ts';
import { ENTITIES } from '@prosa/infra/entities.ts';
import { ROUTE_GROUPS } from '@prosa/infra/programs.ts';
import type { RouteGroup, RouteShape } from '@prosa/shared/contracts/route.ts';
import { SETTING_ROWS } from '@prosa/shared/rules/company-settings.ts';
import { ADDRESSED_SECRETS } from '@prosa/shared/rules/secret-of-address.ts';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { INSTRUCTIONS } from '../factories/assistants.ts';
import { oggOpus } from '../factories/files.ts';
import { mediaEvent, textEvent } from '../factories/inbound-events.ts';
import { plant } from '../support/plant.ts';
import { useBucket } from './support/bucket.ts';
import { type Answer, call } from './support/call.ts';
import { openDesk } from './support/desk.ts';
import { useEdge } from './support/edge.ts';
import { take } from './support/inbound.ts';
import { useTable } from './support/table.ts';
import { runWebhooks } from './support/webhook-desk.ts';

const engine = useTable();
useBucket();
const edge = useEdge();

type AddressedSecret = (typeof ADDRESSED_SECRETS)[number];
type NameOf<R> = R extends { entity: infer E extends string; address: infer A extends string }
  ? `${E}.${A}`
  : never;
/** An address of the register: `entity.address`. */
type AddressName = NameOf<AddressedSecret>;
const nameOf = ({ entity, address }: AddressedSecret): string => `${entity}.${address}`;

/** A request that reached a host outside. */
interface Asked {
  url: string;
  headers: Readonly<Record<string, string>>;
  body: string;
}
let asked: Asked[] = [];
/** Takes every request and fails it, so that nothing is stored. */
const ask: AskOutside = async (url, { headers, body }) => {
  asked.push({ url, headers, body: Buffer.from(body ?? []).toString('latin1') });
  return { status: 500, headers: {}, bytes: new Uint8Array() };
};
const assistants = bindAssistants(ask);
const integrations = bindIntegrations(ask);
const media = bindMedia(ask);

let desk: Awaited<ReturnType<typeof openDesk>>;
beforeAll(async () => {
  desk = await openDesk();
});
beforeEach(() => {
  asked = [];
});
const as = (handler: Parameters<typeof call>[0], to: string, body?: object): Promise<Answer> =>
  call(handler, { to, token: desk.company.admin.token, ...(body === undefined ? {} : { body }) });
const done = async (answer: Promise<Answer>): Promise<unknown> => {
  const { status, body } = await answer;
  expect(status, JSON.stringify(body)).toBeLessThan(300);
  return body;
};
const idSchema = z.object({ id: z.int() });
const secretSchema = z.object({ secret: z.string() });

/** A stored address with a secret beside it. */
interface Stored {
  /** The secrets as their owner gave or got them. */
  secrets: readonly string[];
  /** Changes the address, as an administrator who gives no secret. */
  move: (address: string) => Promise<Answer>;
  /** Makes the product call the address; of a draft, the given one. */
  use: (address: string) => Promise<unknown>;
  /** Whether the answer to a change says that the secret is still there, where no route makes the product send it. */
  isKept?: (answer: unknown) => boolean;
}
interface Case {
  /** What has the same meaning as the stored address. */
  stored: string;
  same: readonly string[];
  others: readonly string[];
  prepare: (address: string) => Promise<Stored>;
}

const URLS = {
  stored: 'https://service.example/v1',
  others: [
    'https://evil.example/v1',
    'https://service.example.evil.example/v1',
    'https://service.example:8443/v1',
    'https://service.example/elsewhere',
  ],
};
const secret = (): string => plant(`sk-${randomUUID()}`);

const setting = (column: string, data: string) => as(companies, 'PUT /companySettings', { column, data });

/** Receives a voice message. Returns its id. */
const receiveVoice = async (): Promise<string> => {
  const { where, company } = desk;
  const { number } = await desk.openConversation();
  const sound = { mimeType: 'audio/ogg; codecs=opus', voice: true, source: 'opaque' };
  const event = textEvent(where, number, '', { content: { kind: 'audio', media: sound } });
  await take(event);
  const message = await findMessageByProviderId(
    company.table,
    whatsapp,
    where.connectionId,
    event.providerMessageId,
  );
  if (message === undefined) throw new Error('not stored');
  const key = storedKey(company.id, randomUUID());
  const bytes = oggOpus(12_000);
  await putObject(key, bytes, 'audio/ogg');
  const result = { state: 'stored', key, mimeType: 'audio/ogg', size: bytes.byteLength } as const;
  await take(mediaEvent(where, message.id, result));
  return message.id;
};

const assistantWith = async (fields: object) => {
  const body = {
    name: `Robô ${randomUUID().slice(0, 8)}`,
    prompt: INSTRUCTIONS,
    queueId: desk.queueId,
    ...fields,
  };
  const { id } = idSchema.parse(await done(as(assistants, 'POST /prompt', body)));
  return { id, body };
};

const CASES: Record<AddressName, Case> = {
  'companySettings.transcriptionUrl': {
    ...URLS,
    same: [URLS.stored, `${URLS.stored}/`, 'https://SERVICE.example/v1'],
    prepare: async (address) => {
      const key = secret();
      await done(setting('transcriptionUrl', address));
      await done(setting('transcriptionKey', key));
      const voice = await receiveVoice();
      return {
        secrets: [key],
        move: (to) => setting('transcriptionUrl', to),
        use: () => as(media, `GET /messages/transcribeAudio/${encodeURIComponent(voice)}`),
      };
    },
  },
  'assistant.baseUrl': {
    ...URLS,
    same: [URLS.stored, `${URLS.stored}/`],
    prepare: async (address) => {
      const key = secret();
      const { id, body } = await assistantWith({ baseUrl: address, apiKey: key });
      const draft = (baseUrl: string) => ({ ...body, baseUrl, apiKey: '' });
      return {
        secrets: [key],
        move: (to) => as(assistants, `PUT /prompt/${id}`, draft(to)),
        use: (to) => as(assistants, 'POST /prompt/test', { ...draft(to), id, question: 'Oi?' }),
      };
    },
  },
  'assistant.voiceRegion': {
    stored: 'brazilsouth',
    same: ['brazilsouth'],
    others: ['eastus', 'brazilsouthx'],
    prepare: async (address) => {
      const [key, voiceKey] = [secret(), secret()];
      const voice = { voice: 'pt-BR-YaraNeural', voiceRegion: address };
      const { id, body } = await assistantWith({ ...voice, apiKey: key, voiceKey, baseUrl: URLS.stored });
      // An assistant without a voice needs no key, so the change of its region alone is accepted.
      const mute = (voiceRegion: string) => ({
        ...body,
        voice: 'texto',
        voiceRegion,
        apiKey: '',
        voiceKey: '',
      });
      return {
        secrets: [voiceKey],
        isKept: (view) => z.object({ voiceKeyLast4: z.string() }).parse(view).voiceKeyLast4 !== '',
        move: (to) => as(assistants, `PUT /prompt/${id}`, mute(to)),
        use: (to) => as(assistants, 'POST /prompt/test', { ...mute(to), id, question: 'Oi?' }),
      };
    },
  },
  'integration.urlN8N': {
    ...URLS,
    same: [URLS.stored],
    prepare: async (address) => {
      const body = { name: `Fluxo ${randomUUID().slice(0, 8)}`, type: 'webhook', urlN8N: address };
      const { id } = idSchema.parse(await done(as(integrations, 'POST /queueIntegration', body)));
      const made = secretSchema.parse(await done(as(integrations, `POST /queueIntegration/${id}/secret`)));
      return {
        secrets: [plant(made.secret)],
        move: (to) => as(integrations, `PUT /queueIntegration/${id}`, { ...body, urlN8N: to }),
        use: (to) => as(integrations, 'POST /queueIntegration/testSession', { ...body, id, urlN8N: to }),
      };
    },
  },
  'webhookEndpoint.url': {
    ...URLS,
    same: [URLS.stored],
    prepare: async (address) => {
      const body = { name: 'CRM', url: address, events: ['ticket.created'] };
      const made = idSchema
        .extend(secretSchema.shape)
        .parse(await done(as(endpoints, 'POST /webhook-endpoints', body)));
      const to = `/webhook-endpoints/${made.id}`;
      // During a rotation two secrets sign.
      const rotated = secretSchema.parse(await done(as(endpoints, `POST ${to}/secret`)));
      return {
        secrets: [plant(made.secret), plant(rotated.secret)],
        move: (url) => as(endpoints, `PUT ${to}`, { url }),
        use: async () => {
          const run = await runWebhooks(engine().endpoint, edge(), ask);
          await done(as(endpoints, `POST ${to}/test`));
          await run.settle();
        },
      };
    },
  },
};

const cases = Object.entries(CASES).map(([name, one]) => ({ name, ...one }));

/** Whether a request carries a secret, or a signature made with it. */
const carries = ({ headers, body }: Asked, text: string): boolean => {
  const { 'webhook-id': id, 'webhook-timestamp': at, 'webhook-signature': signature = '' } = headers;
  if (`${Object.values(headers).join('\n')}\n${body}`.includes(text)) return true;
  if (id === undefined || at === undefined || !text.startsWith('whsec_')) return false;
  const made = signWebhook({ id, body: Buffer.from(body, 'latin1').toString(), nowMs: Number(at) * 1000 }, [
    text,
  ]);
  return signature.split(' ').includes(made['webhook-signature'] ?? '');
};

describe('S-56: a secret goes to no other address than the one for which it was given', () => {
  it.each(cases.flatMap((one) => one.others.map((to) => ({ ...one, to }))))(
    '$name: $to gets nothing of the secret of the address before',
    async ({ prepare, stored, to }) => {
      const row = await prepare(stored);
      const { status, body } = await row.move(to);
      // An assistant cannot be without a key, so its change is refused.
      expect([200, 400]).toContain(status);
      await row.use(to);
      if (status === 200) {
        expect(row.isKept?.(body) ?? false).toBe(false);
        // The secret does not come back with its address.
        await done(row.move(stored));
        await row.use(stored);
      }
      for (const one of asked)
        for (const text of row.secrets) expect(carries(one, text), one.url).toBe(false);
    },
  );

  it.each(cases.flatMap((one) => one.same.map((to) => ({ ...one, to }))))(
    '$name: $to is the same address, and keeps the secret',
    async ({ prepare, stored, to }) => {
      const row = await prepare(stored);
      const view = await done(row.move(to));
      await row.use(to);
      if (row.isKept !== undefined) {
        expect(row.isKept(view)).toBe(true);
        return;
      }
      expect(asked.length).toBeGreaterThan(0);
      for (const one of asked)
        expect(
          row.secrets.some((text) => carries(one, text)),
          one.url,
        ).toBe(true);
    },
  );
});

/** Names of fields that may be addresses. */
const ADDRESS_LIKE =
  /url|\buri|uri$|host|endpoint|proxy|address|region|link|domain|server|origin$|webhook|callback/i;

const nodeSchema = z.looseObject({
  format: z.string().optional(),
  properties: z.record(z.string(), z.unknown()).optional(),
  items: z.unknown().optional(),
  additionalProperties: z.unknown().optional(),
  anyOf: z.array(z.unknown()).optional(),
  oneOf: z.array(z.unknown()).optional(),
  allOf: z.array(z.unknown()).optional(),
});
/** Returns the paths of the fields of a JSON schema that look like addresses, by name or format. */
const addressesIn = (schema: unknown, path: string): string[] => {
  const node = nodeSchema.safeParse(schema).data;
  if (node === undefined) return [];
  const { properties = {}, items, additionalProperties, anyOf = [], oneOf = [], allOf = [] } = node;
  return [
    ...(node.format === 'uri' ? [path] : []),
    ...[...anyOf, ...oneOf, ...allOf].flatMap((one) => addressesIn(one, path)),
    ...addressesIn(items, `${path}.[]`),
    ...addressesIn(additionalProperties, `${path}.*`),
    ...Object.entries(properties).flatMap(([name, one]) => [
      ...(ADDRESS_LIKE.test(name) ? [`${path}.${name}`] : []),
      ...addressesIn(one, `${path}.${name}`),
    ]),
  ];
};
const jsonOf = (schema: z.core.$ZodType, io: 'input' | 'output') =>
  z.toJSONSchema(schema, { io, unrepresentable: 'any' });

/** Fields of requests and settings that look like addresses: the address of the register, or why there is no secret. */
const REVIEWED: Record<string, AddressName | { none: string }> = {
  'assistants.create body.baseUrl': 'assistant.baseUrl',
  'assistants.create body.voiceRegion': 'assistant.voiceRegion',
  'assistants.update body.baseUrl': 'assistant.baseUrl',
  'assistants.update body.voiceRegion': 'assistant.voiceRegion',
  'assistants.test body.baseUrl': 'assistant.baseUrl',
  'assistants.test body.voiceRegion': 'assistant.voiceRegion',
  'assistants.replay body.baseUrl': 'assistant.baseUrl',
  'assistants.replay body.voiceRegion': 'assistant.voiceRegion',
  'connections.create body.lgpdLink': { none: 'A link in a text for customers.' },
  'connections.update body.lgpdLink': { none: 'A link in a text for customers.' },
  'connections.tryOut body.connection.lgpdLink': { none: 'A link in a text for customers.' },
  'connections.create body.proxy': { none: 'The credentials are part of the URL and are replaced with it.' },
  'connections.update body.proxy': { none: 'The credentials are part of the URL and are replaced with it.' },
  'connections.tryOut body.connection.proxy': { none: 'A try-out opens no socket.' },
  'external.sendLinkedImage body.url': { none: 'The file is fetched without credentials.' },
  'flows.save body.nodes.[].data.url': { none: 'The name of an uploaded file.' },
  'flows.tryOut body.graph.nodes.[].data.url': { none: 'The name of an uploaded file.' },
  'integrations.create body.urlN8N': 'integration.urlN8N',
  'integrations.update body.urlN8N': 'integration.urlN8N',
  'integrations.testSession body.urlN8N': 'integration.urlN8N',
  'messageTemplates.create body.buttons.[].url': { none: 'A link in a template.' },
  'messageTemplates.update body.buttons.[].url': { none: 'A link in a template.' },
  'messages.sendUrl body.copyText': { none: 'A link of a button for the customer.' },
  'messages.send body.mediaUrl': { none: 'A field of older clients.' },
  'messages.send body.location.address': { none: 'The street of a place.' },
  'webhookEndpoints.create body.url': 'webhookEndpoint.url',
  'webhookEndpoints.update body.url': 'webhookEndpoint.url',
  'setting lgpdLink': { none: 'A link in a text for customers.' },
  'setting transcriptionUrl': 'companySettings.transcriptionUrl',
};

/** Stored fields that look like addresses, of entities that also store secrets, and why none belongs to them. */
const STORED_WITHOUT_SECRET: Record<string, string> = {
  'connection.lgpdLink': 'A link in a text for customers.',
  'connection.proxy': 'The credentials are part of the sealed URL.',
  'companySettings.lgpdLink': 'A link in a text for customers.',
};

describe('S-56: every address has been examined for secrets beside it', () => {
  it('of every request and setting', () => {
    const rows: RouteShape[] = Object.values<RouteGroup>(ROUTE_GROUPS).flatMap((group) =>
      Object.values(group),
    );
    const fields = rows.flatMap(({ id, body, query }) =>
      [
        ...(body === undefined ? [] : addressesIn(jsonOf(body, 'input'), 'body')),
        ...(query === undefined ? [] : addressesIn(jsonOf(query, 'input'), 'query')),
      ].map((path) => `${id} ${path}`),
    );
    const settings = SETTING_ROWS.flatMap((row) =>
      row.kind === 'line' && (row.format === 'link' || row.format === 'service' || ADDRESS_LIKE.test(row.key))
        ? [`setting ${row.key}`]
        : [],
    );
    expect([...new Set([...fields, ...settings])].toSorted()).toEqual(Object.keys(REVIEWED).toSorted());
    const registered = new Set(ADDRESSED_SECRETS.map(nameOf));
    const named = new Set(Object.values(REVIEWED).filter((one) => typeof one === 'string'));
    expect([...named].toSorted()).toEqual([...registered].toSorted());
  });

  it('of every stored row with secrets', () => {
    const known = [...ADDRESSED_SECRETS.map(nameOf), ...Object.keys(STORED_WITHOUT_SECRET)];
    const found = ENTITIES.filter(({ secrets = [] }) => secrets.length > 0).flatMap(({ name, schema }) =>
      addressesIn(jsonOf(schema, 'output'), name).map((path) => path.split('.').slice(0, 2).join('.')),
    );
    expect([...new Set(found)].filter((field) => !known.includes(field))).toEqual([]);
    for (const { entity, secret: field } of ADDRESSED_SECRETS)
      expect(ENTITIES.find(({ name }) => name === entity)?.secrets).toContain(field);
  });
});
