import { channelOf } from '@prosa/functions/channels/channels.ts';
import { send } from '@prosa/functions/domain/turns/message-turns.ts';
import { turnOn } from '@prosa/functions/domain/turns/turn.ts';
import { forgetDirectory } from '@prosa/functions/platform/directory.ts';
import { systemIds } from '@prosa/functions/platform/ids.ts';
import { commit } from '@prosa/functions/platform/table/commit.ts';
import { Message } from '@prosa/functions/platform/table/entities/messages.ts';
import { withCredentials } from '@prosa/functions/repositories/connections/connection-credentials.ts';
import { connectionItems, loadConnection } from '@prosa/functions/repositories/connections/connections.ts';
import type { MessageRow } from '@prosa/functions/repositories/tickets/messages.ts';
import { type ChannelCommand, channelCommandSchema } from '@prosa/shared/messaging/channel-command.ts';
import type { Identity } from '@prosa/shared/messaging/identity.ts';
import type { TestCompany } from '../../factories/company.ts';
import type { Where } from '../../factories/inbound-events.ts';
import { makeContact, makeTicket } from '../../factories/tickets.ts';
import { commitTurn } from '../../support/commit-turn.ts';
import type { StubRequest } from '../../support/graph-stub.ts';
import { plant } from '../../support/plant.ts';

/** The channels whose messages go to the Graph API. */
export const GRAPH_CHANNELS = ['whatsappapi', 'facebook', 'instagram'] as const;
export type GraphChannel = (typeof GRAPH_CHANNELS)[number];
export type SendCommand = Extract<ChannelCommand, { type: 'send' }>;

/** Kind of the ids by which a channel reaches its contacts. */
const REACHED_BY: Readonly<Record<GraphChannel, Identity['kind']>> = {
  whatsappapi: 'phone',
  facebook: 'psid',
  instagram: 'igsid',
};

let serial = 0;

/** Adds a connection whose account is linked. */
export const linkedConnection = async (
  company: TestCompany,
  channel: GraphChannel,
  expireAt: string | null = null,
): Promise<Where> => {
  const accountId = String(106_540_352_000_000 + ++serial);
  const connectionId = await company.addConnection({ channel, accountId, businessId: `9${serial}` });
  const before = await loadConnection(company.table, connectionId);
  if (before === undefined) throw new Error('no connection');
  const accessToken = plant(`EAA${'kEy0'.repeat(25)}`);
  const after = await withCredentials(before, { accessToken, expireAt });
  await commit(connectionItems(company.table, before, after, Date.now()));
  forgetDirectory(company.id);
  return { companyId: company.id, connectionId };
};

/** Stores a message that is being sent to a contact of its own, and returns it with its command. */
export const pendingSend = async (
  company: TestCompany,
  { connectionId }: Where,
  channel: GraphChannel,
  nowMs = Date.now(),
): Promise<{ message: MessageRow; command: SendCommand }> => {
  const value = plant(`55119${70_000_000 + ++serial}`);
  const identities = [{ kind: REACHED_BY[channel], value }];
  const contact = await makeContact(company.table, { channel, number: value, identities });
  const heardAt = new Date().toISOString();
  const ticket = await makeTicket(
    company.table,
    { contact, connectionId },
    { status: 'open', userId: company.admin.id, channel, heardAt },
  );
  const moment = { ids: systemIds, nowMs };
  const turn = send(turnOn(ticket), { body: 'Bom dia', userId: null }, channelOf({ channel }), moment);
  const { messages } = await commitTurn(company.table, turn, moment);
  const [message] = messages;
  const [call] = turn.calls;
  const command = channelCommandSchema.parse(JSON.parse(call?.body ?? ''));
  if (message === undefined || command.type !== 'send') throw new Error('nothing is sent');
  return { message, command };
};

/** Returns a message as it is stored now. */
export const storedMessage = async (company: TestCompany, message: MessageRow): Promise<MessageRow> => {
  const row = await company.table.get(Message, message, { consistent: true });
  if (row === undefined) throw new Error('the message is gone');
  return row;
};

/** Returns the requests that send a message, by the reference that they carry. */
export const callsOf = (requests: readonly StubRequest[], { id }: Pick<MessageRow, 'id'>): StubRequest[] =>
  requests.filter(({ json }) => JSON.stringify(json ?? '').includes(`"${id}#`));

/** Returns the channel of a request that sends a message: Messenger and Instagram share the form of their answers. */
export const channelOfCall = ({ json }: StubRequest): GraphChannel =>
  JSON.stringify(json ?? '').includes('"messaging_product"') ? 'whatsappapi' : 'facebook';

/** Returns the answer of the Graph API to a message that it took. */
export const takenAnswer = (channel: GraphChannel): { json: object } => {
  const id = `${channel === 'whatsappapi' ? 'wamid' : 'm_'}.${++serial}`;
  return { json: channel === 'whatsappapi' ? { messages: [{ id }] } : { recipient_id: '1', message_id: id } };
};
