import { lookup } from 'node:dns/promises';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { BlockList, isIP, type LookupFunction } from 'node:net';

/** An address of a host, as DNS tells it. */
export interface HostAddress {
  address: string;
  family: number;
}

/** Where what others name may be fetched from. */
export interface OutsideRules {
  /** With their colon. */
  protocols: readonly string[];
  resolve: (hostname: string) => Promise<readonly HostAddress[]>;
  mayConnect: (address: string) => boolean;
}

export type OutsideFailure =
  /** The address is no place that we fetch from. */
  | 'refused'
  | 'unreachable'
  | 'too-slow'
  | 'too-large'
  | 'too-many-redirects'
  /** It answered, and not with a file. */
  | 'no-file';

export class OutsideFailed extends Error {
  readonly reason: OutsideFailure;
  constructor(reason: OutsideFailure, cause?: unknown) {
    super(`nothing fetched: ${reason}`, { cause });
    this.name = 'OutsideFailed';
    this.reason = reason;
  }
}

export interface OutsideFile {
  bytes: Uint8Array;
  /** As the server announced it; '' where it did not. */
  mimeType: string;
  /** After redirects. */
  url: URL;
}

export type FetchOutside = (url: string, maxBytes: number) => Promise<OutsideFile>;

/** A request to a service. Without a body it is a GET. */
export interface OutsideQuestion {
  headers: Readonly<Record<string, string>>;
  body?: Uint8Array;
}
/** A form with files as it is sent. */
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
  bytes: Uint8Array;
}
export type AskOutside = (
  url: string,
  question: OutsideQuestion,
  limits: { maxBytes: number; timeoutMs: number },
) => Promise<OutsideAnswer>;

/** Redirects, each looked at like the first address (S-47). */
const MAX_REDIRECTS = 3;
/** For everything: names, redirects and bytes (S-47). */
const TIMEOUT_MS = 10_000;
const MAX_URL_CHARS = 2048;

/** Address ranges outside the public Internet, from IANA's special-purpose address registries. */
const notPublic = (): BlockList => {
  const list = new BlockList();
  for (const [network, prefix] of [
    ['0.0.0.0', 8],
    ['10.0.0.0', 8],
    ['100.64.0.0', 10],
    ['127.0.0.0', 8],
    ['169.254.0.0', 16],
    ['172.16.0.0', 12],
    ['192.0.0.0', 24],
    ['192.0.2.0', 24],
    ['192.88.99.0', 24],
    ['192.168.0.0', 16],
    ['198.18.0.0', 15],
    ['198.51.100.0', 24],
    ['203.0.113.0', 24],
    ['224.0.0.0', 4],
    ['240.0.0.0', 4],
  ] as const)
    list.addSubnet(network, prefix, 'ipv4');
  for (const [network, prefix] of [
    // Within what is public below: tunnels that carry an IPv4 address, documentation, and special uses.
    ['2001::', 23],
    ['2001:db8::', 32],
    ['2002::', 16],
    ['3fff::', 20],
  ] as const)
    list.addSubnet(network, prefix, 'ipv6');
  return list;
};
const NOT_PUBLIC = notPublic();
const PUBLIC_IPV6 = new BlockList();
PUBLIC_IPV6.addSubnet('2000::', 3, 'ipv6');

/** Whether an address is one of the public Internet; IPv4 in the clothes of IPv6 is none. */
export const isPublicAddress = (address: string): boolean => {
  switch (isIP(address)) {
    case 4:
      return !NOT_PUBLIC.check(address, 'ipv4');
    case 6:
      return PUBLIC_IPV6.check(address, 'ipv6') && !NOT_PUBLIC.check(address, 'ipv6');
    default:
      return false;
  }
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

/** @throws OutsideFailed for an address that is refused whatever its name resolves to */
const requirePossible = (url: URL, rules: OutsideRules): void => {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const isKnown = rules.protocols.includes(url.protocol) && url.username === '' && url.password === '';
  // No name is looked up for a literal address: it is judged here.
  if (!isKnown || host === '' || (isIP(host) !== 0 && !rules.mayConnect(host)))
    throw new OutsideFailed('refused');
};

/**
 * Looks a name up for the connection itself, so that what was judged is what is connected to: a name that means something
 * else a moment later changes nothing. One address that is refused refuses the name.
 */
export const guardedLookup =
  (rules: OutsideRules): LookupFunction =>
  (hostname, options, callback) => {
    rules
      .resolve(hostname)
      .then((found) => {
        const [first] = found;
        if (first === undefined) throw new OutsideFailed('unreachable');
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
      method: body === undefined ? 'GET' : 'POST',
      // One connection for one answer: none is found open that was judged for something else.
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
    sent.on('response', resolve).on('error', reject).end(body);
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

/** The file, or where it has moved. */
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

/** Runs what ends in time or fails with a reason. */
const within = async <T>(timeoutMs: number, run: (signal: AbortSignal) => Promise<T>): Promise<T> => {
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    return await run(signal);
  } catch (error) {
    if (error instanceof OutsideFailed) throw error;
    throw new OutsideFailed(signal.aborted ? 'too-slow' : 'unreachable', error);
  }
};

/**
 * Fetches a file from an address that somebody outside of us chose: with {@link askOutside} the one way to do so (S-45).
 * Only public addresses are connected to, over HTTPS, whatever the address says and however its name resolves (S-46);
 * three redirects, ten seconds and `maxBytes` in all (S-47). Nothing of ours goes along, and nothing is kept.
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
 * Asks a service outside of us, e.g. one whose address a company chose, under the same rules as {@link fetchOutside}. A redirect is an answer
 * like any other: what is sent, and the key with it, goes to the address it was given and nowhere else (S-47).
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
      return { status: answer.statusCode ?? 0, bytes: await bytesOf(answer, maxBytes) };
    } finally {
      answer.destroy();
    }
  });
