import { setTimeout as sleep } from 'node:timers/promises';
import * as z from 'zod';
import type { StackProcess } from '../../support/stack-process.ts';
import type { Client } from '../client.ts';

const POLL_MS = 250;
const PATIENCE_MS = 5 * 60_000;
const connectionSchema = z.object({ id: z.int() });
const listedSchema = z.array(
  z.object({ id: z.int(), companyId: z.int(), name: z.string(), status: z.string() }),
);

/** A connection, as the sandbox addresses it. */
export interface LinkedConnection {
  companyId: number;
  connectionId: number;
}

/** Waits, by polling. */
export const until = async (isSo: () => Promise<boolean>, what: string): Promise<void> => {
  const deadline = performance.now() + PATIENCE_MS;
  while (!(await isSo())) {
    if (performance.now() > deadline) throw new Error(`in vain: ${what}`);
    await sleep(POLL_MS);
  }
};

/** Sends a request to the sandbox. @returns whether it was accepted */
export const postToSandbox = async (url: string, body: object): Promise<boolean> => {
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
  await answer.text();
  return answer.status === 202;
};

/** Creates a connection and scans its QR code. @param body of the request that creates it */
export const linkConnection = async (
  { url }: StackProcess,
  client: Client,
  body: { name: string } & Record<string, unknown>,
): Promise<LinkedConnection> => {
  const { id } = connectionSchema.parse(await client.call('POST', '/whatsapp', body));
  const listed = async () =>
    listedSchema
      .parse(await (await fetch(`${url}/sandbox/connections`)).json())
      .find((one) => one.id === id && one.name === body.name);
  await until(async () => (await listed())?.status === 'qrcode', 'a QR code');
  const companyId = (await listed())?.companyId ?? 0;
  const place = { companyId, connectionId: id };
  await until(() => postToSandbox(`${url}/sandbox/scan`, place), 'the scan');
  await until(async () => (await listed())?.status === 'CONNECTED', 'the connection');
  return place;
};
