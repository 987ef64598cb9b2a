import type { IntegrationCallMessage } from '@prosa/shared/messaging/integration-call.ts';
import { shownName } from '@prosa/shared/rules/hide-numbers.ts';
import type { Exchange } from '../../domain/integrations/adapter.ts';
import { adapterOf } from '../../domain/integrations/adapters.ts';
import { askedMessages } from '../../integrations/asked-messages.ts';
import type { AskPorts } from '../../integrations/service-calls.ts';
import type { Directory } from '../../platform/directory.ts';
import type { Table } from '../../platform/table/table.ts';
import type { IntegrationRow } from '../../repositories/integrations/integrations.ts';
import type { MessageRow } from '../../repositories/tickets/messages.ts';
import type { TicketRow } from '../../repositories/tickets/tickets.ts';
import { askedFile, fileNeedOf } from './asked-file.ts';

type Ports = Pick<AskPorts, 'clock' | 'pause'>;

/** Returns the messages that an integration is asked about, with the files that its adapter needs. */
const messagesOf = async (
  table: Table,
  { type }: IntegrationRow,
  message: IntegrationCallMessage,
  session: Exchange['session'],
  ports: Ports,
): Promise<Exchange['messages']> => {
  const adapter = adapterOf(type);
  if (adapter === undefined) return [];
  const needsFile = (one: MessageRow): boolean => fileNeedOf(adapter, one, session) !== undefined;
  const stored = await askedMessages(table, message, ports, needsFile);
  const nowMs = ports.clock.now();
  return Promise.all(
    stored.map(async (one) => ({
      id: one.id,
      type: one.mediaType,
      text: one.body,
      mimeType: one.media?.mimeType ?? null,
      at: one.sentAt,
      file: await askedFile(adapter, one, session, nowMs),
    })),
  );
};

/** Returns what an integration is asked: the messages of a call that belong to the ticket, and the conversation's data. */
export const exchangeOf = async (
  table: Table,
  ticket: TicketRow,
  integration: IntegrationRow,
  { directory, message }: { directory: Directory; message: IntegrationCallMessage },
  ports: Ports,
): Promise<Omit<Exchange, 'conversationKey'>> => {
  const { contact, connectionId, automation } = ticket;
  const session = automation.kind === 'integration' ? automation.session : null;
  const messages = await messagesOf(table, integration, message, session, ports);
  const connection = directory.connections.get(connectionId ?? 0);
  return {
    deliveryId: message.token,
    messages,
    session,
    company: { id: ticket.companyId, language: directory.settings.language },
    connection: { id: connectionId ?? 0, name: connection?.name ?? '', channel: ticket.channel },
    ticket: { id: ticket.id, uuid: ticket.uuid, status: ticket.status, queueId: ticket.queueId },
    contact: { id: contact.id, name: shownName(contact), number: contact.number, email: contact.email },
    nowMs: ports.clock.now(),
  };
};
