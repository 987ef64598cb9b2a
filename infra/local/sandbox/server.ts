import type { IncomingMessage, ServerResponse } from 'node:http';
import { listConnections, readQrCode } from './connections.ts';
import { handleSandbox } from './handle-sandbox.ts';
import { type ConnectionRef, NetworkClient } from './network-client.ts';
import { startWhatsappServer } from './whatsapp-server.ts';

const SCAN_POLL_MS = 100;
const LINK_TIMEOUT_MS = 60_000;

export interface Sandbox {
  /** What the session host needs to find the network. */
  env: Record<string, string>;
  /** Process of the network; it changes when the network is restarted. */
  pid(): number | undefined;
  /** Answers everything under /sandbox/. */
  handle(request: IncomingMessage, response: ServerResponse): Promise<void>;
  /**
   * Waits until a connection shows a QR code and scans it; returns at once when it is linked already.
   * @throws Error after `timeoutMs`
   */
  link(connection: ConnectionRef, timeoutMs?: number): Promise<void>;
  stop(): Promise<void>;
}

export interface SandboxOptions {
  /** Folder of the sandbox's own data. */
  dataDir: string;
  /** E-mails the system sent, oldest first. */
  mail?: () => unknown[] | Promise<unknown[]>;
}

const NO_MAIL = (): unknown[] => [];

/**
 * Starts the fake WhatsApp network and the API that plays its customers. On a network that is new, the connections
 * the table already has are linked as soon as they show their code, so that the demo begins connected.
 */
export const startSandbox = async ({ dataDir, mail = NO_MAIL }: SandboxOptions): Promise<Sandbox> => {
  const whatsapp = await startWhatsappServer(dataDir);
  const network = new NetworkClient(whatsapp.origin);
  let stopped = false;
  const link = async (
    { companyId, connectionId }: ConnectionRef,
    timeoutMs = LINK_TIMEOUT_MS,
  ): Promise<void> => {
    const deadline = performance.now() + timeoutMs;
    while (!stopped) {
      const account = (await network.accounts()).find(
        (each) => each.companyId === companyId && each.connectionId === connectionId,
      );
      if (account?.linked === true) return;
      const qr = account?.showsCode === true ? await readQrCode({ companyId, connectionId }) : '';
      if (qr !== '' && (await network.call('POST', '/scan', { companyId, connectionId, qr })).status === 202)
        return;
      if (performance.now() > deadline) throw new Error(`connection ${connectionId} shows no QR code`);
      await new Promise((resolve) => setTimeout(resolve, SCAN_POLL_MS));
    }
  };
  const isNew = (await network.accounts()).length === 0;
  if (isNew) {
    for (const connection of await listConnections()) {
      link(connection).catch((error: unknown) => console.error('a connection was not linked', error));
    }
  }
  return {
    env: { WHATSAPP_WS_URL: whatsapp.socketUrl },
    pid: () => whatsapp.pid,
    handle: (request, response) => handleSandbox({ network, mail }, request, response),
    link,
    stop: async () => {
      stopped = true;
      await whatsapp.close();
    },
  };
};
