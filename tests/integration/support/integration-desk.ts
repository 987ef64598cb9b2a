import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { systemClock } from '@prosa/functions/platform/clock.ts';
import {
  askOutside,
  fetchOutside,
  isPublicAddress,
  type OutsideRules,
} from '@prosa/functions/platform/fetch-outside.ts';
import { systemIds } from '@prosa/functions/platform/ids.ts';
import { sealCredentials, sealSigningSecret } from '@prosa/functions/platform/integration-secrets.ts';
import { commit } from '@prosa/functions/platform/table/commit.ts';
import { Integration as IntegrationEntity } from '@prosa/functions/platform/table/entities/integrations.ts';
import { Message } from '@prosa/functions/platform/table/entities/messages.ts';
import { Ticket } from '@prosa/functions/platform/table/entities/tickets.ts';
import { nextId } from '@prosa/functions/platform/table/updates.ts';
import { integrationItems } from '@prosa/functions/repositories/integrations/integrations.ts';
import type { MessageRow } from '@prosa/functions/repositories/tickets/messages.ts';
import type { TicketRow } from '@prosa/functions/repositories/tickets/tickets.ts';
import type { CallPorts } from '@prosa/functions/workers/integration-calls/answer-call.ts';
import {
  type FakeIntegrations,
  openFakeIntegrations,
} from '@prosa/infra/local/fake-integrations/fake-integrations.ts';
import type { AutomationOf } from '@prosa/shared/entities/automation.ts';
import { type Integration, integrationSchema } from '@prosa/shared/entities/integration.ts';
import type { IntegrationCallMessage } from '@prosa/shared/messaging/integration-call.ts';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import type { TestCompany } from '../../factories/company.ts';
import { fileMessage } from '../../factories/file-message.ts';
import { makeTicket, reload } from '../../factories/tickets.ts';
import { serverPort } from './server-port.ts';

/** A name that resolves to an address of a private network. */
export const PRIVATE_HOST = 'private.example';
/** Rules as in production, except that names resolve to the server of the test. */
const RULES: OutsideRules = {
  protocols: ['http:'],
  resolve: async (name) => [{ address: name === PRIVATE_HOST ? '10.0.0.1' : '127.0.0.1', family: 4 }],
  mayConnect: (address) => address === '127.0.0.1' || isPublicAddress(address),
};

export interface IntegrationDesk {
  readonly fake: FakeIntegrations;
  readonly ports: CallPorts;
  /** Milliseconds of the pauses that the worker made. */
  readonly pauses: number[];
}

/**
 * Gives a test file the external services of integrations, behind every host. Call at the top level.
 * @param timeoutMs limit of a request, instead of the product's ten seconds
 */
export const useIntegrations = (timeoutMs?: number): IntegrationDesk => {
  const fake = openFakeIntegrations();
  const pauses: number[] = [];
  let server: Server | undefined;
  beforeAll(async () => {
    server = createServer((request, response) => {
      fake.serve(request, response).catch(() => response.destroy());
    });
    server.on('error', () => undefined);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  beforeEach(() => {
    for (const held of [fake.receivers, fake.files, fake.faults, fake.typebot.bots, fake.dialogflow.intents])
      held.clear();
    fake.model.reset();
    fake.typebot.taken.length = 0;
    fake.dialogflow.recordings.length = 0;
    fake.received.length = 0;
    pauses.length = 0;
  });
  afterAll(() => {
    server?.closeAllConnections();
    server?.close();
  });
  /** Returns an address at the server of the test, with the name that was asked for. */
  const local = (address: string): string => {
    if (server === undefined) throw new Error('the services are not up yet');
    const { hostname, pathname } = new URL(address);
    const isGoogleToken = hostname === 'oauth2.googleapis.com';
    return `http://${hostname}:${serverPort(server)}${isGoogleToken ? '/token' : pathname}`;
  };
  const ports: CallPorts = {
    ask: (url, question, limits) =>
      askOutside(local(url), question, { ...limits, timeoutMs: timeoutMs ?? limits.timeoutMs }, RULES),
    fetchFile: (url, maxBytes) => fetchOutside(local(url), maxBytes, RULES, timeoutMs),
    clock: systemClock,
    ids: systemIds,
    pause: async (ms) => {
      pauses.push(ms);
    },
  };
  return { fake, ports, pauses };
};

/** Adds an integration to a company, with secrets as plain texts. */
export const addIntegration = async (
  { table, id: companyId }: TestCompany,
  type: Integration['type'],
  { keyFile, secret, ...fields }: Partial<Integration> & { keyFile?: string; secret?: string } = {},
): Promise<number> => {
  const id = await nextId(table, IntegrationEntity);
  const sealed = (text: string) => ({ sealed: text, hint: '' });
  const integration = integrationSchema.parse({
    companyId,
    id,
    name: `integration ${id}`,
    type,
    typebotDelayMessage: 0,
    createdAt: new Date().toISOString(),
    credentials: keyFile === undefined ? null : sealed(await sealCredentials(companyId, id, keyFile)),
    signingSecret: secret === undefined ? null : sealed(await sealSigningSecret(companyId, id, secret)),
    ...fields,
  });
  await commit(integrationItems(table, undefined, integration, Date.now()));
  return id;
};

/** Makes a ticket await the answer of an integration to messages of its customer. Returns it with the call. */
export const awaitAnswer = async (
  company: TestCompany,
  { connectionId, integrationId }: { connectionId: number; integrationId: number },
  written: readonly (string | Partial<MessageRow>)[],
  {
    ticket: known,
    session = null,
  }: { ticket?: TicketRow; session?: AutomationOf<'integration'>['session'] } = {},
): Promise<{ ticket: TicketRow; call: IntegrationCallMessage }> => {
  const { id: companyId, table } = company;
  const before = known ?? (await makeTicket(table, { connectionId }));
  // Another one for each change of the ticket.
  const token = `token-${before.id}-${before.version}`;
  const until = new Date(systemClock.now() + 90_000).toISOString();
  const awaits = { token, until, parts: 0 };
  const automation: AutomationOf<'integration'> = { kind: 'integration', awaits, waiting: [], session };
  const place = { companyId, contactId: before.contactId, connectionId, ticketId: before.id };
  const messages = written.map((one, index) =>
    fileMessage(
      place,
      before.version * 100 + index,
      typeof one === 'string' ? { body: one, mediaType: 'extendedTextMessage', media: null } : one,
    ),
  );
  await commit([
    table.put(Ticket, { ...before, integrationId, automation }, before.version),
    ...messages.map((message) => table.put(Message, message, 'absent')),
  ]);
  const messageIds = messages.map(({ id }) => id);
  return {
    ticket: await reload(table, before.id),
    call: { companyId, integrationId, ticketId: before.id, token, messageIds },
  };
};
