import * as z from 'zod';
import { customerMessageSchema } from './content.ts';
import type { FakeWhatsapp } from './network.ts';

const connectionSchema = z.object({ companyId: z.int().positive(), connectionId: z.int().positive() });
const writeSchema = connectionSchema.extend({ message: customerMessageSchema });
const scanSchema = connectionSchema.extend({ qr: z.string() });
const receiptSchema = z.object({ messageId: z.string(), ack: z.int().min(2).max(4) });
const faultSchema = z.object({ mode: z.enum(['refuse', 'stall', 'drop']), count: z.int().min(0).max(1000) });
const endSchema = connectionSchema.extend({ code: z.string().regex(/^\d{3}$/) });

export interface ControlAnswer {
  status: number;
  contentType: string;
  body: string | Buffer;
}

const json = (status: number, value: unknown): ControlAnswer => ({
  status,
  contentType: 'application/json',
  body: JSON.stringify(value),
});
const keyOf = (at: { companyId: number; connectionId: number }): string =>
  `${at.companyId}:${at.connectionId}`;

const post = async (network: FakeWhatsapp, path: string, body: unknown): Promise<ControlAnswer> => {
  switch (path) {
    case '/control/messages': {
      const request = writeSchema.parse(body);
      return json(202, { id: await network.write(keyOf(request), request.message) });
    }
    case '/control/scan': {
      const request = scanSchema.parse(body);
      network.scan(keyOf(request), request.qr);
      return json(202, {});
    }
    case '/control/receipts': {
      const request = receiptSchema.parse(body);
      return network.report(request.messageId, request.ack)
        ? json(202, {})
        : json(404, { error: 'unknown message' });
    }
    case '/control/faults': {
      const request = faultSchema.parse(body);
      network.setFault(request.mode, request.count);
      return json(202, {});
    }
    case '/control/disconnect': {
      const request = endSchema.parse(body);
      if (request.code === '401') network.unlink(keyOf(request));
      else network.disconnect(keyOf(request), request.code);
      return json(202, {});
    }
    default:
      return json(404, { error: 'not found' });
  }
};

const get = (network: FakeWhatsapp, url: URL): ControlAnswer => {
  if (url.pathname === '/control/messages') {
    const account = url.searchParams.get('account');
    const lines = network.conversation(url.searchParams.get('contact') ?? '', account ?? undefined);
    return json(200, lines);
  }
  if (url.pathname === '/control/accounts') {
    const accounts = network.accounts.all().map((account) => ({
      key: account.key,
      number: account.number,
      linked: account.device !== undefined,
      connected: network.isConnected(account.key),
      showsCode: network.isShowingCode(account.key),
    }));
    return json(200, accounts);
  }
  const media = /^\/control\/media\/([A-Za-z0-9_-]+)$/.exec(url.pathname)?.[1];
  const file = media === undefined ? undefined : network.media.get(`${media}-plain`);
  if (file === undefined) return json(404, { error: 'not found' });
  return { status: 200, contentType: 'application/octet-stream', body: file };
};

/** The sandbox's side door to the network: play a customer, a phone, or a fault. */
export const handleControl = async (
  network: FakeWhatsapp,
  method: string,
  url: URL,
  body: string,
): Promise<ControlAnswer> => {
  if (method !== 'POST') return get(network, url);
  try {
    return await post(network, url.pathname, JSON.parse(body));
  } catch (error) {
    if (error instanceof z.ZodError) {
      return json(400, {
        error: 'invalid',
        details: error.issues.map(({ path, message }) => ({ path: path.join('.'), message })),
      });
    }
    if (error instanceof SyntaxError) return json(400, { error: 'invalid JSON' });
    if (error instanceof RangeError) return json(409, { error: error.message });
    throw error;
  }
};
