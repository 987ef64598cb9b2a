import type { CompanySettings } from '@prosa/shared/entities/company.ts';
import type { Connection, ConnectionState } from '@prosa/shared/entities/connection.ts';
import type { Queue } from '@prosa/shared/entities/queue.ts';
import { presentCompanySettings } from '../companies/company-settings.ts';
import { presentConnectionBrief, presentConnectionSession } from '../connections/present-connection-brief.ts';
import { presentQueue } from '../queues/present-queue.ts';
import { type Bookkeeping, type Change, type Delivery, type EventContext, isOneOf } from './context.ts';

const isRepeated = ({ before, after }: Change<Bookkeeping>): boolean => before?.version === after?.version;

/** What a changed queue tells everyone in the company. */
export const queueEvents = (change: Change<Queue & Bookkeeping>, context: EventContext): Delivery[] => {
  const { companyId, recipients } = context;
  const { before, after } = change;
  const hears = isOneOf(recipients);
  if (isRepeated(change)) return [];
  if (after !== undefined) {
    return [
      { event: { name: 'queue', companyId, data: { action: 'update', queue: presentQueue(after) } }, hears },
    ];
  }
  return before === undefined
    ? []
    : [{ event: { name: 'queue', companyId, data: { action: 'delete', queueId: before.id } }, hears }];
};

/** What a changed connection tells everyone in the company. */
export const connectionEvents = (
  change: Change<Connection & Bookkeeping>,
  context: EventContext,
): Delivery[] => {
  const { companyId, recipients } = context;
  const { before, after } = change;
  const hears = isOneOf(recipients);
  if (isRepeated(change)) return [];
  if (after !== undefined) {
    const whatsapp = presentConnectionBrief(after, context.states.get(after.id));
    return [{ event: { name: 'whatsapp', companyId, data: { action: 'update', whatsapp } }, hears }];
  }
  return before === undefined
    ? []
    : [{ event: { name: 'whatsapp', companyId, data: { action: 'delete', whatsappId: before.id } }, hears }];
};

/** A connection's live side: whole (with the QR code) for who manages connections, its status for the others. */
export const connectionStateEvents = (
  change: Change<ConnectionState & Bookkeeping>,
  context: EventContext,
): Delivery[] => {
  const { companyId, recipients } = context;
  const { before, after } = change;
  if (after === undefined || isRepeated(change)) return [];
  const connection = context.names.connections.get(after.connectionId);
  if (connection === undefined) return [];
  const managers = recipients.filter((recipient) => recipient.managesConnections);
  const session: Delivery = {
    event: {
      name: 'whatsappSession',
      companyId,
      data: { action: 'update', session: presentConnectionSession(after) },
    },
    hears: isOneOf(managers),
  };
  if (before?.status === after.status) return [session];
  const whatsapp = presentConnectionBrief(connection, after);
  return [
    session,
    {
      event: { name: 'whatsapp', companyId, data: { action: 'update', whatsapp } },
      hears: isOneOf(recipients),
    },
  ];
};

/** What changed settings tell everyone in the company. */
export const settingsEvents = (
  change: Change<CompanySettings & Bookkeeping>,
  { companyId, recipients }: EventContext,
): Delivery[] =>
  change.after === undefined || isRepeated(change)
    ? []
    : [
        {
          event: {
            name: 'settings',
            companyId,
            data: { action: 'update', setting: presentCompanySettings(change.after) },
          },
          hears: isOneOf(recipients),
        },
      ];
