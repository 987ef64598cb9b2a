import { handler as companies } from '@prosa/functions/http/companies/handler.ts';
import { toInstant } from '@prosa/functions/platform/clock.ts';
import { commit } from '@prosa/functions/platform/table/commit.ts';
import { ConnectionState } from '@prosa/functions/platform/table/entities/connections.ts';
import { Outbox } from '@prosa/functions/platform/table/entities/work.ts';
import { keys } from '@prosa/functions/platform/table/keys.ts';
import { loadMessage } from '@prosa/functions/repositories/tickets/messages.ts';
import { apiUsageRoutes } from '@prosa/shared/contracts/api-usage.ts';
import { externalRoutes } from '@prosa/shared/contracts/external.ts';
import { type SessionCommand, sessionCommandSchema } from '@prosa/shared/messaging/session-command.ts';
import type * as z from 'zod';
import type { TestCompany } from '../../factories/company.ts';
import { type Answer, type Call, call } from './call.ts';
import { storedFrom } from './meta-workers.ts';
import { handlerOf } from './route-handlers.ts';

/** The bound routes of the external API; every link is a picture. */
export const external = handlerOf(externalRoutes.sendMessage);

interface Connected {
  connectionId: number;
  token: string;
}

/** Creates a connection with a WhatsApp session, and an API token for it. */
export const connect = async (
  owner: TestCompany,
  status: 'CONNECTED' | 'DISCONNECTED' = 'CONNECTED',
): Promise<Connected> => {
  const connectionId = await owner.addConnection({ allowGroup: true });
  await setStatus(owner, connectionId, status);
  return { connectionId, token: await owner.addApiToken(connectionId) };
};

/** Sets the status of a connection's session. */
export const setStatus = (
  { id: companyId, table }: TestCompany,
  connectionId: number,
  status: 'CONNECTED' | 'DISCONNECTED',
): Promise<void> => {
  const changedAt = toInstant(Date.now());
  return commit([table.put(ConnectionState, { companyId, connectionId, status, changedAt }, 'any')]);
};

/** Sends over the external API, as the call of a key if one is given. */
export const post = (token: string, asked: Pick<Call, 'body' | 'form'>, key?: string): Promise<Answer> =>
  call(external, {
    to: 'POST /messages/send',
    token,
    ...asked,
    ...(key === undefined ? {} : { headers: { 'idempotency-key': key } }),
  });

/** Returns the answer to a call that has sent. @throws Error for any other answer */
export const sentIn = ({ status, body }: Answer): z.output<typeof externalRoutes.sendMessage.response> => {
  if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`);
  return externalRoutes.sendMessage.response.parse(body);
};

/** Returns the ticket of the messages that a call has sent; undefined if nothing was stored. No answer names it. */
export const ticketIdIn = async (
  { table }: Pick<TestCompany, 'table'>,
  { messages: [message] }: Pick<ReturnType<typeof sentIn>, 'messages'>,
): Promise<number | undefined> =>
  message === undefined ? undefined : (await loadMessage(table, message.id))?.ticketId;

/** Returns a form with a number, fields and files by their names. */
export const formOf = (
  fields: Readonly<Record<string, string>>,
  files: readonly { name: string; type: string; bytes: Uint8Array }[],
): FormData => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  for (const { name, type, bytes } of files)
    form.append('medias', new Blob([Uint8Array.from(bytes)], { type }), name);
  return form;
};

/** Returns the waiting commands of a connection to a contact, or to a number without one. */
export const commandsTo = async (
  { id, table }: TestCompany,
  connectionId: number,
  to: number | string,
): Promise<SessionCommand[]> => {
  const groupId = [id, connectionId, to].join(':');
  const { pk } = keys.outbox({ queue: 'session-commands-0', groupId, id: '' });
  const { rows } = await table.query(Outbox, { pk, limit: 100, consistent: true });
  return rows.map(({ body }) => sessionCommandSchema.parse(JSON.parse(body)));
};

/** Returns the texts of the messages that a connection sent to a number. */
export const textsTo = async (
  { table }: TestCompany,
  { connectionId }: Connected,
  number: string,
): Promise<string[]> => (await storedFrom(table, connectionId, number)).map(({ body }) => body);

/** Returns the usage of this month, as an administrator sees it. */
export const usageTotal = async ({
  admin,
}: TestCompany): Promise<z.output<typeof apiUsageRoutes.list.response>['total']> => {
  const answer = await call(companies, { to: 'GET /api-usage', token: admin.token });
  return apiUsageRoutes.list.response.parse(answer.body).total;
};
