import { type ClientRequest, Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { isIP } from 'node:net';
import type { Duplex } from 'node:stream';
import { guardedLookup, OUTSIDE_RULES, type OutsideRules } from '@prosa/functions/platform/fetch-outside.ts';
import { parseProxyUrl } from '@prosa/shared/rules/proxy-url.ts';
import { Agent, type AgentConnectOpts } from 'agent-base';
import { HttpsProxyAgent } from 'https-proxy-agent';
import { SocksProxyAgent } from 'socks-proxy-agent';

/** For reaching the proxy and for what it answers; less than Baileys gives a socket to open. */
const CONNECT_LIMIT_MS = 15_000;
const OK = 200;

/** The proxy of a connection does not connect us: it is away, refuses us, or is no place that we connect to. */
export class ProxyFailed extends Error {
  constructor(cause?: unknown) {
    super('the proxy does not connect', { cause });
    this.name = 'ProxyFailed';
  }
}

/** Returns the URL of a connection's proxy as it is set now, with its credentials; undefined for none. */
export type ReadProxy = () => Promise<string | undefined>;

/** Where proxies may be. */
export type ProxyRules = Pick<OutsideRules, 'resolve' | 'mayConnect'>;

const agentOf = (url: string, rules: ProxyRules): HttpsProxyAgent<string> | SocksProxyAgent => {
  const address = parseProxyUrl(url);
  if (address === undefined) throw new ProxyFailed();
  const host = address.hostname.replace(/^\[|\]$/g, '');
  // No name is looked up for a literal address: it is judged here.
  if (isIP(host) !== 0 && !rules.mayConnect(host)) throw new ProxyFailed();
  const lookup = guardedLookup({ ...OUTSIDE_RULES, ...rules });
  if (address.protocol !== 'socks5:') return new HttpsProxyAgent(url, { lookup });
  // `socks5h`: the proxy looks up WhatsApp's names, as one for HTTP does.
  return new SocksProxyAgent(url.replace(/^socks5:/i, 'socks5h:'), { socketOptions: { lookup } });
};

const openThrough = async (
  agent: HttpsProxyAgent<string> | SocksProxyAgent,
  request: ClientRequest,
  options: AgentConnectOpts,
): Promise<Duplex> => {
  let status = OK;
  request.once('proxyConnect', ({ statusCode }: { statusCode: number }) => {
    status = statusCode;
  });
  const socket = await agent.connect(request, options);
  if (status === OK) return socket;
  // Handed on, a proxy's 401 or 403 would be taken for WhatsApp's own.
  socket.destroy();
  throw new ProxyFailed(new Error(`the proxy answers ${status}`));
};

/**
 * Opens the sockets of one connection: through its proxy where one is set, else directly. The setting is read for each socket,
 * so that a change counts from the next one; where it cannot be read, nothing is opened directly instead. Only public
 * addresses are proxies, judged where the name is looked up for the socket itself (S-46).
 * @throws ProxyFailed
 */
export class ConnectionAgent extends Agent {
  private readonly readProxy: ReadProxy;
  private readonly rules: ProxyRules;
  private readonly direct: HttpAgent | undefined;

  /** @param direct opens sockets where no proxy is set; Node's own way when absent */
  constructor(readProxy: ReadProxy, rules: ProxyRules = OUTSIDE_RULES, direct?: HttpAgent) {
    super({ keepAlive: false });
    this.readProxy = readProxy;
    this.rules = rules;
    this.direct = direct;
  }

  override async connect(request: ClientRequest, options: AgentConnectOpts): Promise<Duplex | HttpAgent> {
    const url = await this.readProxy();
    if (url === undefined)
      return this.direct ?? (options.secureEndpoint ? new HttpsAgent() : new HttpAgent());
    let timer: NodeJS.Timeout | undefined;
    const opening = Promise.resolve().then(() => openThrough(agentOf(url, this.rules), request, options));
    try {
      return await Promise.race([
        opening,
        new Promise<never>((_resolve, reject) => {
          timer = setTimeout(() => reject(new ProxyFailed(new Error('too slow'))), CONNECT_LIMIT_MS);
        }),
      ]);
    } catch (error) {
      // One that opens later all the same is nobody's.
      opening.then(
        (socket) => socket.destroy(),
        () => undefined,
      );
      throw error instanceof ProxyFailed ? error : new ProxyFailed(error);
    } finally {
      clearTimeout(timer);
    }
  }
}
