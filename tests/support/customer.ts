import { setTimeout } from 'node:timers/promises';
import * as z from 'zod';
import { plant } from './plant.ts';

/** Long, because the machine may be busy with other tests. */
const PATIENCE = { timeout: 60_000, interval: 200 } as const;

const lineSchema = z.object({
  id: z.string(),
  type: z.string(),
  text: z.string().optional(),
  /** The id of the quoted message. */
  quoted: z.string().optional(),
  /** Number of times it reached the phone. */
  copies: z.int(),
  ack: z.int(),
  fromCustomer: z.boolean(),
  edited: z.boolean().optional(),
  deleted: z.boolean().optional(),
  emoji: z.string().optional(),
  location: z.object({ latitude: z.number(), longitude: z.number(), name: z.string().optional() }).optional(),
  media: z.object({ mimeType: z.string(), size: z.number(), url: z.string() }).optional(),
});
export type Line = z.infer<typeof lineSchema>;
const connectionsSchema = z.array(
  z.object({
    id: z.int(),
    name: z.string(),
    /** Status in the product. */
    status: z.string(),
    /** Whether the network has its WebSocket connection. */
    isOnline: z.boolean(),
    companyId: z.int(),
  }),
);

const post = async (url: string, body: object): Promise<unknown> => {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  if (response.status !== 202) throw new Error(`POST ${url}: ${response.status} ${text}`);
  return JSON.parse(text);
};

/** Waits until the fake network returns a value. */
const until = async <T>(read: () => Promise<T | undefined>, what: string): Promise<T> => {
  const deadline = performance.now() + PATIENCE.timeout;
  do {
    const found = await read();
    if (found !== undefined) return found;
    await setTimeout(PATIENCE.interval);
  } while (performance.now() < deadline);
  throw new Error(`in vain: ${what}`);
};

export const listConnections = async (url: string) =>
  connectionsSchema.parse(await (await fetch(`${url}/sandbox/connections`)).json());

/** Waits until the connection with this name, or the first of all, is linked and online. */
export const waitConnected = async (url: string, name?: string): Promise<void> => {
  await until(
    async () =>
      (await listConnections(url)).find(
        (connection) => connection.status === 'CONNECTED' && (name === undefined || connection.name === name),
      ),
    `${name ?? 'a connection'} is connected`,
  );
};

const placeOf = async (url: string, name: string): Promise<{ connectionId: number; companyId: number }> => {
  const connection = (await listConnections(url)).find((each) => each.name === name);
  if (connection === undefined) throw new Error(`no connection ${name}`);
  return { connectionId: connection.id, companyId: connection.companyId };
};

/** Waits until a connection shows a QR code. */
export const waitForCode = async (url: string, name: string): Promise<void> => {
  await until(
    async () => (await listConnections(url)).find((each) => each.name === name && each.status === 'qrcode'),
    `${name} shows a code`,
  );
};

/** Acts as the phone that scans a connection's QR code. */
export const scanCode = async (url: string, name: string): Promise<void> => {
  await post(`${url}/sandbox/scan`, await placeOf(url, name));
};

/** Acts as the phone that sends its history. */
export const tellPast = async (url: string, name: string, chats: readonly object[]): Promise<void> => {
  await post(`${url}/sandbox/past`, { ...(await placeOf(url, name)), chats });
};

/** Acts as the phone that shares its address book. */
export const tellAddressBook = async (
  url: string,
  name: string,
  people: readonly { number: string; name: string }[],
): Promise<void> => {
  await post(`${url}/sandbox/address-book`, { ...(await placeOf(url, name)), people });
};

/** Acts as the phone of the first linked connection, on which a customer's chat is opened. */
export const readOnPhone = async (url: string, contact: string): Promise<void> => {
  await post(`${url}/sandbox/read`, { contact });
};

/** Acts as the phone on which the connection's pairing code is typed. */
export const typeCode = async (url: string, name: string, code: string): Promise<void> => {
  const connection = (await listConnections(url)).find((each) => each.name === name);
  if (connection === undefined) throw new Error(`no connection ${name}`);
  const { id: connectionId, companyId } = connection;
  await post(`${url}/sandbox/pairing-code`, { connectionId, companyId, code });
};

/** Changes the WhatsApp picture of a customer, by number, or of a group, by id. */
export const setPicture = async (
  url: string,
  contact: string,
  picture: { data: string } | { url: string } | 'none' | 'hidden' | 'no-answer' | 'stalled-download',
): Promise<void> => {
  await post(`${url}/sandbox/picture`, { contact, picture });
};

/** Ends the session of the first linked connection, as when it is opened on another computer. */
export const disconnect = async (url: string): Promise<void> => {
  await post(`${url}/sandbox/disconnect`, { code: '440' });
};

/** Makes WhatsApp refuse, stall or drop the next messages. */
export const setFault = async (
  url: string,
  mode: 'refuse' | 'stall' | 'drop',
  count: number,
): Promise<void> => {
  await post(`${url}/sandbox/faults`, { provider: 'whatsapp', mode, count });
};

export interface Customer {
  name: string;
  /** Sends a text or a message of another kind. Returns its id. */
  write(message: string | Record<string, unknown>): Promise<string>;
  /** Waits for a matching message that reached this customer. */
  gets(match: (line: Line) => boolean, what: string): Promise<Line>;
  /** Returns the messages that have reached this customer. */
  received(): Promise<Line[]>;
  reads(line: Line): Promise<void>;
  plays(line: Line): Promise<void>;
}

const idSchema = z.object({ id: z.string() });
const WAIT_MS = 1_000;
const NOTHING_YET = '-';

/** Creates a customer with WhatsApp on a phone. */
export const createCustomer = (url: string, number: string, name: string): Customer => {
  const received = async (after?: string): Promise<Line[]> => {
    const more = after === undefined ? '' : `&after=${after}&wait=${WAIT_MS}`;
    const answer = await fetch(`${url}/sandbox/messages?contact=${number}${more}`);
    const lines = z.array(lineSchema).parse(await answer.json());
    for (const { text } of lines) if (text !== undefined) plant(text);
    return lines;
  };
  /** Changes of an existing message (a tick, an edit) are noticed only when the wait for a new message ends. */
  const search = async (match: (line: Line) => boolean): Promise<Line | undefined> => {
    const lines = await received();
    return lines.find(match) ?? (await received(lines.at(-1)?.id ?? NOTHING_YET)).find(match);
  };
  return {
    name,
    received: () => received(),
    write: async (message) => {
      const content = typeof message === 'string' ? { text: plant(message) } : message;
      const answer = await post(`${url}/sandbox/messages`, {
        channel: 'whatsapp',
        from: plant(number),
        name: plant(name),
        ...content,
      });
      return idSchema.parse(answer).id;
    },
    gets: (match, what) =>
      until(() => search(match), `${name} gets ${what}`).catch(async (cause: unknown) => {
        const got = (await received()).map(({ text, type }) => text ?? type);
        throw new Error(`${name} got ${JSON.stringify(got)} and not ${what}`, { cause });
      }),
    reads: async ({ id }) => {
      await post(`${url}/sandbox/receipts`, { messageId: id, ack: 3 });
    },
    plays: async ({ id }) => {
      await post(`${url}/sandbox/receipts`, { messageId: id, ack: 4 });
    },
  };
};
