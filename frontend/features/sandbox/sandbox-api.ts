import { channelSchema, DEFAULT_CHANNEL } from '@prosa/shared/messaging/identity.ts';
import * as z from 'zod';
import { ApiError } from '../../lib/api/api-error.ts';

/** The sandbox exists only in the local program; it is not part of the API's contract. */
const connectionsSchema = z.array(
  z.object({
    companyId: z.number(),
    connectionId: z.number(),
    company: z.string(),
    name: z.string(),
    status: z.string(),
    qrcode: z.string(),
    allowGroup: z.boolean(),
  }),
);
export type SandboxConnection = z.infer<typeof connectionsSchema>[number];

const accountSchema = z.object({
  channel: channelSchema,
  accountId: z.string(),
  businessId: z.string(),
  name: z.string(),
  token: z.string(),
  isSubscribed: z.boolean(),
});
/** An account at the fake Meta. */
export type SandboxAccount = z.infer<typeof accountSchema>;
const accountsSchema = z.object({ user: z.object({ token: z.string() }), accounts: z.array(accountSchema) });

/** How a fake service may behave. */
export const BEHAVIOURS = ['normal', 'slow', 'wrong', 'huge', 'hostile', 'hangs'] as const;
const serviceSchema = z.object({
  name: z.enum(['typebot', 'dialogflow', 'n8n', 'webhook', 'model', 'transcription', 'speech']),
  behaviour: z.enum(BEHAVIOURS),
  values: z.array(
    z.object({
      field: z.enum(['address', 'slug', 'project', 'keyFile', 'apiKey', 'modelName', 'region']),
      value: z.string(),
    }),
  ),
});
/** A fake service of integrations or assistants. */
export type SandboxService = z.infer<typeof serviceSchema>;
const servicesSchema = z.object({ slowS: z.number(), services: z.array(serviceSchema) });
export type SandboxServices = z.infer<typeof servicesSchema>;

/** Where customers write: a connection with a session, or an account at Meta. */
export type SandboxPlace = { connection: SandboxConnection } | { account: SandboxAccount };

/** Returns the fields by which requests name a place. */
const addressOf = (place: SandboxPlace) =>
  'account' in place
    ? { channel: place.account.channel, accountId: place.account.accountId }
    : {
        channel: DEFAULT_CHANNEL,
        connectionId: place.connection.connectionId,
        companyId: place.connection.companyId,
      };

const linesSchema = z.array(
  z.object({
    id: z.string(),
    at: z.union([z.string(), z.number()]),
    type: z.string(),
    fromCustomer: z.boolean().default(false),
    /** In a group: the author's number. */
    from: z.string().optional(),
    text: z.string().optional(),
    emoji: z.string().optional(),
    media: z.object({ url: z.string(), mimeType: z.string(), fileName: z.string().optional() }).optional(),
    location: z
      .object({ latitude: z.number(), longitude: z.number(), name: z.string().default('') })
      .optional(),
    contact: z.object({ name: z.string() }).optional(),
    /** Buttons, quick replies or rows of a list. */
    options: z.array(z.object({ id: z.string(), title: z.string() })).default([]),
    ack: z.number().default(0),
    edited: z.boolean().default(false),
    deleted: z.boolean().default(false),
  }),
);
export type SandboxLine = z.infer<typeof linesSchema>[number];

export type CustomerMessage = {
  from: string;
  name: string;
  type: string;
  text?: string;
  media?: { mimeType: string; fileName: string; data: string };
  location?: { latitude: number; longitude: number; name: string };
  contact?: { name: string; number: string };
  emoji?: string;
  target?: string;
  /** Id of the chosen option of the target. */
  option?: string;
  group?: SandboxGroup;
};
export type SandboxGroup = { id: string; name: string };

const request = async (method: 'GET' | 'POST', path: string, body?: object): Promise<unknown> => {
  const response = await fetch(`/sandbox${path}`, {
    method,
    ...(body === undefined
      ? {}
      : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new ApiError({ code: 'ERR_UNAVAILABLE', status: response.status });
  return response.json();
};

export const listSandboxConnections = async (): Promise<SandboxConnection[]> =>
  connectionsSchema.parse(await request('GET', '/connections'));

export const listSandboxAccounts = async () => accountsSchema.parse(await request('GET', '/accounts'));

export const listSandboxServices = async (): Promise<SandboxServices> =>
  servicesSchema.parse(await request('GET', '/services'));

/** Makes a fake service behave otherwise, from its next request on. */
export const setBehaviour = (
  service: SandboxService['name'],
  behaviour: SandboxService['behaviour'],
): Promise<unknown> => request('POST', '/services', { service, behaviour });

/** Returns both sides of a customer's or group's conversation, oldest first. */
export const readConversation = async (place: SandboxPlace, contact: string): Promise<SandboxLine[]> => {
  const { channel, ...address } = addressOf(place);
  const account = 'accountId' in address ? { accountId: address.accountId } : {};
  const query = new URLSearchParams({ contact, side: 'both', channel, ...account });
  return linesSchema.parse(await request('GET', `/messages?${query}`));
};

export const writeAsCustomer = (place: SandboxPlace, message: CustomerMessage): Promise<unknown> =>
  request('POST', '/messages', { ...addressOf(place), ...message });

export const markRead = (messageId: string): Promise<unknown> =>
  request('POST', '/receipts', { messageId, ack: 3 });
export const scanCode = (connection: { companyId: number; connectionId: number }): Promise<unknown> =>
  request('POST', '/scan', { companyId: connection.companyId, connectionId: connection.connectionId });
/** Types a pairing code on the simulated phone that the code was requested for. */
export const typeCode = (
  connection: { companyId: number; connectionId: number },
  code: string,
): Promise<unknown> =>
  request('POST', '/pairing-code', {
    companyId: connection.companyId,
    connectionId: connection.connectionId,
    code,
  });
/** Makes the provider of a place fail the next `count` times; 0 ends it. */
export const setFault = (place: SandboxPlace, mode: string, count: number): Promise<unknown> =>
  request('POST', '/faults', { provider: 'account' in place ? 'meta' : 'whatsapp', mode, count });
