import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { readQrCode } from './connections.ts';
import { handleSandbox } from './handle-sandbox.ts';
import { type ConnectionRef, NetworkClient } from './network-client.ts';
import { startWhatsappServer, type WhatsappServer } from './whatsapp-server.ts';

const SCAN_POLL_MS = 100;

export interface Sandbox {
  whatsapp: WhatsappServer;
  /** Answers everything under /sandbox/. */
  handle(request: IncomingMessage, response: ServerResponse): Promise<void>;
  /**
   * Waits until a connection shows a QR code and scans it; returns at once when it is linked already.
   * @throws Error after `timeoutMs`
   */
  link(connection: ConnectionRef, timeoutMs?: number): Promise<void>;
  close(): Promise<void>;
}

export interface SandboxOptions {
  /** Folder of the whole local stack's data. */
  dataDir: string;
  /** E-mails the system sent, oldest first. */
  mail?: () => unknown[] | Promise<unknown[]>;
}

/** Starts the fake WhatsApp network and the API that plays its customers. */
export const startSandbox = async ({ dataDir, mail = () => [] }: SandboxOptions): Promise<Sandbox> => {
  const whatsapp = await startWhatsappServer(join(dataDir, 'whatsapp'));
  const network = new NetworkClient(whatsapp.origin);
  return {
    whatsapp,
    handle: (request, response) => handleSandbox({ network, mail }, request, response),
    link: async (connection, timeoutMs = 15_000) => {
      const deadline = performance.now() + timeoutMs;
      const { companyId, connectionId } = connection;
      for (;;) {
        const account = (await network.accounts()).find(
          (each) => each.companyId === companyId && each.connectionId === connectionId,
        );
        if (account?.linked === true) return;
        const qr = account?.showsCode === true ? await readQrCode(connection) : '';
        if (
          qr !== '' &&
          (await network.call('POST', '/scan', { companyId, connectionId, qr })).status === 202
        )
          return;
        if (performance.now() > deadline) throw new Error(`connection ${connectionId} shows no QR code`);
        await new Promise((resolve) => setTimeout(resolve, SCAN_POLL_MS));
      }
    },
    close: () => whatsapp.close(),
  };
};
