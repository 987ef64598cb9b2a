import { facebook } from '@prosa/functions/channels/facebook/facebook.ts';
import { progressOfRun } from '@prosa/functions/domain/campaigns/campaign-run.ts';
import { contactMergeTurn } from '@prosa/functions/domain/turns/merge-contacts-turns.ts';
import { send } from '@prosa/functions/domain/turns/message-turns.ts';
import { turnOn } from '@prosa/functions/domain/turns/turn.ts';
import { handler as tags } from '@prosa/functions/http/tags/handler.ts';
import { handler as tickets } from '@prosa/functions/http/tickets/handler.ts';
import { putObject } from '@prosa/functions/platform/blob/blob.ts';
import { pendingKey, storedKey } from '@prosa/functions/platform/blob/file-keys.ts';
import { systemClock, toInstant } from '@prosa/functions/platform/clock.ts';
import { forgetDirectory } from '@prosa/functions/platform/directory.ts';
import { systemIds } from '@prosa/functions/platform/ids.ts';
import { outboxItem } from '@prosa/functions/platform/queue/outbox-item.ts';
import { notePageStart } from '@prosa/functions/platform/realtime/starting-pages.ts';
import { commit } from '@prosa/functions/platform/table/commit.ts';
import type { Draft } from '@prosa/functions/platform/table/define-entity.ts';
import {
  Campaign,
  CampaignProgress,
  CampaignReceiver,
} from '@prosa/functions/platform/table/entities/campaigns.ts';
import { Queue } from '@prosa/functions/platform/table/entities/companies.ts';
import {
  BusinessRoute,
  ConnectionHealth,
  ConnectionPairing,
  ConnectionState,
  PhoneContact,
} from '@prosa/functions/platform/table/entities/connections.ts';
import { ContactExport, ContactImport } from '@prosa/functions/platform/table/entities/contact-files.ts';
import { ContactList, ContactListItem } from '@prosa/functions/platform/table/entities/contact-lists.ts';
import { Contact, TaggedContact } from '@prosa/functions/platform/table/entities/contacts.ts';
import { Flow, FlowVersion } from '@prosa/functions/platform/table/entities/flows.ts';
import {
  InternalChat,
  InternalChatMessage,
} from '@prosa/functions/platform/table/entities/internal-chats.ts';
import { Message } from '@prosa/functions/platform/table/entities/messages.ts';
import { Ticket } from '@prosa/functions/platform/table/entities/tickets.ts';
import { DirectoryUser, Session, User } from '@prosa/functions/platform/table/entities/users.ts';
import { Timer } from '@prosa/functions/platform/table/entities/work.ts';
import type { Table } from '@prosa/functions/platform/table/table.ts';
import { globalTable } from '@prosa/functions/platform/table/table.ts';
import { nextId } from '@prosa/functions/platform/table/updates.ts';
import { setTimerItem } from '@prosa/functions/platform/timers/set-timer.ts';
import {
  isTimerKind,
  type TimerKind,
  type TimerRequest,
} from '@prosa/functions/platform/timers/timer-kinds.ts';
import {
  campaignItem,
  loadCampaign,
  loadProgress,
  progressItem,
} from '@prosa/functions/repositories/campaigns/campaigns.ts';
import { connectionItems, loadConnection } from '@prosa/functions/repositories/connections/connections.ts';
import { importedRowsKey } from '@prosa/functions/repositories/contacts/contact-files.ts';
import { loadContact } from '@prosa/functions/repositories/contacts/contacts.ts';
import { newFlowFileItems, useFlowFiles } from '@prosa/functions/repositories/flows/flow-files.ts';
import { healthItem } from '@prosa/functions/repositories/integrations/integration-health.ts';
import { ensureTag, loadTag } from '@prosa/functions/repositories/organisation/tags.ts';
import { loadMessage } from '@prosa/functions/repositories/tickets/messages.ts';
import { loadSchedule, scheduleItem } from '@prosa/functions/repositories/tickets/schedules.ts';
import { loadTicket } from '@prosa/functions/repositories/tickets/tickets.ts';
import { presenceItems } from '@prosa/functions/repositories/users/presence.ts';
import { userItems } from '@prosa/functions/repositories/users/users.ts';
import { endpointItems, loadEndpoint } from '@prosa/functions/repositories/webhooks/webhook-endpoints.ts';
import { completion } from '@prosa/infra/local/fake-integrations/chat-model.ts';
import { FUNCTIONS } from '@prosa/infra/programs.ts';
import { tableStore } from '@prosa/session-host/connections/table-store.ts';
import { historyStore } from '@prosa/session-host/history/history-store.ts';
import { type Campaign as CampaignFields, campaignSchema } from '@prosa/shared/entities/campaign.ts';
import { connectionHealthSchema } from '@prosa/shared/entities/connection.ts';
import { contactListItemSchema, contactListSchema } from '@prosa/shared/entities/contact-list.ts';
import { clientFrameSchema } from '@prosa/shared/events/catalogue.ts';
import type { CampaignPlan } from '@prosa/shared/messaging/campaign-message.ts';
import { OVERDUE_SEND } from '@prosa/shared/messaging/timer-message.ts';
import { contactListItemId } from '@prosa/shared/rules/contact-list-item-id.ts';
import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { describe, expect, it } from 'vitest';
import { greetingGraph } from '../factories/flows.ts';
import { pastText, wholeImport } from '../factories/history.ts';
import { sqsEvent, textEvent } from '../factories/inbound-events.ts';
import { cloudDelivery, cloudText } from '../factories/meta-deliveries.ts';
import { makeTicket } from '../factories/tickets.ts';
import { commitTurn } from '../support/commit-turn.ts';
import {
  assistantCallsBy,
  campaignPlans,
  campaignWork,
  channelBulk,
  channelCommands,
  contactExports,
  contactImports,
  historyImports,
  inbound,
  index as indexReader,
  integrationCalls,
  live as liveReader,
  metaWebhooks,
  outboxSweep,
  sockets,
  timers,
  timerTick,
  webhookDeliveries,
} from '../support/handlers.ts';
import { addAssistant, awaitAssistant } from './support/assistant-desk.ts';
import { useBucket } from './support/bucket.ts';
import { call } from './support/call.ts';
import { useEdge } from './support/edge.ts';
import { addIntegration, awaitAnswer } from './support/integration-desk.ts';
import type { Scene } from './support/scene.ts';
import { socketEvent } from './support/socket-event.ts';
import { followStream } from './support/stream.ts';
import { useTable } from './support/table.ts';
import { type Cases, each, type Operation, useTwins } from './support/twins.ts';

/**
 * Runs every write without a browser request on two similar companies, one of which loses the first response to each
 * of its writes. The cases are checked against lists from the code; a missing case fails.
 */
const engine = useTable();
useBucket();
const edge = useEdge();
const twins = useTwins();

const check = async (operation: Operation): Promise<void> => {
  expect(await twins.expectSame(operation)).toBeGreaterThan(0);
};

type Worker = (event: SQSEvent) => Promise<SQSBatchResponse>;
const taken = async (worker: Worker, bodies: readonly string[]): Promise<unknown> => {
  const { batchItemFailures } = await worker(sqsEvent(bodies));
  expect(batchItemFailures).toEqual([]);
  return batchItemFailures;
};

/** Starts an export, of the contacts or of a report, and returns the work of its first file. */
const runningExport = async (
  { company: { table, id: companyId, admin } }: Scene,
  of: Pick<Draft<typeof ContactExport>, 'report'>,
) => {
  const id = '01k2x3y4z5a6b7c8d9e0';
  const row = { companyId, id, userId: admin.id, state: 'running' as const, ...of };
  await commit([table.put(ContactExport, row, 'absent')]);
  return () => taken(contactExports, [JSON.stringify({ companyId, userId: admin.id, id })]);
};

/** Makes a schedule due. */
const makeDue = async (table: Table, id: number, lastMessageId = ''): Promise<void> => {
  const schedule = await loadSchedule(table, id);
  if (schedule === undefined) throw new Error('the schedule is gone');
  const sendAt = toInstant(systemClock.now() - 60_000);
  await commit([scheduleItem(table, schedule, { ...schedule, sendAt, lastMessageId }, systemClock.now())]);
};

/** Adds a campaign to everyone on a list of one. */
const addCampaign = async (
  { table, id: companyId, admin }: Scene['company'],
  fields: Partial<CampaignFields>,
): Promise<CampaignFields> => {
  const [id, contactListId] = [await nextId(table, Campaign), await nextId(table, ContactList)];
  const name = `Campanha ${id}`;
  const person = { name: 'Ana', number: '5521900000009' };
  const list = contactListSchema.parse({
    ...{ companyId, id: contactListId, name, connectionId: null },
    contacts: { all: 1, invalid: 0, unchecked: 1 },
  });
  const item = contactListItemSchema.parse({
    ...{ companyId, contactListId, id: contactListItemId(contactListId, 1) },
    ...person,
  });
  const own = { companyId, id, name, contactListId, connectionId: 1, createdById: admin.id };
  const campaign = campaignSchema.parse({ ...own, messages: ['Oi {nome}'], status: 'running', ...fields });
  await commit([
    table.put(ContactList, list, 'absent'),
    table.put(ContactListItem, item, 'absent'),
    campaignItem(table, undefined, campaign, systemClock.now()),
  ]);
  return campaign;
};
/** Starts a campaign; returns the message that plans it. */
const startCampaign = async (company: Scene['company']): Promise<CampaignPlan> => {
  const campaign = await addCampaign(company, { run: 1 });
  const progress = progressOfRun(undefined, campaign, { plansAgain: true, ignoresQuality: false });
  await commit([progressItem(company.table, undefined, progress, systemClock.now())]);
  return { companyId: company.id, campaignId: campaign.id, run: 1 };
};

/** A file that was uploaded for flows. */
const flowFile = (companyId: number) => ({
  companyId,
  name: 'vitrine.png',
  key: storedKey(companyId, 'vitrine'),
  fileName: 'vitrine.png',
  mimeType: 'image/png',
  size: 100,
});

describe('R17: timers', () => {
  /** Builds the case of a due timer that `prepare` sets up. */
  const due =
    (prepare: (scene: Scene, dueAt: number) => Promise<TimerRequest>): Operation =>
    async (scene) => {
      const { table, id: companyId } = scene.company;
      const dueAt = systemClock.now() - 60_000;
      const timer = await prepare(scene, dueAt);
      await commit([setTimerItem(table, timer, { ids: systemIds, nowMs: dueAt })]);
      const key = { kind: timer.kind, subject: String(timer.subject) };
      const row = await table.get(Timer, key, { consistent: true });
      const body = JSON.stringify({ companyId, ...key, token: row?.token });
      return () => taken(timers, [body]);
    };
  const cases: Record<TimerKind | typeof OVERDUE_SEND, Operation | Record<string, Operation>> = {
    [OVERDUE_SEND]: async ({ company: { table, id: companyId }, sent }) => {
      const message = await loadMessage(table, sent.id);
      if (message === undefined) throw new Error('the message is gone');
      await commit([table.put(Message, { ...message, sendState: 'sending', ack: 0 }, message.version)]);
      const overdue = { companyId, kind: OVERDUE_SEND, subject: message.id, token: String(message.attempt) };
      return () => taken(timers, [JSON.stringify(overdue)]);
    },
    campaign: due(async ({ company }, dueAt) => {
      const scheduledAt = toInstant(dueAt);
      const { id } = await addCampaign(company, { status: 'scheduled', scheduledAt });
      return { kind: 'campaign', dueAt, subject: id, data: { run: 0 } };
    }),
    'campaign-removal': due(async ({ company: { table, id: companyId }, ids }, dueAt) => {
      const campaign = await loadCampaign(table, ids.campaign);
      if (campaign === undefined) throw new Error('the campaign is gone');
      const own = { companyId, campaignId: campaign.id };
      const progress = {
        ...progressOfRun(undefined, campaign, { plansAgain: true, ignoresQuality: false }),
        planned: 1,
      };
      await commit([
        table.delete(Campaign, { id: campaign.id }),
        table.put(CampaignProgress, progress, 'absent', dueAt),
        table.put(CampaignReceiver, { ...own, position: 0, name: 'Ana', number: '5521980000077' }, 'absent'),
      ]);
      return { kind: 'campaign-removal', dueAt, subject: campaign.id };
    }),
    'contact-list-check': due(async ({ ids }, dueAt) => ({
      kind: 'contact-list-check',
      dueAt,
      subject: ids.contactList,
    })),
    'contact-list-sweep': due(async ({ company: { table }, ids }, dueAt) => {
      await commit([table.delete(ContactList, { id: ids.contactList })]);
      return { kind: 'contact-list-sweep', dueAt, subject: ids.contactList };
    }),
    'file-removal': {
      'of a message': due(async ({ company: { id } }, dueAt) => ({
        kind: 'file-removal',
        dueAt,
        subject: storedKey(id, 'deleted'),
        data: { messageId: 'none' },
      })),
      'that no flow uses': due(async ({ company: { id, table } }, dueAt) => {
        const file = flowFile(id);
        await commit(newFlowFileItems(table, file, { ids: systemIds, nowMs: dueAt }));
        return { kind: 'file-removal', dueAt, subject: file.key, data: { flowFile: file.name } };
      }),
    },
    'flow-removal': due(async ({ company: { id, table }, ids }, dueAt) => {
      const file = flowFile(id);
      await commit([
        ...newFlowFileItems(table, file, { ids: systemIds, nowMs: dueAt }),
        table.delete(Flow, { id: ids.flow }),
        table.put(
          FlowVersion,
          { companyId: id, flowId: ids.flow, number: 1, ...greetingGraph() },
          'absent',
          dueAt,
        ),
      ]);
      await useFlowFiles(table, ids.flow, [file.name], dueAt);
      return { kind: 'flow-removal', dueAt, subject: ids.flow };
    }),
    'internal-chat-removal': due(async ({ company: { id: companyId, table }, ana, ids }, dueAt) => {
      const media = {
        key: storedKey(companyId, 'of-a-chat'),
        fileName: 'a.png',
        mimeType: 'image/png',
        size: 1,
      };
      const message = { companyId, chatId: ids.chat, id: 3, senderId: ana.id, message: '', media };
      await commit([
        table.delete(InternalChat, { id: ids.chat }),
        table.put(InternalChatMessage, message, 'absent', dueAt),
      ]);
      return { kind: 'internal-chat-removal', dueAt, subject: ids.chat };
    }),
    'media-check': due(async ({ company: { table }, sent }, dueAt) => {
      const message = await loadMessage(table, sent.id);
      if (message === undefined) throw new Error('the message is gone');
      const media = {
        state: 'fetching' as const,
        key: '',
        mimeType: 'image/png',
        fileName: '',
        size: 0,
        voice: false,
        durationS: null,
        reason: '',
      };
      await commit([table.put(Message, { ...message, media }, message.version)]);
      return { kind: 'media-check', dueAt, subject: message.id };
    }),
    'presence-check': {
      'of one who has gone': due(async ({ company: { table }, ana }, dueAt) => {
        await commit(presenceItems(table, ana.id, { ids: systemIds, nowMs: systemClock.now() - 3_600_000 }));
        return { kind: 'presence-check', dueAt, subject: ana.id };
      }),
      'of one who is there': due(async ({ company: { table }, ana }, dueAt) => {
        await commit(presenceItems(table, ana.id, { ids: systemIds, nowMs: systemClock.now() }));
        return { kind: 'presence-check', dueAt, subject: ana.id };
      }),
    },
    'ticket-watch': {
      'moves a ticket to the next column': due(async ({ company: { id, table }, waiting }, dueAt) => {
        const ticket = await loadTicket(table, waiting.ticketId);
        if (ticket === undefined) throw new Error('the ticket is gone');
        const lane = { companyId: id, color: '#112233', kanban: true, userId: null };
        const next = await ensureTag(
          table,
          { ...lane, name: 'Sem resposta', greetingMessageLane: 'Ainda está aí?' },
          systemClock.now(),
        );
        const rules = { timeLane: 2, nextLaneId: next.id };
        const first = await ensureTag(table, { ...lane, ...rules, name: 'Proposta' }, systemClock.now());
        const quiet = {
          status: 'open' as const,
          fromMe: true,
          laneId: first.id,
          activityAt: toInstant(systemClock.now() - 3 * 3_600_000),
        };
        await commit([table.put(Ticket, { ...ticket, ...quiet }, ticket.version)]);
        forgetDirectory(id);
        return { kind: 'ticket-watch', dueAt, subject: ticket.id };
      }),
      'ends a ticket': due(async ({ company: { id, table }, waiting }, dueAt) => {
        const ticket = await loadTicket(table, waiting.ticketId);
        if (ticket === undefined || ticket.connectionId === null) throw new Error('the ticket is gone');
        const connection = await loadConnection(table, ticket.connectionId);
        if (connection === undefined) throw new Error('the connection is gone');
        const quiet = { status: 'open' as const, activityAt: '2026-01-01T00:00:00.000Z' };
        await commit([
          ...connectionItems(table, connection, { ...connection, expiresTicket: 1 }, systemClock.now()),
          table.put(Ticket, { ...ticket, ...quiet }, ticket.version),
        ]);
        forgetDirectory(id);
        return { kind: 'ticket-watch', dueAt, subject: ticket.id };
      }),
    },
    'watch-sweep': due(async ({ company: { id, table }, attended, otherConnection }, dueAt) => {
      const ticket = await loadTicket(table, attended.ticketId);
      const connection = await loadConnection(table, otherConnection);
      if (ticket === undefined || connection === undefined) throw new Error('the ticket is gone');
      await commit([
        ...connectionItems(table, connection, { ...connection, expiresTicket: 60 }, systemClock.now()),
        // A connection with only this ticket, because the sweep takes several tickets in the order in which it reads
        // them.
        table.put(Ticket, { ...ticket, connectionId: otherConnection }, ticket.version),
      ]);
      forgetDirectory(id);
      return { kind: 'watch-sweep', dueAt, subject: 'company' };
    }),
    'user-sweep': due(async ({ company: { table }, bob }, dueAt) => {
      await commit([table.delete(User, { id: bob.id }), table.delete(DirectoryUser, { id: bob.id })]);
      return { kind: 'user-sweep', dueAt, subject: bob.id };
    }),
    forward: due(async ({ ana, sent, ids }, dueAt) => ({
      kind: 'forward',
      dueAt,
      subject: 'several.0',
      data: {
        id: 'several',
        userId: ana.id,
        messageIds: [sent.id],
        contactIds: [ids.contact],
        signMessage: false,
        next: 0,
      },
    })),
    'webhook-retry': due(async ({ ids: { endpoint: endpointId, delivery: deliveryId } }, dueAt) => ({
      kind: 'webhook-retry',
      dueAt,
      subject: `${endpointId}.${deliveryId}`,
      data: { endpointId, deliveryId },
    })),
    schedule: due(async ({ company: { table }, ids }, dueAt) => {
      await makeDue(table, ids.schedule);
      return { kind: 'schedule', dueAt, subject: ids.schedule };
    }),
    'schedule-outcome': due(async ({ company: { table }, ids, sent }, dueAt) => {
      await makeDue(table, ids.schedule, sent.id);
      const message = await loadMessage(table, sent.id);
      if (message === undefined) throw new Error('the message is gone');
      await commit([table.put(Message, { ...message, sendState: 'failed', ack: 0 }, message.version)]);
      return { kind: 'schedule-outcome', dueAt, subject: sent.id, data: { scheduleId: ids.schedule } };
    }),
    'queue-sweep': due(async ({ company: { table }, ids }, dueAt) => {
      await commit([table.delete(Queue, { id: ids.queue })]);
      return { kind: 'queue-sweep', dueAt, subject: ids.queue };
    }),
    'contact-merge': due(async ({ company: { table }, ids, waiting, ana }, dueAt) => {
      const [kept, other] = await Promise.all([
        loadContact(table, ids.contact),
        loadContact(table, waiting.contactId),
      ]);
      if (kept === undefined || other === undefined) throw new Error('the contacts are gone');
      const moment = { ids: systemIds, nowMs: systemClock.now() };
      const turn = contactMergeTurn({ kept, other, others: [], userId: ana.id }, moment);
      await commitTurn(table, turn, moment);
      return { kind: 'contact-merge', dueAt, subject: other.id, data: { userId: ana.id } };
    }),
    'tag-sweep': due(async ({ company: { table, id: companyId }, ids, attended }, dueAt) => {
      const contact = await loadContact(table, attended.contactId);
      const tag = await loadTag(table, ids.tag);
      if (contact === undefined || tag === undefined) throw new Error('the tagged contact is gone');
      const ref = { id: tag.id, name: 'outro nome', color: tag.color };
      await commit([
        table.put(Contact, { ...contact, tags: [ref] }, contact.version),
        table.put(
          TaggedContact,
          { companyId, contactId: contact.id, tag: ref, normalizedName: contact.name },
          'any',
        ),
      ]);
      return { kind: 'tag-sweep', dueAt, subject: tag.id };
    }),
  };

  it('every case is of an existing kind of timer', () => {
    const kinds = Object.keys(cases).filter((kind) => kind !== OVERDUE_SEND);
    expect(kinds.filter((kind) => !isTimerKind(kind))).toEqual([]);
  });
  it.each(each(cases))('R17: $name', ({ operation }) => check(operation));
});

describe('R17: background functions', () => {
  /** Builds the case of a delivery to an endpoint whose address is refused. */
  const deliver =
    (prepare: (scene: Scene) => Promise<void>): Operation =>
    async (scene) => {
      await prepare(scene);
      const { company, ids } = scene;
      const pointer = { companyId: company.id, endpointId: ids.endpoint, deliveryId: ids.delivery };
      return () => taken(webhookDeliveries, [JSON.stringify(pointer)]);
    };
  /** Builds the case of a call of an integration whose address is refused, after some failures. */
  const asking =
    (failures: number): Operation =>
    async ({ company, where: { connectionId } }) => {
      const { id: companyId, table } = company;
      const integrationId = await addIntegration(company, 'n8n', { urlN8N: 'https://127.0.0.1/webhook' });
      const nowMs = systemClock.now();
      const pausedUntil = toInstant(nowMs - 1_000);
      if (failures > 0)
        await commit([
          healthItem(table, undefined, { companyId, integrationId, failures, pausedUntil }, nowMs),
        ]);
      const { call: question } = await awaitAnswer(company, { connectionId, integrationId }, ['Bom dia']);
      return async () => {
        const told = await taken(integrationCalls, [JSON.stringify(question)]);
        return { told, answered: edge().takeAll('inbound').length };
      };
    };
  /** A worker whose model answers at once. */
  const assistants = assistantCallsBy({
    ask: async () => ({
      status: 200,
      headers: {},
      bytes: Buffer.from(JSON.stringify(completion({ text: 'Bom dia!' }))),
    }),
    clock: systemClock,
    ids: systemIds,
    pause: async () => undefined,
  });
  const assisted: Operation = async ({ company, where: { connectionId } }) => {
    const promptId = await addAssistant(company, { key: 'sk-of-a-test' });
    const { call: question } = await awaitAssistant(company, { connectionId, promptId }, ['Bom dia']);
    return async () => {
      const told = await taken(assistants, [JSON.stringify(question)]);
      return { told, answered: edge().takeAll('inbound').length };
    };
  };
  /** Builds the case of a stream batch after some changes of a company. */
  const streamed =
    (reader: typeof liveReader, change: (scene: Scene) => Promise<void>): Operation =>
    async (scene) => {
      const read = await followStream(engine().endpoint);
      await change(scene);
      const Records = await read();
      return async () => {
        edge().sockets.gone.add(scene.socketId);
        const told = await reader({ Records });
        expect(told).toEqual({ batchItemFailures: [] });
        return told;
      };
    };
  const commandItem = (
    { company: { table, id: companyId }, where: { connectionId } }: Scene,
    nowMs: number,
  ) => {
    const body = JSON.stringify({ v: 1, companyId, connectionId, type: 'restart' });
    const message = { queue: 'session-commands-0', groupId: `${companyId}:${connectionId}`, body } as const;
    return outboxItem(table, message, { ids: systemIds, nowMs });
  };
  /** Commands to send a message over an account that is not linked: the message is marked as begun, then fails. */
  const sending =
    (worker: Worker): Operation =>
    async ({ company, ana }) => {
      const connectionId = await company.addConnection({ channel: 'facebook', accountId: `9${company.id}` });
      const on = { status: 'open', userId: ana.id, channel: 'facebook' } as const;
      const heardAt = toInstant(systemClock.now());
      const ticket = await makeTicket(company.table, { connectionId }, { ...on, heardAt });
      const moment = { ids: systemIds, nowMs: systemClock.now() };
      const turn = send(turnOn(ticket), { body: 'Bom dia', userId: null }, facebook, moment);
      await commitTurn(company.table, turn, moment);
      return async () => {
        const told = await taken(
          worker,
          turn.calls.map(({ body }) => body),
        );
        return { told, reported: edge().takeAll('inbound').length };
      };
    };
  const cases: Cases = {
    // Tested above, by event and by kind.
    inbound: null,
    timers: null,
    'webhook-deliveries': {
      'record a failed call': deliver(async () => {}),
      'give up for an endpoint that is off': deliver(async ({ company: { id, table }, ids }) => {
        const { endpoint } = await loadEndpoint(table, ids.endpoint);
        if (endpoint === undefined) throw new Error('the endpoint is gone');
        const off = { reason: 'user', at: endpoint.createdAt } as const;
        await commit(endpointItems(table, endpoint, { ...endpoint, off }, systemClock.now()));
        forgetDirectory(id);
      }),
    },
    'integration-calls': {
      'record a failed call': asking(0),
      'probe a paused integration': asking(5),
    },
    'assistant-calls': assisted,
    'channel-commands': sending(channelCommands),
    'channel-bulk': sending(channelBulk),
    'meta-webhooks': {
      'of nobody': async () => () => {
        const body = cloudDelivery('nobody-has-this', [
          cloudText('oi', { id: 'wamid.X', timestampS: 1_763_000_000 }),
        ]);
        return taken(metaWebhooks, [
          JSON.stringify({ v: 1, provider: 'meta', receivedAt: 1_763_000_000_000, headers: {}, body }),
        ]);
      },
      'with news of an account': async ({ where, company: { table } }) => {
        const { connectionId } = where;
        const businessId = `B${where.companyId}`;
        const state = { ...where, status: 'CONNECTED', changedAt: '2025-11-01T00:00:00.000Z' } as const;
        await commit([
          table.put(ConnectionState, state, 'any'),
          globalTable.put(BusinessRoute, { channel: 'whatsappapi', businessId, ...where }, 'any'),
          table.delete(ConnectionHealth, { connectionId }),
        ]);
        const value = { event: 'DISABLED_UPDATE', ban_info: { waba_ban_state: 'DISABLE' } };
        const entry = [
          { id: businessId, time: 1_763_000_000, changes: [{ field: 'account_update', value }] },
        ];
        const body = JSON.stringify({ object: 'whatsapp_business_account', entry });
        return () =>
          taken(metaWebhooks, [
            JSON.stringify({ v: 1, provider: 'meta', receivedAt: 1_763_000_000_000, headers: {}, body }),
          ]);
      },
    },
    'campaign-plans': async ({ company }) => {
      const plan = await startCampaign(company);
      return () => taken(campaignPlans, [JSON.stringify(plan)]);
    },
    'campaign-work': async ({ company }) => {
      const plan = await startCampaign(company);
      await taken(campaignPlans, [JSON.stringify(plan)]);
      const { companyId, campaignId } = plan;
      const { beat } = (await loadProgress(company.table, campaignId)) ?? {};
      return () => taken(campaignWork, [JSON.stringify({ type: 'beat', companyId, campaignId, beat })]);
    },
    'contact-imports': {
      'read a file': async ({ company: { table, id: companyId, admin } }) => {
        const id = '01k2x3y4z5a6b7c8d9e0';
        const sourceKey = pendingKey(companyId, systemIds.uuid());
        await putObject(sourceKey, Buffer.from('Nome,Número\nAna,5521900000003\n'), 'text/csv');
        const reading = {
          companyId,
          id,
          userId: admin.id,
          fileName: 'a.csv',
          sourceKey,
          state: 'reading',
        } as const;
        await commit([table.put(ContactImport, reading, 'absent')]);
        return () => taken(contactImports, [JSON.stringify({ companyId, userId: admin.id, id })]);
      },
      'read whom a phone knows': async ({ company: { table, id: companyId, admin }, where, attended }) => {
        const id = '01k2x3y4z5a6b7c8d9e0';
        const { connectionId } = where;
        const list = 'saved';
        const people = [
          { number: '5521900000005', name: 'Ana' },
          { number: attended.number, name: 'Outro nome' },
        ];
        const phone = { connectionId, list } as const;
        const own = { companyId, id, userId: admin.id, fileName: 'a', sourceKey: '', phone };
        await commit([
          ...people.map((one) => table.put(PhoneContact, { companyId, connectionId, list, ...one }, 'any')),
          table.put(ContactImport, { ...own, state: 'reading' }, 'absent'),
        ]);
        return () => taken(contactImports, [JSON.stringify({ companyId, userId: admin.id, id })]);
      },
      'make contacts of its rows': async ({ company: { table, id: companyId, admin }, attended }) => {
        const id = '01k2x3y4z5a6b7c8d9e0';
        const rows = [
          ['Ana', '5521900000004', 'novinha'],
          ['Zé', attended.number, ''],
          ['', '1', ''],
        ];
        const importing = {
          ...{
            companyId,
            id,
            userId: admin.id,
            fileName: 'a.csv',
            sourceKey: '',
            state: 'importing' as const,
          },
          ...{ columns: ['Nome', 'Número', 'Tags'], mapping: { name: 0, number: 1, tags: 2 } },
          ...{ rows: 3, ranges: [{ first: 0, last: 2 }], selected: 3, firstContactId: 9_000 },
        };
        const sheet = JSON.stringify({ rows, lines: [2, 3, 4] });
        await putObject(importedRowsKey({ companyId, id }), Buffer.from(sheet), 'application/json');
        await commit([table.put(ContactImport, importing, 'absent')]);
        return () => taken(contactImports, [JSON.stringify({ companyId, userId: admin.id, id })]);
      },
    },
    'contact-exports': {
      'write the contacts': (scene) => runningExport(scene, {}),
      'write the ticket report': (scene) =>
        runningExport(scene, { report: { dateFrom: '2026-01-01', dateTo: '2030-12-31' } }),
    },
    'history-imports': {
      'begin, store, and end':
        async ({ where, attended }) =>
        () =>
          taken(
            historyImports,
            wholeImport(where, [
              [
                pastText(where, attended.number, 'antes', 1_763_000_000_000),
                pastText(where, '5521980000096', 'de um estranho', 1_763_000_000_000),
              ],
            ]).map((message) => JSON.stringify(message)),
          ),
      'end with the last chunk':
        async ({ where, attended }) =>
        () => {
          const past = [pastText(where, attended.number, 'antes', 1_763_000_000_000)];
          const steps = wholeImport(where, [past]).slice(1, -1);
          const end = { v: 1, ...where, type: 'chunk-end', step: 'C.all', isLast: true };
          return taken(
            historyImports,
            [...steps, end].map((message) => JSON.stringify(message)),
          );
        },
      'close what it made': async ({ where }) => {
        const past = [[pastText(where, '5521980000095', 'de um estranho', 1_763_000_000_000)]];
        await taken(
          historyImports,
          wholeImport(where, past).map((message) => JSON.stringify(message)),
        );
        const close = { v: 1, ...where, type: 'close', userId: null, place: { run: 0 } };
        return () => taken(historyImports, [JSON.stringify(close)]);
      },
    },
    'timer-tick': async (scene) => {
      const dueAt = systemClock.now() - 60_000;
      const timer = { kind: 'presence-check' as const, subject: scene.ana.id, dueAt };
      await commit([setTimerItem(scene.company.table, timer, { ids: systemIds, nowMs: dueAt })]);
      return async () => {
        await timerTick({});
        edge().takeAll('timers');
      };
    },
    'outbox-sweep': async (scene) => {
      await commit([commandItem(scene, systemClock.now() - 120_000)]);
      return async () => {
        await outboxSweep({});
        return edge().takeAll('session-commands-0').length;
      };
    },
    live: {
      'hand over the outbox': streamed(liveReader, async (scene) => {
        await commit([commandItem(scene, systemClock.now())]);
      }),
      'forget a socket that is gone': streamed(liveReader, async ({ where, waiting }) => {
        await taken(inbound, [
          JSON.stringify(textEvent(where, waiting.number, 'mais', { providerMessageId: 'M-s2' })),
        ]);
      }),
      'end the sockets of a session': streamed(liveReader, async ({ company: { table }, ana, sessionId }) => {
        await commit([table.delete(Session, { userId: ana.id, id: sessionId })]);
      }),
      'end the sockets of a user': streamed(liveReader, async ({ company: { table }, ana }) => {
        const user = await table.get(User, { id: ana.id }, { consistent: true });
        if (user === undefined) throw new Error('the user is gone');
        await commit(userItems(table, user, { ...user, active: false, sessionVersion: 2 }, Date.now()));
      }),
    },
    index: {
      'index and count a message of a stranger': streamed(indexReader, async ({ where }) => {
        await taken(inbound, [
          JSON.stringify(
            textEvent(where, '5521980000097', 'palavras para achar', { providerMessageId: 'M-s1' }),
          ),
        ]);
      }),
      'count a conversation that ended': streamed(indexReader, async ({ attended, ana }) => {
        const close = {
          to: `PUT /tickets/${attended.ticketId}`,
          token: ana.token,
          body: { status: 'closed' },
        };
        expect((await call(tickets, close)).status).toBe(200);
      }),
      'list and count a contact with a tag': streamed(indexReader, async ({ attended, ana, ids }) => {
        const body = { contactId: attended.contactId, tags: [ids.tag] };
        expect((await call(tags, { to: 'POST /tags/sync', token: ana.token, body })).status).toBe(200);
      }),
    },
  };

  const CALLED_KINDS = new Set(['http', 'rest', 'ws']);

  it('every background function has a case', () => {
    const background = Object.entries(FUNCTIONS).filter(([, { kind }]) => !CALLED_KINDS.has(kind));
    expect(Object.keys(cases).toSorted()).toEqual(background.map(([name]) => name).toSorted());
  });
  it.each(each(cases))('R17: $name', ({ operation }) => check(operation));
});

describe('R17: the WebSocket API', () => {
  const PAGE = '0193f0e2-6e4a-4c1b-8f8a-000000000001';
  const frame =
    (body: (scene: Scene) => object, before?: (scene: Scene) => object): Operation =>
    async (scene) => {
      if (before !== undefined)
        await sockets(socketEvent('$default', scene.socketId, { body: JSON.stringify(before(scene)) }));
      return () => sockets(socketEvent('$default', scene.socketId, { body: JSON.stringify(body(scene)) }));
    };
  const cases: Cases = {
    $connect: async (scene) => () =>
      sockets(
        socketEvent('$connect', `new-${scene.company.id}`, {
          queryStringParameters: { ticket: scene.socketToken, join: 'notification' },
        }),
      ),
    $disconnect: async (scene) => () => sockets(socketEvent('$disconnect', scene.socketId)),
    joinChatBox: frame(({ attended }) => ({ action: 'joinChatBox', id: attended.ticketUuid })),
    joinChatBoxLeave: frame(
      ({ attended }) => ({ action: 'joinChatBoxLeave', id: attended.ticketUuid }),
      ({ attended }) => ({ action: 'joinChatBox', id: attended.ticketUuid }),
    ),
    joinTickets: null,
    leaveTickets: null,
    joinNotification: frame(() => ({ action: 'joinNotification' })),
    userStatus: frame(() => ({ action: 'userStatus' })),
    checkPage: async (scene) => {
      await notePageStart(scene.company.table, scene.ana.id, PAGE, Date.now());
      return frame(() => ({ action: 'checkPage', id: PAGE }))(scene);
    },
  };

  it('every client frame has a case', () => {
    const actions = clientFrameSchema.options.flatMap(({ shape: { action } }) =>
      'options' in action ? action.options : [...action.values],
    );
    expect(Object.keys(cases).toSorted()).toEqual(['$connect', '$disconnect', ...actions].toSorted());
  });
  it.each(each(cases))('R17: $name', async ({ operation }) => {
    const writes = await twins.expectSame(async (scene) => {
      const attempt = await operation(scene);
      return async () => {
        const told = await attempt();
        expect(told).toEqual({ statusCode: 200 });
        return told;
      };
    });
    expect(writes).toBeGreaterThan(0);
  });
});

describe("R17: the session host's history store", () => {
  it('a lost response does not change what it stores', async () => {
    const people = [{ number: '5521900000006', name: 'Ana' }];
    await check(
      async ({ where }) =>
        () =>
          historyStore.keepPeople(where, 'chats', people),
    );
  });
});

describe('R17: the session host', () => {
  const lease = { owner: 'host-1', epoch: 1, until: 1 };
  const held: (scene: Scene) => Promise<void> = async ({ where }) => {
    await tableStore.putLease(where, lease, undefined);
    await tableStore.write(where, 1, [{ name: 'creds', sealed: 'a' }]);
  };
  const cases: Cases = {
    startedConnections: null,
    readLease: null,
    readAuth: null,
    lastSeen: null,
    proxyOf: null,
    putLease: {
      'taken for the first time':
        async ({ where }) =>
        () =>
          tableStore.putLease(where, lease, undefined),
      renewed: async (scene) => {
        await held(scene);
        return () => tableStore.putLease(scene.where, { ...lease, until: 2 }, 1);
      },
    },
    write: async (scene) => {
      await held(scene);
      return () =>
        tableStore.write(scene.where, 1, [
          { name: 'creds', sealed: undefined },
          { name: 'session-1', sealed: 'b' },
        ]);
    },
    answerPairing: async ({ company: { table }, where }) => {
      const asked = { ...where, number: '5521900000007', askedAt: toInstant(1) };
      await commit([table.put(ConnectionPairing, asked, 'any')]);
      return () => tableStore.answerPairing(where, 1, { code: 'ABCD2345' });
    },
    writeHealth:
      async ({ where }) =>
      () =>
        tableStore.writeHealth(connectionHealthSchema.parse({ ...where, toldAt: toInstant(1) })),
    wipeAuth: async (scene) => {
      await held(scene);
      return () => tableStore.wipeAuth(scene.where, 1);
    },
  };

  it('every method that accesses the table has a case', () => {
    expect(Object.keys(cases).toSorted()).toEqual(Object.keys(tableStore).toSorted());
  });
  it.each(each(cases))('R17: $name', ({ operation }) => check(operation));
});
