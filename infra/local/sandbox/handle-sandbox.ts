import type { IncomingMessage, ServerResponse } from 'node:http';
import { shorten } from '@prosa/functions/platform/shorten.ts';
import type { FakeGraph } from '@prosa/infra/local/fake-graph/fake-graph.ts';
import { customerMessageSchema } from '@prosa/infra/local/fake-whatsapp/content.ts';
import type { Line } from '@prosa/infra/local/fake-whatsapp/lines.ts';
import type { FakeWhatsapp } from '@prosa/infra/local/fake-whatsapp/network.ts';
import { pastSchema } from '@prosa/infra/local/fake-whatsapp/past.ts';
import { PICTURE_STATES } from '@prosa/infra/local/fake-whatsapp/pictures.ts';
import * as z from 'zod';
import { listConnections, readQrCode } from './connections.ts';
import {
  accountsOf,
  metaConversation,
  revokeToken,
  setMetaFault,
  tellMetaNews,
  writeOnMeta,
} from './meta-customers.ts';
import { BEHAVIOURS, OUTSIDE_SERVICES, type OutsideServices, SLOW_S } from './outside-services.ts';

/** A file of 64 MB in base64, and its other fields. */
const BODY_MAX_BYTES = 90 * 1024 * 1024;
/** Shorter than the timeout of any common HTTP client. */
const WAIT_MAX_MS = 30_000;

const addressSchema = z.object({
  companyId: z.coerce.number().int().positive().optional(),
  connectionId: z.coerce.number().int().positive().optional(),
});
type Address = z.infer<typeof addressSchema>;
const channelSchema = z.enum(['whatsapp', 'whatsappapi', 'facebook', 'instagram']);
const messageSchema = addressSchema.extend({ channel: channelSchema });
const scanSchema = addressSchema.required({ connectionId: true });
const CODE_CHARS = 8;
const pairingSchema = scanSchema.extend({
  /** The pairing code, as displayed or as read aloud. */
  code: z
    .string()
    .max(20)
    .transform((text) => text.replace(/[^A-Za-z0-9]/g, '').toUpperCase())
    .refine((text) => text.length === CODE_CHARS),
});
/** History or saved contacts of the account's phone, to be sent to its device now. */
const pastOfSchema = addressSchema.and(pastSchema);
const addressBookSchema = addressSchema.extend({
  people: z.array(z.object({ number: z.string().regex(/^\d{5,20}$/), name: z.string() })).max(1000),
});
/** A chat that is opened on the account's phone: the number of a customer, or a group's id. */
const readSchema = addressSchema.extend({ contact: z.string().regex(/^\d{5,20}$/) });
/** The new picture of a customer, by number, or of a group, by id: a file in base64, its address, or what WhatsApp does. */
const pictureSchema = readSchema.extend({
  picture: z.union([
    z.object({ data: z.base64() }).transform(({ data }) => ({ bytes: Buffer.from(data, 'base64') })),
    z.object({ url: z.string() }),
    z.enum(PICTURE_STATES),
  ]),
});
const receiptSchema = z.object({ messageId: z.string(), ack: z.int().min(2).max(4) });
const providerSchema = z.object({ provider: z.enum(['whatsapp', 'meta']) });
const faultSchema = z.object({
  mode: z.enum(['refuse', 'stall', 'drop']),
  count: z.int().min(0).max(1000),
});
const behaviourSchema = z.object({ service: z.enum(OUTSIDE_SERVICES), behaviour: z.enum(BEHAVIOURS) });
const disconnectSchema = addressSchema.extend({ code: z.string().regex(/^\d{3}$/) });

export interface SandboxContext {
  network: FakeWhatsapp;
  graph: FakeGraph;
  services: OutsideServices;
  mail: () => unknown[] | Promise<unknown[]>;
}

interface Answer {
  status: number;
  contentType: string;
  body: Buffer;
}

class Refused extends Error {
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

const json = (status: number, value: unknown): Answer => ({
  status,
  contentType: 'application/json',
  body: Buffer.from(JSON.stringify(value)),
});

const readJson = async (request: IncomingMessage): Promise<unknown> => {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    const bytes = Buffer.from(chunk);
    size += bytes.length;
    if (size > BODY_MAX_BYTES) throw new Refused(413, 'the body is too large');
    chunks.push(bytes);
  }
  return JSON.parse(Buffer.concat(chunks).toString('utf8'));
};

/** Returns the connection of a request: the named one, or the first linked connection. */
const findConnection = (network: FakeWhatsapp, { companyId, connectionId }: Address) => {
  const known = network.accounts.all().map(({ key, device }) => {
    const [company = 0, connection = 0] = key.split(':').map(Number);
    return { key, companyId: company, connectionId: connection, isLinked: device !== undefined };
  });
  const found = known
    .filter(
      (each) =>
        (companyId === undefined || each.companyId === companyId) &&
        (connectionId === undefined || each.connectionId === connectionId),
    )
    .sort((a, b) => Number(b.isLinked) - Number(a.isLinked))[0];
  if (found === undefined) throw new Refused(409, 'no such connection on the fake network');
  return found;
};

const post = async (
  { network, graph, services }: SandboxContext,
  path: string,
  body: unknown,
): Promise<Answer> => {
  switch (path) {
    case '/sandbox/messages': {
      const { channel, ...address } = messageSchema.parse(body);
      if (channel !== 'whatsapp') return json(202, { id: writeOnMeta(graph, body) });
      const message = customerMessageSchema.parse(body);
      return json(202, { id: await network.write(findConnection(network, address).key, message) });
    }
    case '/sandbox/scan': {
      const connection = findConnection(network, scanSchema.parse(body));
      if (!network.scan(connection.key, await readQrCode(connection)))
        throw new Refused(409, 'no QR code is shown');
      return json(202, {});
    }
    case '/sandbox/pairing-code': {
      const { code, ...address } = pairingSchema.parse(body);
      if (!network.typeCode(findConnection(network, address).key, code))
        throw new Refused(409, 'no code is waited for');
      return json(202, {});
    }
    case '/sandbox/past': {
      const { key } = findConnection(network, addressSchema.parse(body));
      await network.tellPast(key, pastOfSchema.parse(body));
      return json(202, {});
    }
    case '/sandbox/address-book': {
      const { people, ...address } = addressBookSchema.parse(body);
      await network.tellAddressBook(findConnection(network, address).key, people);
      return json(202, {});
    }
    case '/sandbox/read': {
      const { contact, ...address } = readSchema.parse(body);
      network.readOnPhone(findConnection(network, address).key, contact);
      return json(202, {});
    }
    case '/sandbox/picture': {
      const { contact, picture, ...address } = pictureSchema.parse(body);
      network.changePicture(findConnection(network, address).key, contact, picture);
      return json(202, {});
    }
    case '/sandbox/receipts': {
      const { messageId, ack } = receiptSchema.parse(body);
      if (!network.report(messageId, ack) && !graph.report(messageId, ack))
        throw new Refused(404, 'no such message');
      return json(202, {});
    }
    case '/sandbox/faults': {
      if (providerSchema.parse(body).provider === 'meta') {
        setMetaFault(graph, body);
        return json(202, {});
      }
      const { mode, count } = faultSchema.parse(body);
      network.setFault(mode, count);
      return json(202, {});
    }
    case '/sandbox/services': {
      const { service, behaviour } = behaviourSchema.parse(body);
      services.setBehaviour(service, behaviour);
      return json(202, {});
    }
    case '/sandbox/cloud-news':
      tellMetaNews(graph, body);
      return json(202, {});
    case '/sandbox/revoke': {
      if (!revokeToken(graph, body)) throw new Refused(404, 'no such token');
      return json(202, {});
    }
    case '/sandbox/disconnect': {
      const { code, ...address } = disconnectSchema.parse(body);
      const { key } = findConnection(network, address);
      if (code === '401') network.unlink(key);
      else network.disconnect(key, code);
      return json(202, {});
    }
    default:
      throw new Refused(404, 'not found');
  }
};

const showLine = ({ account, contact, group, media, ...line }: Line) => ({
  ...line,
  connectionId: Number(account.split(':')[1]),
  // The author, in groups.
  ...(group === undefined || !line.fromCustomer ? {} : { from: contact }),
  ...(media === undefined ? {} : { media: { ...media, url: `/sandbox/media/${media.id}` } }),
});

const conversationSchema = z.object({
  /** Number of a customer or a group; on Messenger and Instagram also another name. */
  contact: z.string().regex(/^[\w.]{3,40}$/),
  channel: channelSchema.default('whatsapp'),
  /** Account of Meta; by default all of the channel. */
  accountId: z.string().max(100).optional(),
  side: z.enum(['customer', 'both']).default('customer'),
  /** Returns only messages after this message. */
  after: z.string().optional(),
  /** Maximum time in milliseconds that the response may wait for a message. */
  wait: z.coerce.number().int().min(0).max(WAIT_MAX_MS).default(0),
});

/** Returns the messages that reached a customer or a group; with `wait`, as soon as there is a message. */
const conversation = async ({ network, graph }: SandboxContext, query: URLSearchParams): Promise<Answer> => {
  const { contact, channel, accountId, side, after, wait } = conversationSchema.parse(
    Object.fromEntries(query),
  );
  const meta = channel === 'whatsapp' ? undefined : metaConversation(graph, { contact, channel, accountId });
  const read = () => {
    const lines = meta?.read() ?? network.conversation(contact).map(showLine);
    const rest = after === undefined ? lines : lines.slice(lines.findIndex(({ id }) => id === after) + 1);
    return rest.filter(({ fromCustomer }) => side === 'both' || !fromCustomer);
  };
  let lines = read();
  if (lines.length === 0 && wait > 0) {
    const signal = AbortSignal.timeout(wait);
    while (lines.length === 0 && !signal.aborted) {
      await (meta?.next(signal) ?? network.nextLine(contact, signal));
      lines = read();
    }
  }
  return json(200, lines);
};

const get = async (context: SandboxContext, url: URL): Promise<Answer> => {
  const { network, graph, services, mail } = context;
  switch (url.pathname) {
    case '/sandbox/messages':
      return conversation(context, url.searchParams);
    case '/sandbox/accounts':
      return json(200, accountsOf(graph));
    case '/sandbox/connections':
      return json(
        200,
        (await listConnections()).map((connection) => ({
          ...connection,
          isOnline: network.isConnected(`${connection.companyId}:${connection.connectionId}`),
        })),
      );
    case '/sandbox/services':
      return json(200, { slowS: SLOW_S, services: services.list() });
    case '/sandbox/mail':
      return json(200, await mail());
    default: {
      const id = /^\/sandbox\/media\/([A-Za-z0-9_-]+)$/.exec(url.pathname)?.[1];
      const file = id === undefined ? undefined : (network.openMedia(id) ?? graph.openMedia(id));
      if (file === undefined) throw new Refused(404, 'not found');
      return { status: 200, contentType: file.mimeType, body: file.bytes };
    }
  }
};

const answer = async (context: SandboxContext, request: IncomingMessage): Promise<Answer> => {
  const url = new URL(request.url ?? '/', 'http://127.0.0.1');
  try {
    if (request.method === 'POST') return await post(context, url.pathname, await readJson(request));
    return await get(context, url);
  } catch (error) {
    if (error instanceof Refused) return json(error.status, { error: error.message });
    if (error instanceof SyntaxError) return json(400, { error: 'invalid JSON' });
    // A request that the network cannot fulfil: no linked device, or a missing field for this kind of message.
    if (error instanceof RangeError) return json(409, { error: error.message });
    if (!(error instanceof z.ZodError)) throw error;
    const details = error.issues.map(({ path, message }) => ({ path: path.join('.'), message }));
    return json(400, { error: 'invalid', details: shorten(details) });
  }
};

const GRAPH_PREFIX = '/sandbox/graph/';

/**
 * Handles the sandbox's JSON API: simulate a customer, read the customer's messages, make a provider or service fail. Below
 * `/sandbox/graph/` it is Meta's Graph API. Local only.
 */
export const handleSandbox = async (
  context: SandboxContext,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> => {
  const url = request.url ?? '/';
  if (url.startsWith(GRAPH_PREFIX))
    return context.graph.serve(
      request,
      response,
      new URL(url.slice(GRAPH_PREFIX.length - 1), 'http://graph'),
    );
  const { status, contentType, body } = await answer(context, request);
  response.writeHead(status, { 'content-type': contentType, 'content-length': body.length }).end(body);
};
