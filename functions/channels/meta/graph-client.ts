import { createHmac } from 'node:crypto';
import type * as z from 'zod';
import { FILE_OVER_LIMIT } from '../../domain/automatic/file-over-limit.ts';
import {
  askOutside,
  fetchOutside,
  formQuestion,
  OUTSIDE_RULES,
  OutsideFailed,
  type OutsideQuestion,
  type OutsideRules,
} from '../../platform/fetch-outside.ts';
import { metaSecrets } from '../../platform/secrets.ts';
import { type FetchedFile, ProviderFailed } from '../driver.ts';
import { graphFailure } from './graph-error.ts';

/** Version of the Graph API. Meta serves a version for at least two years: this one until 2028-07-29. */
export const GRAPH_VERSION = 'v25.0';

const TIMEOUT_MS = 30_000;
const ANSWER_MAX_BYTES = 4_000_000;

export interface GraphCall {
  method?: 'GET' | 'POST' | 'DELETE';
  /** Below the version, without a slash at the beginning: `12345/messages`. */
  path: string;
  query?: Readonly<Record<string, string>>;
  json?: unknown;
  form?: FormData;
  /** All bytes of an upload session's file; `path` is the session. */
  bytes?: Uint8Array;
  /** The account's access token. Absent only where the app's secret is among the parameters. */
  token?: string;
}

/** Origin of the Graph API: Meta's, or that of the local program's fake. */
export const graphOrigin = (): string => process.env.GRAPH_ENDPOINT ?? 'https://graph.facebook.com';

/** Rules for calls to Meta; the fake of the local program answers on loopback, without TLS. */
const rules = (): OutsideRules =>
  process.env.GRAPH_ENDPOINT === undefined
    ? OUTSIDE_RULES
    : { ...OUTSIDE_RULES, protocols: ['http:'], mayConnect: () => true };

/** Hosts to which a token may go for a file: Meta's, by their last two labels. */
const FILE_HOSTS = ['fbsbx.com', 'facebook.com', 'fbcdn.net', 'whatsapp.net', 'cdninstagram.com'];

const isMetas = (url: URL): boolean =>
  url.origin === new URL(graphOrigin()).origin ||
  FILE_HOSTS.some((host) => url.hostname === host || url.hostname.endsWith(`.${host}`));

const parseJson = (bytes: Uint8Array): unknown => {
  try {
    return JSON.parse(Buffer.from(bytes).toString('utf8'));
  } catch {
    return undefined;
  }
};

/** Returns the failure after a request without a readable answer. Once the request has left, Meta may have got it. */
const failureOf = (error: OutsideFailed): ProviderFailed => {
  if (error.isUnsent) return new ProviderFailed('provider-unavailable', { does: 'wait', waitS: 0 }, error);
  return new ProviderFailed(
    'provider-failed',
    { does: error.reason === 'refused' ? 'stop' : 'doubt' },
    error,
  );
};

/** Runs a request; its failures become failures of the provider. */
const ask = async <T>(request: () => Promise<T>): Promise<T> => {
  try {
    return await request();
  } catch (error) {
    if (!(error instanceof OutsideFailed)) throw error;
    throw failureOf(error);
  }
};

/** Fetches a file. One that is too large is not asked for again. */
const askFile = <T>(request: () => Promise<T>): Promise<T> =>
  ask(async () => {
    try {
      return await request();
    } catch (error) {
      if (!(error instanceof OutsideFailed)) throw error;
      if (error.reason === 'too-large') throw new ProviderFailed(FILE_OVER_LIMIT, { does: 'stop' }, error);
      if (error.reason === 'refused') throw new ProviderFailed('media-missing', { does: 'stop' }, error);
      // The address has expired, or its server has a fault: the answer does not tell which.
      if (error.reason === 'no-file') throw new ProviderFailed('media-missing', { does: 'doubt' }, error);
      throw error;
    }
  });

/** Proof that the caller has the app's secret; Meta refuses calls without it if the app is set so. */
const proofOf = async (token: string): Promise<string> =>
  createHmac('sha256', (await metaSecrets()).appSecret)
    .update(token)
    .digest('hex');

/** Returns the body of a call with its headers. An upload session has a scheme of its own for the token. */
const questionOf = async ({ json, form, bytes, token }: GraphCall): Promise<OutsideQuestion> => {
  const scheme = bytes === undefined ? 'Bearer' : 'OAuth';
  const headers: Record<string, string> = token === undefined ? {} : { authorization: `${scheme} ${token}` };
  if (form !== undefined) return formQuestion(form, headers);
  if (bytes !== undefined)
    return {
      headers: { ...headers, 'content-type': 'application/octet-stream', file_offset: '0' },
      body: bytes,
    };
  if (json === undefined) return { headers };
  return {
    headers: { ...headers, 'content-type': 'application/json' },
    body: new TextEncoder().encode(JSON.stringify(json)),
  };
};

/**
 * Calls the Graph API, once. The token travels in a header, never in the address.
 * @param schema of the answer; unknown fields are ignored
 * @throws ProviderFailed for every refusal and for an answer that does not arrive or does not fit
 */
export const graph = async <S extends z.ZodType>(call: GraphCall, schema: S): Promise<z.output<S>> => {
  const { method, path, query = {}, token } = call;
  const url = new URL(`${graphOrigin()}/${GRAPH_VERSION}/${path}`);
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  if (token !== undefined) url.searchParams.set('appsecret_proof', await proofOf(token));
  const limits = { maxBytes: ANSWER_MAX_BYTES, timeoutMs: TIMEOUT_MS };
  const asked = { ...(await questionOf(call)), ...(method === undefined ? {} : { method }) };
  const answer = await ask(() => askOutside(url.href, asked, limits, rules()));
  const body = parseJson(answer.bytes);
  if (answer.status < 200 || answer.status > 299) throw graphFailure(answer.status, body);
  const parsed = schema.safeParse(body);
  if (!parsed.success) throw new ProviderFailed('provider-failed', { does: 'doubt' }, parsed.error);
  return parsed.data;
};

/**
 * Fetches a file from Meta with the account's token, which goes only to Meta's own hosts (S-47).
 * @throws ProviderFailed
 */
export const graphFile = async (address: string, token: string, maxBytes: number): Promise<FetchedFile> => {
  if (!URL.canParse(address) || !isMetas(new URL(address)))
    throw new ProviderFailed('media-missing', { does: 'stop' });
  const headers = { authorization: `Bearer ${token}` };
  const limits = { maxBytes, timeoutMs: TIMEOUT_MS };
  const answer = await askFile(() => askOutside(address, { headers }, limits, rules()));
  if (answer.status === 404 || answer.status === 410)
    throw new ProviderFailed('media-missing', { does: 'stop' });
  if (answer.status !== 200) throw graphFailure(answer.status, parseJson(answer.bytes));
  return { bytes: answer.bytes, mimeType: answer.headers['content-type'] ?? '' };
};

/**
 * Fetches a file from Meta without a token, from its own hosts alone and without redirects (S-45 to S-47).
 * @throws ProviderFailed
 */
export const metaFile = async (address: string, maxBytes: number): Promise<FetchedFile> => {
  if (!URL.canParse(address) || !isMetas(new URL(address)))
    throw new ProviderFailed('media-missing', { does: 'stop' });
  const limits = { maxBytes, timeoutMs: TIMEOUT_MS };
  const { status, bytes, headers } = await askFile(() =>
    askOutside(address, { headers: {} }, limits, rules()),
  );
  if (status !== 200) throw new ProviderFailed('media-missing', { does: 'stop' });
  return { bytes, mimeType: headers['content-type'] ?? '' };
};

/**
 * Fetches a file from a public address without a token: its sender chose the address (S-45, S-46).
 * @throws ProviderFailed
 */
export const publicFile = async (address: string, maxBytes: number): Promise<FetchedFile> => {
  const isFake = URL.canParse(address) && new URL(address).origin === new URL(graphOrigin()).origin;
  const allowed = isFake ? rules() : OUTSIDE_RULES;
  const { bytes, mimeType } = await askFile(() => fetchOutside(address, maxBytes, allowed, TIMEOUT_MS));
  return { bytes, mimeType };
};
