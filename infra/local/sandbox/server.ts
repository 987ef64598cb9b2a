import type { IncomingMessage, ServerResponse } from 'node:http';
import { openFakeGraph } from '@prosa/infra/local/fake-graph/fake-graph.ts';
import type { MetaApp } from '@prosa/infra/local/fake-graph/tokens.ts';
import { startFakeWhatsapp } from '@prosa/infra/local/fake-whatsapp/start.ts';
import { type ConnectionRef, listConnections, readQrCode } from './connections.ts';
import { handleSandbox } from './handle-sandbox.ts';
import type { OutsideServices } from './outside-services.ts';

const SCAN_POLL_MS = 100;
const LINK_TIMEOUT_MS = 60_000;

export interface Sandbox {
  /** Environment with which the session host finds the network. */
  env: Record<string, string>;
  /** Answers every request under /sandbox/. */
  handle(request: IncomingMessage, response: ServerResponse): Promise<void>;
  /**
   * Waits until a connection shows a QR code and scans it; returns at once when the connection is already linked.
   * @throws Error after `timeoutMs`
   */
  link(connection: ConnectionRef, timeoutMs?: number): Promise<void>;
  stop(): Promise<void>;
}

export interface SandboxOptions {
  /** Folder of the sandbox's own data. */
  dataDir: string;
  /** The app at Meta, with the secrets that the functions have. */
  app: MetaApp;
  /** Address of the Graph API, as the functions call it. */
  graphEndpoint: string;
  /** Address of the app on the loopback, for Meta's webhooks. */
  loopbackOrigin: string;
  /** Origin of the app in the browser, to which Meta's login dialog leads. */
  appOrigin: string;
  /** The fake services of integrations and assistants. */
  services: OutsideServices;
  /** E-mails that the system sent, oldest first. */
  mail?: () => unknown[] | Promise<unknown[]>;
}

const NO_MAIL = (): unknown[] => [];

/**
 * Starts the fake WhatsApp network, the fake Meta, and the API that simulates their customers. On a new network, existing connections
 * of the table are linked as soon as they show their QR code, so that the demo starts connected.
 */
export const startSandbox = async ({
  dataDir,
  app,
  graphEndpoint,
  loopbackOrigin,
  appOrigin,
  services,
  mail = NO_MAIL,
}: SandboxOptions): Promise<Sandbox> => {
  const fake = await startFakeWhatsapp(dataDir);
  const webhookUrl = `${loopbackOrigin}/api/webhooks/meta`;
  const graph = openFakeGraph({ dataDir, app, endpoint: graphEndpoint, webhookUrl, appOrigin });
  const { network } = fake;
  let stopped = false;
  const link = async (connection: ConnectionRef, timeoutMs = LINK_TIMEOUT_MS): Promise<void> => {
    const key = `${connection.companyId}:${connection.connectionId}`;
    const deadline = performance.now() + timeoutMs;
    while (!stopped && !network.isLinked(key)) {
      const qr = await readQrCode(connection);
      if (qr !== '' && network.scan(key, qr)) return;
      if (performance.now() > deadline) throw new Error(`connection ${key} shows no QR code`);
      await new Promise((resolve) => setTimeout(resolve, SCAN_POLL_MS));
    }
  };
  if (network.accounts.all().length === 0) {
    for (const connection of await listConnections()) {
      link(connection).catch((error: unknown) => console.error('a connection was not linked', error));
    }
  }
  return {
    env: { WHATSAPP_WS_URL: fake.socketUrl },
    handle: (request, response) => handleSandbox({ network, graph, services, mail }, request, response),
    link,
    stop: async () => {
      stopped = true;
      graph.close();
      await fake.close();
    },
  };
};
