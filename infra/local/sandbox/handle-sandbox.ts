import type { IncomingMessage, ServerResponse } from 'node:http';
import * as z from 'zod';
import { listConnections, readQrCode } from './connections.ts';
import type { ConnectionRef, NetworkAnswer, NetworkClient } from './network-client.ts';

/** A file of 64 MB as base64, and what goes with it. */
const BODY_MAX_BYTES = 90 * 1024 * 1024;
const UNREACHABLE = 503;

const addressSchema = z.object({
  companyId: z.coerce.number().int().positive().optional(),
  connectionId: z.coerce.number().int().positive().optional(),
});
const messageSchema = addressSchema
  .extend({ channel: z.enum(['whatsapp', 'whatsappapi', 'facebook', 'instagram']) })
  .loose();
const faultSchema = z.object({ provider: z.literal('whatsapp'), mode: z.string(), count: z.number() });
const scanSchema = addressSchema.required({ connectionId: true });

export interface SandboxContext {
  network: NetworkClient;
  mail: () => unknown[] | Promise<unknown[]>;
}

class Refused extends Error {
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

const json = (status: number, value: unknown): NetworkAnswer => ({
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

/** The connection a request means: the one it names, or the first that is linked. */
const findConnection = async (
  network: NetworkClient,
  { companyId, connectionId }: z.infer<typeof addressSchema>,
): Promise<ConnectionRef> => {
  if (companyId !== undefined && connectionId !== undefined) return { companyId, connectionId };
  const accounts = (await network.accounts()).sort((a, b) => Number(b.linked) - Number(a.linked));
  const found = accounts.find(
    (account) =>
      (companyId === undefined || account.companyId === companyId) &&
      (connectionId === undefined || account.connectionId === connectionId),
  );
  if (found === undefined) throw new Refused(409, 'no such connection on the fake network');
  return { companyId: found.companyId, connectionId: found.connectionId };
};

const post = async ({ network }: SandboxContext, path: string, body: unknown): Promise<NetworkAnswer> => {
  switch (path) {
    case '/sandbox/messages': {
      const { channel, companyId, connectionId, ...message } = messageSchema.parse(body);
      if (channel !== 'whatsapp') throw new Refused(400, `the sandbox does not play ${channel}`);
      const connection = await findConnection(network, { companyId, connectionId });
      return network.call('POST', '/messages', { ...connection, message });
    }
    case '/sandbox/scan': {
      const connection = await findConnection(network, scanSchema.parse(body));
      return network.call('POST', '/scan', { ...connection, qr: await readQrCode(connection) });
    }
    case '/sandbox/receipts':
      return network.call('POST', '/receipts', body);
    case '/sandbox/faults': {
      const { mode, count } = faultSchema.parse(body);
      return network.call('POST', '/faults', { mode, count });
    }
    case '/sandbox/disconnect': {
      const { code } = z.object({ code: z.string() }).parse(body);
      const connection = await findConnection(network, addressSchema.parse(body));
      return network.call('POST', '/disconnect', { ...connection, code });
    }
    default:
      return json(404, { error: 'not found' });
  }
};

/** Lines of the control API, as the customer's phone shows them. */
const lineSchema = z
  .object({
    account: z.string(),
    contact: z.string(),
    fromCustomer: z.boolean(),
    media: z.object({ id: z.string() }).loose().optional(),
  })
  .loose();

const conversation = async (network: NetworkClient, url: URL): Promise<NetworkAnswer> => {
  const contact = url.searchParams.get('contact') ?? '';
  if (!/^\d{7,15}$/.test(contact)) throw new Refused(400, 'contact must be a number');
  const answer = await network.call('GET', `/messages?contact=${contact}`);
  const lines = z.array(lineSchema).parse(JSON.parse(answer.body.toString('utf8')));
  const both = url.searchParams.get('side') === 'both';
  return json(
    200,
    lines
      .filter((line) => both || !line.fromCustomer)
      .map(({ media, account, contact: _contact, ...line }) => ({
        ...line,
        connectionId: Number(account.split(':')[1]),
        ...(media === undefined ? {} : { media: { ...media, url: `/sandbox/media/${media.id}` } }),
      })),
  );
};

const get = async ({ network, mail }: SandboxContext, url: URL): Promise<NetworkAnswer> => {
  switch (url.pathname) {
    case '/sandbox/messages':
      return conversation(network, url);
    case '/sandbox/connections':
      return json(200, await listConnections());
    case '/sandbox/mail':
      return json(200, await mail());
    default: {
      const media = /^\/sandbox\/media\/([A-Za-z0-9_-]+)$/.exec(url.pathname)?.[1];
      return media === undefined ? json(404, { error: 'not found' }) : network.call('GET', `/media/${media}`);
    }
  }
};

const answer = async (context: SandboxContext, request: IncomingMessage): Promise<NetworkAnswer> => {
  const url = new URL(request.url ?? '/', 'http://127.0.0.1');
  try {
    if (request.method === 'POST') return await post(context, url.pathname, await readJson(request));
    return await get(context, url);
  } catch (error) {
    if (error instanceof Refused) return json(error.status, { error: error.message });
    if (error instanceof SyntaxError) return json(400, { error: 'invalid JSON' });
    if (error instanceof z.ZodError) {
      const details = error.issues.map(({ path, message }) => ({ path: path.join('.'), message }));
      return json(400, { error: 'invalid', details });
    }
    // fetch reports an unreachable network as a TypeError.
    if (error instanceof TypeError) return json(UNREACHABLE, { error: 'the fake network is restarting' });
    throw error;
  }
};

/** The sandbox's JSON API: play a customer, see what reached them, make WhatsApp fail. Local only. */
export const handleSandbox = async (
  context: SandboxContext,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> => {
  const { status, contentType, body } = await answer(context, request);
  response.writeHead(status, { 'content-type': contentType, 'content-length': body.length }).end(body);
};
