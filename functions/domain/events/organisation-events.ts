import type { Connection, ConnectionPairing, ConnectionState } from '@prosa/shared/entities/connection.ts';
import type { HistoryImport } from '@prosa/shared/entities/history-import.ts';
import type { Queue } from '@prosa/shared/entities/queue.ts';
import type { CompanySettings } from '@prosa/shared/entities/settings.ts';
import type { Tag } from '@prosa/shared/entities/tag.ts';
import { presentCompanySettings } from '../companies/company-settings.ts';
import { presentConnectionBrief, presentConnectionSession } from '../connections/present-connection-brief.ts';
import { presentTag } from '../presenters/present-tag.ts';
import { presentQueueRow } from '../queues/present-queue.ts';
import { deliver } from './audience.ts';
import type { Bookkeeping, Change, Delivery, EventContext } from './context.ts';

const isRepeated = ({ before, after }: Change<Bookkeeping>): boolean => before?.version === after?.version;

/** Decides the events of a changed queue, for everyone in the company. */
export const queueEvents = (
  change: Change<Omit<Queue, 'chatbots'> & Bookkeeping>,
  context: EventContext,
): Delivery[] => {
  const params = { companyId: context.companyId };
  const { before, after } = change;
  if (isRepeated(change)) return [];
  if (after !== undefined) {
    const queue = presentQueueRow(after);
    return [deliver(context, { name: 'queue', params, data: { action: 'update', queue } }, {})];
  }
  return before === undefined
    ? []
    : [deliver(context, { name: 'queue', params, data: { action: 'delete', queueId: before.id } }, {})];
};

/**
 * Decides the events of a changed tag, or of a changed number of contacts with the tag, for everyone in the company.
 */
export const tagEvents = (change: Change<Tag & Bookkeeping>, context: EventContext): Delivery[] => {
  const params = { companyId: context.companyId };
  const { before, after } = change;
  if (isRepeated(change)) return [];
  if (after !== undefined) {
    const action = before === undefined ? 'create' : 'update';
    return [deliver(context, { name: 'tag', params, data: { action, tag: presentTag(after) } }, {})];
  }
  return before === undefined
    ? []
    : [deliver(context, { name: 'tag', params, data: { action: 'delete', tagId: before.id } }, {})];
};

/** Decides the events of a changed connection, for everyone in the company. */
export const connectionEvents = (
  change: Change<Connection & Bookkeeping>,
  context: EventContext,
): Delivery[] => {
  const params = { companyId: context.companyId };
  const { before, after } = change;
  if (isRepeated(change)) return [];
  if (after !== undefined) {
    const whatsapp = presentConnectionBrief(after, context.states.get(after.id));
    return [deliver(context, { name: 'whatsapp', params, data: { action: 'update', whatsapp } }, {})];
  }
  return before === undefined
    ? []
    : [deliver(context, { name: 'whatsapp', params, data: { action: 'delete', whatsappId: before.id } }, {})];
};

/**
 * Decides the events of a connection's live state: the whole state (with the QR code) for users who manage
 * connections, only the status for everyone else.
 */
export const connectionStateEvents = (
  change: Change<ConnectionState & Bookkeeping>,
  context: EventContext,
): Delivery[] => {
  const params = { companyId: context.companyId };
  const { before, after } = change;
  if (after === undefined || isRepeated(change)) return [];
  const connection = context.names.connections.get(after.connectionId);
  if (connection === undefined) return [];
  const session = presentConnectionSession(after);
  const whole = deliver(
    context,
    { name: 'whatsappSession', params, data: { action: 'update', session } },
    {},
  );
  if (before?.status === after.status) return [whole];
  const whatsapp = presentConnectionBrief(connection, after);
  return [whole, deliver(context, { name: 'whatsapp', params, data: { action: 'update', whatsapp } }, {})];
};

/**
 * Decides the events of a new or failed pairing code: browsers of users who manage connections fetch the connection's
 * live state again.
 */
export const connectionPairingEvents = (
  change: Change<ConnectionPairing & Bookkeeping>,
  context: EventContext,
): Delivery[] => {
  const { after } = change;
  const state = after === undefined ? undefined : context.states.get(after.connectionId);
  if (state === undefined || isRepeated(change)) return [];
  const params = { companyId: context.companyId };
  const session = presentConnectionSession(state);
  return [deliver(context, { name: 'whatsappSession', params, data: { action: 'update', session } }, {})];
};

/**
 * Decides the events of an import of old messages: its progress, and at its end that there are new messages to fetch.
 */
export const historyImportEvents = (
  change: Change<HistoryImport & Bookkeeping>,
  context: EventContext,
): Delivery[] => {
  const { before, after } = change;
  if (after === undefined || isRepeated(change)) return [];
  const params = { companyId: context.companyId };
  const { connectionId: whatsappId, stored, all, date, refreshedAt } = after;
  const status = { this: stored, all, date };
  return [
    deliver(context, { name: 'importMessages', params, data: { action: 'update', whatsappId, status } }, {}),
    ...(refreshedAt === null || refreshedAt === before?.refreshedAt
      ? []
      : [deliver(context, { name: 'importMessages', params, data: { action: 'refresh', whatsappId } }, {})]),
  ];
};

/** Decides the events of changed settings, for everyone in the company. */
export const settingsEvents = (
  change: Change<CompanySettings & Bookkeeping>,
  context: EventContext,
): Delivery[] => {
  if (change.after === undefined || isRepeated(change)) return [];
  const setting = presentCompanySettings(change.after);
  const params = { companyId: context.companyId };
  return [deliver(context, { name: 'settings', params, data: { action: 'update', setting } }, {})];
};
