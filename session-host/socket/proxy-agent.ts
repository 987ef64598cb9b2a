import { type ClientRequest, Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { isIP } from 'node:net';
import type { Duplex } from 'node:stream';
import { connect as connectSecurely } from 'node:tls';
import { OUTSIDE_RULES } from '@prosa/functions/platform/fetch-outside.ts';
import { Agent, type AgentConnectOpts } from 'agent-base';
import { buildConnector, Dispatcher, Agent as DispatchingAgent } from 'undici';
import { openTunnel, type ProxyRules, type ReadProxy } from './tunnel.ts';

/**
 * Opens the WhatsApp sockets of one connection: through its proxy if one is set, else directly. The setting is read
 * for each socket, so that a change applies from the next one. If it cannot be read, the socket fails instead of
 * connecting directly.
 * @throws ProxyFailed
 */
export class ConnectionAgent extends Agent {
  private readonly readProxy: ReadProxy;
  private readonly rules: ProxyRules;
  private readonly direct: HttpAgent | undefined;

  /** @param direct opens sockets if no proxy is set; Node's default when absent */
  constructor(readProxy: ReadProxy, rules: ProxyRules = OUTSIDE_RULES, direct?: HttpAgent) {
    super({ keepAlive: false });
    this.readProxy = readProxy;
    this.rules = rules;
    this.direct = direct;
  }

  override async connect(_request: ClientRequest, options: AgentConnectOpts): Promise<Duplex | HttpAgent> {
    const url = await this.readProxy();
    if (url === undefined)
      return this.direct ?? (options.secureEndpoint ? new HttpsAgent() : new HttpAgent());
    const { host = '', port } = options;
    const socket = await openTunnel(url, this.rules, { host, port: Number(port) });
    if (!options.secureEndpoint) return socket;
    const secure = connectSecurely({ ...(isIP(host) === 0 ? { servername: host } : {}), ...options, socket });
    // The caller receives the error, too; the tunnel below ends with the socket.
    secure.on('error', () => socket.destroy());
    return secure;
  }
}

/** The dispatcher of downloads, in the type of Node's `fetch`. */
export type Downloads = NonNullable<RequestInit['dispatcher']>;
/** Returns the dispatcher of a connection's downloads. */
export type DownloadsOf<R> = (ref: R) => Downloads;

/** Checks the type, because Node has its own copy of undici's types. */
const isDownloads = (value: unknown): value is Downloads => value instanceof Dispatcher;

/**
 * Returns the dispatcher of one connection's downloads, which connects like {@link ConnectionAgent}. Each download
 * has its own socket, so that none outlives a change of the setting.
 */
export const connectionDispatcher = (readProxy: ReadProxy, rules: ProxyRules = OUTSIDE_RULES): Downloads => {
  const connect = buildConnector({});
  const dispatcher: unknown = new DispatchingAgent({
    pipelining: 0,
    connect: (options, callback) => {
      const open = async (): Promise<void> => {
        const url = await readProxy();
        if (url === undefined) return connect(options, callback);
        const isSecure = options.protocol === 'https:';
        const port = Number(options.port) || (isSecure ? 443 : 80);
        const socket = await openTunnel(url, rules, { host: options.hostname, port });
        if (isSecure) connect({ ...options, httpSocket: socket }, callback);
        else callback(null, socket);
      };
      open().catch((error: unknown) =>
        callback(error instanceof Error ? error : new Error(String(error)), null),
      );
    },
  });
  if (!isDownloads(dispatcher)) throw new Error('undici makes no dispatchers any more');
  return dispatcher;
};
