import type { IncomingMessage } from 'node:http';
import { GraphRefused } from './graph-refused.ts';

/** A document of 100 MB, and the other parts of its form. */
const BODY_MAX_BYTES = 101 * 1024 * 1024;

export interface SentFile {
  name: string;
  mimeType: string;
  bytes: Buffer;
}

/** Bytes of a file from an offset on. */
export interface FilePart {
  offset: string;
  bytes: Buffer;
  /** Authorization scheme of the call: `OAuth` is the only one that a session takes. */
  scheme: string | undefined;
}

/** A request to the Graph API, with its parameters from the address and the body. */
export interface GraphCall {
  method: string;
  /** Segments below the version. */
  path: readonly string[];
  /** Parameters of the address and of the body. Objects that a form has as JSON text are parsed. */
  params: Readonly<Record<string, unknown>>;
  files: Readonly<Record<string, SentFile>>;
  /** A part of a file, of a call to an upload session; undefined for any other call. */
  part: FilePart | undefined;
  /** Access token of the header or the parameter; undefined for none. */
  accessToken: string | undefined;
  /** Proof that the caller has the app's secret; undefined for none. */
  proof: string | undefined;
}

const VERSION = /^v\d{1,3}\.\d$/;

const readBody = async (request: IncomingMessage): Promise<Buffer<ArrayBuffer>> => {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    const bytes = Buffer.from(chunk);
    size += bytes.length;
    if (size > BODY_MAX_BYTES) throw new GraphRefused(100, { details: 'The request is too large' });
    chunks.push(bytes);
  }
  return Buffer.concat(chunks);
};

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    throw new GraphRefused(100, { details: 'The parameters are no valid JSON' });
  }
};

/** Returns a form's value; Meta takes objects and lists in forms as JSON text. */
const formValue = (text: string): unknown => (/^[[{]/.test(text) ? parseJson(text) : text);

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const readForm = async (bytes: Buffer<ArrayBuffer>, contentType: string) => {
  const form = await new Response(bytes, { headers: { 'content-type': contentType } })
    .formData()
    .catch(() => {
      throw new GraphRefused(100, { details: 'The form cannot be read' });
    });
  const params: Record<string, unknown> = {};
  const files: Record<string, SentFile> = {};
  for (const [name, value] of form) {
    if (typeof value === 'string') params[name] = formValue(value);
    else
      files[name] = {
        name: value.name,
        mimeType: value.type,
        bytes: Buffer.from(await value.arrayBuffer()),
      };
  }
  return { params, files };
};

const TOKEN = /^(Bearer|OAuth) (\S+)$/;

const readParams = async (
  request: IncomingMessage,
): Promise<Pick<GraphCall, 'params' | 'files' | 'part'>> => {
  const bytes = await readBody(request);
  const { file_offset: offset, authorization = '' } = request.headers;
  if (typeof offset === 'string')
    return { params: {}, files: {}, part: { offset, bytes, scheme: TOKEN.exec(authorization)?.[1] } };
  if (bytes.length === 0) return { params: {}, files: {}, part: undefined };
  const contentType = request.headers['content-type'] ?? '';
  if (contentType.startsWith('multipart/') || contentType.startsWith('application/x-www-form-urlencoded'))
    return { ...(await readForm(bytes, contentType)), part: undefined };
  const body = parseJson(bytes.toString('utf8'));
  if (!isRecord(body)) throw new GraphRefused(100, { details: 'The parameters are no object' });
  return { params: body, files: {}, part: undefined };
};

/**
 * Reads a request. `url` is relative to the API's root, and begins with any version.
 * @throws GraphRefused for a path without a version, and for a body that cannot be read
 */
export const readCall = async (request: IncomingMessage, url: URL): Promise<GraphCall> => {
  const [version = '', ...path] = url.pathname.split('/').filter((part) => part !== '');
  if (!VERSION.test(version))
    throw new GraphRefused(2500, { details: `Unknown path components: /${version}` });
  const { params, files, part } = await readParams(request);
  const query = Object.fromEntries([...url.searchParams].map(([name, text]) => [name, formValue(text)]));
  const {
    access_token: parameter,
    appsecret_proof: proof,
    ...rest
  }: Record<string, unknown> = { ...query, ...params };
  const header = TOKEN.exec(request.headers.authorization ?? '')?.[2];
  return {
    method: request.method ?? 'GET',
    path,
    params: rest,
    files,
    part,
    accessToken: header ?? (typeof parameter === 'string' ? parameter : undefined),
    proof: typeof proof === 'string' ? proof : undefined,
  };
};

/** Returns a text parameter; undefined for an absent one, and for a parameter of another type. */
export const textParam = ({ params }: Pick<GraphCall, 'params'>, name: string): string | undefined => {
  const value = params[name];
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : undefined;
};
