import { lookup } from 'node:dns/promises';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';

/** An address of a host, as DNS returns it. */
export interface HostAddress {
  address: string;
  family: number;
}

/** Rules for the addresses that outsiders name. */
export interface OutsideRules {
  /** With the colon. */
  protocols: readonly string[];
  resolve: (hostname: string) => Promise<readonly HostAddress[]>;
  mayConnect: (address: string) => boolean;
}

export type OutsideFailure =
  /** The address is not allowed. */
  | 'refused'
  | 'unreachable'
  | 'too-slow'
  | 'too-large'
  | 'too-many-redirects'
  /** The server answered, but not with a file. */
  | 'no-file';

export class OutsideFailed extends Error {
  readonly reason: OutsideFailure;
  /** Whether the server certainly got no byte of the request, because no connection to it was opened. */
  readonly isUnsent: boolean;
  constructor(reason: OutsideFailure, cause?: unknown, isUnsent = false) {
    super(`nothing fetched: ${reason}`, { cause });
    this.name = 'OutsideFailed';
    this.reason = reason;
    this.isUnsent = isUnsent;
  }
}

/** The cause of a failure before a connection was opened. */
class NeverOpened extends Error {}

export interface OutsideFile {
  bytes: Uint8Array;
  /** As the server declared it; '' if it did not. */
  mimeType: string;
  /** The URL after redirects. */
  url: URL;
}

export type FetchOutside = (url: string, maxBytes: number) => Promise<OutsideFile>;

/** A request to an external service. Without a method it is a POST if it has a body, otherwise a GET. */
export interface OutsideQuestion {
  method?: 'GET' | 'POST' | 'DELETE';
  headers: Readonly<Record<string, string>>;
  body?: Uint8Array;
}
/** Returns a form with files as a request. */
export const formQuestion = async (
  form: FormData,
  headers: Readonly<Record<string, string>>,
): Promise<OutsideQuestion> => {
  const encoded = new Response(form);
  return {
    headers: { ...headers, 'content-type': encoded.headers.get('content-type') ?? '' },
    body: new Uint8Array(await encoded.arrayBuffer()),
  };
};

export interface OutsideAnswer {
  status: number;
  /** By lower-case name. */
  headers: Readonly<Record<string, string>>;
  bytes: Uint8Array;
}
export type AskOutside = (
  url: string,
  question: OutsideQuestion,
  limits: { maxBytes: number; timeoutMs: number },
) => Promise<OutsideAnswer>;

/** Maximum of redirects, each checked like the first address (S-47). */
const MAX_REDIRECTS = 3;
/** Timeout of the whole fetch: name lookup, redirects and bytes (S-47). */
const TIMEOUT_MS = 10_000;
const MAX_URL_CHARS = 2048;

/** The IPv6 range from which IANA allocates global unicast addresses. Addresses outside it are not public. */
const GIVEN_OUT_IPV6 = ipaddr.IPv6.parseCIDR('2000::/3');

/** Returns whether an address belongs to the public Internet. False for an IPv4 address embedded in IPv6. */
export const isPublicAddress = (address: string): boolean => {
  // `ipaddr.parse` also accepts short and octal forms, which other parsers read as different addresses.
  if (isIP(address) === 0) return false;
  const parsed = ipaddr.parse(address);
  const isGivenOut = parsed instanceof ipaddr.IPv4 || parsed.match(GIVEN_OUT_IPV6);
  return isGivenOut && parsed.range() === 'unicast';
};

export const OUTSIDE_RULES: OutsideRules = {
  protocols: ['https:'],
  resolve: (hostname) => lookup(hostname, { all: true }),
  mayConnect: isPublicAddress,
};

const parseUrl = (text: string, base?: URL): URL => {
  if (text.length > MAX_URL_CHARS || !URL.canParse(text, base?.href)) throw new OutsideFailed('refused');
  return new URL(text, base);
};

/** Whether a URL is allowed as far as it shows, whatever its name resolves to. */
export const isPossible = (url: URL, rules: OutsideRules = OUTSIDE_RULES): boolean => {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const isKnown = rules.protocols.includes(url.protocol) && url.username === '' && url.password === '';
  // A literal address causes no lookup, so it is checked here.
  return isKnown && host !== '' && (isIP(host) === 0 || rules.mayConnect(host));
};

/** @throws OutsideFailed for a URL that is not allowed */
const requirePossible = (url: URL, rules: OutsideRules): void => {
  if (!isPossible(url, rules)) throw new OutsideFailed('refused');
};

/**
 * Returns the lookup function of the connection itself, so that the checked address is the one connected to: a later
 * change of the name's address has no effect. A single forbidden address refuses the name.
 */
export const guardedLookup =
  (rules: OutsideRules): LookupFunction =>
  (hostname, options, callback) => {
    rules
      .resolve(hostname)
      .then((found) => {
        const [first] = found;
        if (first === undefined) throw new OutsideFailed('unreachable', undefined, true);
        if (!found.every(({ address }) => rules.mayConnect(address))) throw new OutsideFailed('refused');
        if (options.all === true) callback(null, [...found]);
        else callback(null, first.address, first.family);
      })
      .catch((error: unknown) => callback(error instanceof Error ? error : new Error('no address'), '', 0));
  };

const answerOf = (
  url: URL,
  rules: OutsideRules,
  signal: AbortSignal,
  question?: OutsideQuestion,
): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    const request = url.protocol === 'https:' ? httpsRequest : httpRequest;
    const body = question?.body;
    const sent = request(url, {
      method: question?.method ?? (body === undefined ? 'GET' : 'POST'),
      // One connection for each response, because a reused one may have been checked under other rules.
      agent: false,
      lookup: guardedLookup(rules),
      signal,
      headers: {
        accept: '*/*',
        'accept-encoding': 'identity',
        'user-agent': 'Prosa',
        ...question?.headers,
        ...(body === undefined ? {} : { 'content-length': String(body.byteLength) }),
      },
    });
    // A request over TLS is written only after the handshake.
    const opens = url.protocol === 'https:' ? 'secureConnect' : 'connect';
    let isOpened = false;
    sent.on('socket', (socket) => {
      socket.once(opens, () => {
        isOpened = true;
      });
    });
    sent.on('error', (error) => {
      reject(isOpened || error instanceof OutsideFailed ? error : new NeverOpened('', { cause: error }));
    });
    sent.on('response', resolve).end(body);
  });

const bytesOf = async (answer: IncomingMessage, maxBytes: number): Promise<Uint8Array> => {
  if (Number(answer.headers['content-length'] ?? 0) > maxBytes) throw new OutsideFailed('too-large');
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of answer) {
    const bytes = Buffer.from(chunk);
    size += bytes.byteLength;
    if (size > maxBytes) throw new OutsideFailed('too-large');
    chunks.push(bytes);
  }
  return Buffer.concat(chunks, size);
};

/** Returns the file, or the address of a redirect. */
const readAnswer = async (
  answer: IncomingMessage,
  url: URL,
  maxBytes: number,
): Promise<OutsideFile | { movedTo: URL }> => {
  const { statusCode = 0, headers } = answer;
  if ([301, 302, 303, 307, 308].includes(statusCode) && headers.location !== undefined)
    return { movedTo: parseUrl(headers.location, url) };
  if (statusCode !== 200 || (headers['content-encoding'] ?? 'identity') !== 'identity')
    throw new OutsideFailed('no-file');
  return { bytes: await bytesOf(answer, maxBytes), mimeType: headers['content-type'] ?? '', url };
};

/** Runs work with a timeout; every failure gets a reason. */
const within = async <T>(timeoutMs: number, run: (signal: AbortSignal) => Promise<T>): Promise<T> => {
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    return await run(signal);
  } catch (error) {
    if (error instanceof OutsideFailed) throw error;
    const reason = signal.aborted ? 'too-slow' : 'unreachable';
    throw error instanceof NeverOpened
      ? new OutsideFailed(reason, error.cause, true)
      : new OutsideFailed(reason, error);
  }
};

/**
 * Fetches a file from an address that an outsider chose. Together with {@link askOutside} the only way to do so
 * (S-45). Connects only to public addresses, over HTTPS, whatever the address says and however its name resolves
 * (S-46). At most three redirects, ten seconds and `maxBytes` in total (S-47). Sends no credentials, and stores
 * nothing.
 * @throws OutsideFailed
 */
export const fetchOutside = (
  address: string,
  maxBytes: number,
  rules: OutsideRules = OUTSIDE_RULES,
  timeoutMs = TIMEOUT_MS,
): Promise<OutsideFile> =>
  within(timeoutMs, async (signal) => {
    let url = parseUrl(address);
    for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
      requirePossible(url, rules);
      const answer = await answerOf(url, rules, signal);
      try {
        const read = await readAnswer(answer, url, maxBytes);
        if (!('movedTo' in read)) return read;
        url = read.movedTo;
      } finally {
        answer.destroy();
      }
    }
    throw new OutsideFailed('too-many-redirects');
  });

/**
 * Sends a request to an external service, e.g. to one at an address that a company chose, under the same rules as
 * {@link fetchOutside}. A redirect is returned like any other response, so that the request and its key go only to
 * the given address (S-47).
 * @throws OutsideFailed
 */
export const askOutside = (
  address: string,
  question: OutsideQuestion,
  { maxBytes, timeoutMs }: { maxBytes: number; timeoutMs: number },
  rules: OutsideRules = OUTSIDE_RULES,
): Promise<OutsideAnswer> =>
  within(timeoutMs, async (signal) => {
    const url = parseUrl(address);
    requirePossible(url, rules);
    const answer = await answerOf(url, rules, signal, question);
    try {
      if ((answer.headers['content-encoding'] ?? 'identity') !== 'identity')
        throw new OutsideFailed('no-file');
      const headers = Object.entries(answer.headers).map(([name, value]) => [name, String(value)]);
      return {
        status: answer.statusCode ?? 0,
        headers: Object.fromEntries(headers),
        bytes: await bytesOf(answer, maxBytes),
      };
    } finally {
      answer.destroy();
    }
  });
