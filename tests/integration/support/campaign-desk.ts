import { startedCampaign, stoppedCampaign } from '@prosa/functions/domain/campaigns/campaign-run.ts';
import { systemClock, toInstant } from '@prosa/functions/platform/clock.ts';
import { forgetDirectory } from '@prosa/functions/platform/directory.ts';
import { systemIds } from '@prosa/functions/platform/ids.ts';
import { outboxItem } from '@prosa/functions/platform/queue/outbox-item.ts';
import { commit, type WriteItem } from '@prosa/functions/platform/table/commit.ts';
import type { Row } from '@prosa/functions/platform/table/define-entity.ts';
import { CampaignSettings } from '@prosa/functions/platform/table/entities/campaign-settings.ts';
import { Campaign } from '@prosa/functions/platform/table/entities/campaigns.ts';
import { Connection, ConnectionState } from '@prosa/functions/platform/table/entities/connections.ts';
import { ContactList, ContactListItem } from '@prosa/functions/platform/table/entities/contact-lists.ts';
import { Outbox, Timer } from '@prosa/functions/platform/table/entities/work.ts';
import { keys } from '@prosa/functions/platform/table/keys.ts';
import type { Table } from '@prosa/functions/platform/table/table.ts';
import { nextId } from '@prosa/functions/platform/table/updates.ts';
import { writeBatch } from '@prosa/functions/platform/table/write-batch.ts';
import {
  type CampaignRow,
  campaignItem,
  loadCampaign,
  loadProgress,
  startItems,
  stopItems,
} from '@prosa/functions/repositories/campaigns/campaigns.ts';
import {
  type ReceiverRow,
  receiverItem,
  receiversPage,
} from '@prosa/functions/repositories/campaigns/receivers.ts';
import { nextContactListItemId } from '@prosa/functions/repositories/contacts/contact-list-items.ts';
import type { StreamRecord } from '@prosa/functions/streams/read-changes.ts';
import { type Campaign as CampaignFields, campaignSchema } from '@prosa/shared/entities/campaign.ts';
import {
  campaignSettingsSchema,
  type CampaignSettings as Settings,
} from '@prosa/shared/entities/campaign-settings.ts';
import { contactListItemSchema } from '@prosa/shared/entities/contact-list.ts';
import { type CampaignMessage, campaignMessageSchema } from '@prosa/shared/messaging/campaign-message.ts';
import type { InboundEventOf } from '@prosa/shared/messaging/inbound-event.ts';
import { sessionCommandSchema } from '@prosa/shared/messaging/session-command.ts';
import type { QueueName } from '@prosa/shared/resource-names.ts';
import { expect } from 'vitest';
import { makeCompany, type TestCompany } from '../../factories/company.ts';
import { sqsEvent } from '../../factories/inbound-events.ts';
import { campaignPlans, campaignWork, index } from '../../support/handlers.ts';
import { recordsFor } from './consumers.ts';
import { fireTimers } from './fire-timers.ts';
import { take } from './inbound.ts';
import { followStream } from './stream.ts';

type SendCommand = Extract<ReturnType<typeof sessionCommandSchema.parse>, { type: 'send' }>;

/** Settings by which a campaign may send at any time, without long pauses. */
const ALWAYS = {
  messageIntervalS: 5,
  messagesBeforePause: 0,
  pauseS: 0,
  sendsOnSaturdays: true,
  sendsOnSundays: true,
  startTime: '00:00',
  endTime: '23:59',
  avoidsNights: false,
} satisfies Partial<Settings>;

/** A number of a Brazilian mobile phone. */
export const numberAt = (nth: number): string => `55119${String(70_000_000 + nth)}`;

interface WaitingWork {
  body: string;
  message: CampaignMessage;
  dueMs: number;
  /** The writes that take it out of the outbox. */
  taken: WriteItem[];
}

/** Returns the writes that take one message of a row out of the outbox, and leave the others in it. */
const takenItems = (table: Table, row: Row<typeof Outbox>, nth: number): WriteItem[] =>
  nth > 0
    ? [table.put(Outbox, { ...row, also: row.also.toSpliced(nth - 1, 1) }, row.version)]
    : [
        table.delete(Outbox, row),
        ...row.also.map(({ queue, body, delayS = 0 }) =>
          outboxItem(table, { queue, body, delayS }, { ids: systemIds, nowMs: Date.parse(row.at) }),
        ),
      ];

/** A company with a connected number that is old enough for many messages, and the work of its campaigns. */
export class CampaignDesk {
  readonly company: TestCompany;
  readonly connectionId: number;
  /** The commands that were taken out of the bulk lane. */
  readonly sent: SendCommand[] = [];

  private readonly changes: () => Promise<StreamRecord[]>;

  private constructor(company: TestCompany, connectionId: number, changes: () => Promise<StreamRecord[]>) {
    this.company = company;
    this.connectionId = connectionId;
    this.changes = changes;
  }

  static async open(settings: Partial<Settings> = {}): Promise<CampaignDesk> {
    const company = await makeCompany({ company: { timeZone: 'America/Sao_Paulo' } });
    const connectionId = await company.addConnection({ name: 'Matriz', isDefault: true });
    const changes = await followStream(process.env.DYNAMODB_ENDPOINT ?? '');
    const desk = new CampaignDesk(company, connectionId, changes);
    await desk.settings(settings);
    await desk.setState('CONNECTED');
    const connection = await company.table.get(Connection, { id: connectionId }, { consistent: true });
    if (connection === undefined) throw new Error('no connection');
    const old = { ...connection, rowCreatedAt: '2020-01-01T00:00:00.000Z' };
    await commit([company.table.put(Connection, old, connection.version)]);
    return desk;
  }

  async settings(settings: Partial<Settings>): Promise<void> {
    const { id: companyId, table } = this.company;
    const row = campaignSettingsSchema.parse({ companyId, ...ALWAYS, ...settings });
    await commit([table.put(CampaignSettings, row, 'any')]);
  }

  async setState(status: 'CONNECTED' | 'DISCONNECTED' | 'qrcode', agoMs = 600_000): Promise<void> {
    const { id: companyId, table } = this.company;
    const changedAt = toInstant(systemClock.now() - agoMs);
    const row = { companyId, connectionId: this.connectionId, status, changedAt };
    await commit([table.put(ConnectionState, row, 'any')]);
  }

  /** Makes a contact list of numbers from {@link numberAt}. */
  async addList(people: number, fields: (nth: number) => object = () => ({})): Promise<number> {
    const { id: companyId, table } = this.company;
    const id = await nextId(table, ContactList);
    const contacts = { all: people, invalid: 0, unchecked: people };
    await commit([
      table.put(ContactList, { companyId, id, name: `List ${id}`, connectionId: null, contacts }, 'absent'),
    ]);
    await this.addPeople(id, 0, people, fields);
    return id;
  }

  /** Adds people to a list, with numbers from the one of `first` on. */
  async addPeople(
    contactListId: number,
    first: number,
    people: number,
    fields: (nth: number) => object = () => ({}),
  ): Promise<void> {
    const { id: companyId, table } = this.company;
    const firstId = await nextContactListItemId(table, contactListId, people);
    await writeBatch(
      Array.from({ length: people }, (_none, nth) => {
        const person = { name: `Pessoa ${first + nth}`, number: numberAt(first + nth) };
        const item = { companyId, contactListId, id: firstId + nth, ...person, ...fields(nth) };
        return table.put(ContactListItem, contactListItemSchema.parse(item), 'any');
      }),
    );
  }

  async addCampaign(fields: Partial<CampaignFields> = {}): Promise<CampaignRow> {
    const { id: companyId, table, admin } = this.company;
    const id = await nextId(table, Campaign);
    const campaign = campaignSchema.parse({
      companyId,
      id,
      name: `Campanha ${id}`,
      messages: ['Olá {nome}'],
      status: 'inactive',
      connectionId: this.connectionId,
      createdById: admin.id,
      ...fields,
    });
    await commit([campaignItem(table, undefined, campaign, systemClock.now())]);
    return this.campaign(id);
  }

  async campaign(id: number): Promise<CampaignRow> {
    const row = await loadCampaign(this.company.table, id);
    if (row === undefined) throw new Error('no campaign');
    return row;
  }

  async start(id: number, action: 'start' | 'resume' | 'restart' = 'start'): Promise<void> {
    const { table, id: companyId } = this.company;
    const nowMs = systemClock.now();
    const before = await this.campaign(id);
    const after = startedCampaign(before, action, nowMs);
    const progress = await loadProgress(table, id);
    await commit(startItems(table, { before, after }, progress, { ids: systemIds, nowMs }));
    forgetDirectory(companyId);
  }

  async stop(id: number, action: 'pause' | 'cancel'): Promise<void> {
    const { table } = this.company;
    const nowMs = systemClock.now();
    const before = await this.campaign(id);
    const after = stoppedCampaign(before, action, 'user', nowMs);
    await commit(stopItems(table, { before, after }, await loadProgress(table, id), nowMs));
  }

  /** Returns the messages that wait for the worker of campaigns, and when each may be delivered. */
  private async waiting(): Promise<WaitingWork[]> {
    const { table } = this.company;
    const rows = [...(await this.outbox('campaigns', '')), ...(await this.sends())];
    return rows
      .toSorted((a, b) => (a.id < b.id ? -1 : 1))
      .flatMap((row) =>
        [row, ...row.also].flatMap(({ queue, body, delayS = 0 }, nth) =>
          queue === 'campaigns'
            ? {
                body,
                message: campaignMessageSchema.parse(JSON.parse(body)),
                dueMs: Date.parse(row.at) + delayS * 1000,
                taken: takenItems(table, row, nth),
              }
            : [],
        ),
      );
  }

  private async outbox(queue: QueueName, groupId: string): Promise<Row<typeof Outbox>[]> {
    const { pk } = keys.outbox({ queue, groupId, id: '' });
    const all = { pk, limit: 500, maxExamined: 500, consistent: true };
    return (await this.company.table.query(Outbox, all)).rows;
  }

  /** Returns the rows of the waiting sends of the bulk lane. */
  private sends(): Promise<Row<typeof Outbox>[]> {
    return this.outbox('session-bulk-0', [this.company.id, this.connectionId, 'campaign'].join(':'));
  }

  /** Takes the messages that plan campaigns out of the outbox. */
  async takePlans(): Promise<string[]> {
    const rows = await this.outbox('campaign-plans', String(this.company.id));
    await Promise.all(rows.map((row) => commit(takenItems(this.company.table, row, 0))));
    return rows.map(({ body }) => body);
  }

  /** Takes the messages that send to people who consented out of the outbox. */
  async takeAgreed(): Promise<string[]> {
    const agreed = (await this.waiting()).filter(({ message }) => message.type === 'agreed');
    await Promise.all(agreed.map(({ taken }) => commit(taken)));
    return agreed.map(({ body }) => body);
  }

  /** Delivers plans to their worker, at the same time. */
  async deliverPlans(...bodies: readonly string[]): Promise<void> {
    const answers = await Promise.all(bodies.map((body) => campaignPlans(sqsEvent([body]))));
    expect(answers.flatMap(({ batchItemFailures }) => batchItemFailures)).toEqual([]);
  }

  /** Delivers messages to the worker of campaigns, at the same time. */
  async deliver(...bodies: readonly string[]): Promise<void> {
    const answers = await Promise.all(bodies.map((body) => campaignWork(sqsEvent([body]))));
    expect(answers.flatMap(({ batchItemFailures }) => batchItemFailures)).toEqual([]);
  }

  /** Delivers the waiting plans and messages to people who consented until none is left. */
  async work(): Promise<void> {
    for (let plans = await this.takePlans(); plans.length > 0; plans = await this.takePlans())
      for (const body of plans) await this.deliverPlans(body);
    for (const body of await this.takeAgreed()) await this.deliver(body);
  }

  timer(id: number) {
    return this.company.table.get(Timer, { kind: 'campaign', subject: String(id) }, { consistent: true });
  }

  /** Fires the campaign's timer at its time. @param setClock told that time in epoch milliseconds */
  async fireTimer(id: number, setClock: (nowMs: number) => void): Promise<void> {
    const timer = await this.timer(id);
    if (timer === undefined) throw new Error('the campaign has no timer');
    setClock(Math.max(systemClock.now(), Date.parse(timer.dueAt)));
    const { kind, subject, token } = timer;
    expect(await fireTimers({ companyId: this.company.id, kind, subject, token })).toEqual([]);
  }

  /** The message of the campaign's newest beat, and when it is due; undefined if none waits. */
  async beatMessage(id: number): Promise<{ body: string; dueMs: number } | undefined> {
    const beats = (await this.waiting()).filter(
      ({ message }) => message.type === 'beat' && message.campaignId === id,
    );
    const newest = beats.at(-1);
    return newest === undefined ? undefined : { body: newest.body, dueMs: newest.dueMs };
  }

  /** Takes the campaign's beats out of the outbox. */
  async takeBeats(id: number): Promise<WaitingWork[]> {
    const beats = (await this.waiting()).filter(
      ({ message }) => message.type === 'beat' && message.campaignId === id,
    );
    await Promise.all(beats.map(({ taken }) => commit(taken)));
    return beats;
  }

  /** Delivers the campaign's beats at their time. @param setClock told that time in epoch milliseconds */
  async beat(id: number, setClock: (nowMs: number) => void): Promise<boolean> {
    const beats = await this.takeBeats(id);
    for (const { body, dueMs } of beats) {
      setClock(Math.max(systemClock.now(), dueMs));
      await this.deliver(body);
    }
    return beats.length > 0;
  }

  /** Delivers the campaign's beats until none comes, or so often; the channel accepts every message at once. */
  async run(id: number, setClock: (nowMs: number) => void, beatsMax = 1000): Promise<number> {
    let beats = 0;
    while (beats < beatsMax && (await this.beat(id, setClock))) {
      beats += 1;
      await this.settle();
      await this.count();
    }
    return beats;
  }

  /** Delivers what has changed to the consumer of the stream that counts. */
  async count(): Promise<void> {
    const Records = recordsFor('index', await this.changes());
    for (let start = 0; start < Records.length; start += 100) {
      const answer = await index({ Records: Records.slice(start, start + 100) });
      expect(answer.batchItemFailures).toEqual([]);
    }
  }

  /** Takes the waiting sends of the bulk lane. */
  async takeSends(): Promise<SendCommand[]> {
    const { table } = this.company;
    const rows = await this.sends();
    for (const row of rows) await commit(takenItems(table, row, 0));
    const commands = rows
      .map(({ body }) => sessionCommandSchema.parse(JSON.parse(body)))
      .filter((command) => command.type === 'send');
    this.sent.push(...commands);
    return commands;
  }

  result(command: SendCommand, result?: InboundEventOf<'send-result'>['result']) {
    const { id: companyId } = this.company;
    return {
      v: 1,
      companyId,
      connectionId: this.connectionId,
      channel: 'whatsapp',
      receivedAt: systemClock.now(),
      type: 'send-result',
      messageId: command.messageId,
      attempt: command.attempt,
      result: result ?? { state: 'sent', providerMessageId: command.providerMessageId ?? 'none' },
    } as const;
  }

  /** Takes the waiting sends and reports the same outcome of each. */
  async settle(result?: InboundEventOf<'send-result'>['result']): Promise<SendCommand[]> {
    const commands = await this.takeSends();
    for (const command of commands) await take(this.result(command, result));
    return commands;
  }

  async receivers(campaignId: number): Promise<ReceiverRow[]> {
    const where = { campaignId, from: 0, limit: 200_000, consistent: true };
    return (await receiversPage(this.company.table, where)).rows;
  }

  /** A receiver's row, as stored in the table's own form. */
  async putReceiver(row: ReceiverRow): Promise<void> {
    await commit([receiverItem(this.company.table, row, row, systemClock.now())]);
  }
}
