import type * as z from 'zod';
import { systemPrincipal } from '../platform/auth/principal.ts';
import { type Image, rowOfImage } from '../platform/aws/dynamodb.ts';
import { errorFields, log } from '../platform/log.ts';
import type { Entity, Stored } from '../platform/table/define-entity.ts';
import { CompanySettings, Queue, Tag } from '../platform/table/entities/companies.ts';
import {
  Connection,
  ConnectionPairing,
  ConnectionState,
  HistoryImport,
} from '../platform/table/entities/connections.ts';
import { ContactExport, ContactImport } from '../platform/table/entities/contact-files.ts';
import { Contact } from '../platform/table/entities/contacts.ts';
import { Conversation, Message } from '../platform/table/entities/messages.ts';
import { QuickMessage } from '../platform/table/entities/quick-messages.ts';
import { Schedule } from '../platform/table/entities/schedules.ts';
import { Ticket, TicketTracking } from '../platform/table/entities/tickets.ts';
import { Presence, Session, User } from '../platform/table/entities/users.ts';
import { Outbox } from '../platform/table/entities/work.ts';
import { parseRow, UnreadableRow } from '../platform/table/parse-row.ts';

/** The two readers of the stream. */
export type StreamConsumer = 'live' | 'index';

/** A record of the table's stream, as Lambda hands it over. */
export interface StreamRecord {
  dynamodb?:
    | {
        Keys?: Image | undefined;
        NewImage?: Image | undefined;
        OldImage?: Image | undefined;
        SequenceNumber?: string | undefined;
      }
    | undefined;
}

/** A row before a batch and after it. */
interface Images {
  before: Image | undefined;
  after: Image | undefined;
  /** Its states in between, if the batch has several records of it. */
  between: readonly Image[];
  records: readonly StreamRecord[];
  /** Place of its first record in the batch: a retry from there repeats all of it. */
  index: number;
}

const reader =
  <const N extends string, S extends z.ZodObject, K>(name: N, entity: Entity<S, K>) =>
  ({ before, after, between, index }: Omit<Images, 'records'>, consumer: StreamConsumer) => {
    const read = (image: Image): z.output<S> & Stored => parseRow(entity, rowOfImage(image));
    const owner = Number((after ?? before ?? between[0])?.companyId?.N);
    if (!Number.isSafeInteger(owner) || owner < 1) throw new UnreadableRow(name, 'no company');
    return {
      entity: name,
      companyId: systemPrincipal(consumer, owner).companyId,
      index,
      before: before === undefined ? undefined : read(before),
      after: after === undefined ? undefined : read(after),
      between: between.map(read),
    };
  };

/** The entities whose changes have effects; all others pass by unread. */
const READERS = {
  ticket: reader('ticket', Ticket),
  message: reader('message', Message),
  contact: reader('contact', Contact),
  contactImport: reader('contactImport', ContactImport),
  contactExport: reader('contactExport', ContactExport),
  historyImport: reader('historyImport', HistoryImport),
  schedule: reader('schedule', Schedule),
  conversation: reader('conversation', Conversation),
  user: reader('user', User),
  presence: reader('presence', Presence),
  queue: reader('queue', Queue),
  tag: reader('tag', Tag),
  quickMessage: reader('quickMessage', QuickMessage),
  connection: reader('connection', Connection),
  connectionState: reader('connectionState', ConnectionState),
  connectionPairing: reader('connectionPairing', ConnectionPairing),
  companySettings: reader('companySettings', CompanySettings),
  session: reader('session', Session),
  outbox: reader('outbox', Outbox),
  ticketTracking: reader('ticketTracking', TicketTracking),
};
type WatchedEntity = keyof typeof READERS;

export type RowChange = ReturnType<(typeof READERS)[WatchedEntity]>;
export type ChangeOf<N extends WatchedEntity> = Extract<RowChange, { entity: N }>;

const isWatched = (name: string | undefined): name is WatchedEntity =>
  name !== undefined && Object.hasOwn(READERS, name);

export const isChangeOf =
  <N extends WatchedEntity>(name: N) =>
  (change: RowChange): change is ChangeOf<N> =>
    change.entity === name;

/** Whether a row stood before the batch or stands after it: one that came and went within it is neither. */
export const isLasting = ({ before, after }: RowChange): boolean =>
  before !== undefined || after !== undefined;

/** The names that {@link readChanges} reads; what else a batch holds passes by unread. */
export const WATCHED_ENTITIES: readonly string[] = Object.keys(READERS);

/**
 * What a batch of the stream did, one change for each row however often it was written: effects follow from where a
 * row stood and where it stands. In the order of the rows' last records.
 * @returns also the records of the rows that cannot be read, which have no change
 */
export const readChanges = (
  records: readonly StreamRecord[],
  consumer: StreamConsumer,
): { changes: RowChange[]; unreadable: StreamRecord[] } => {
  const rows = new Map<string, Images & { name: WatchedEntity }>();
  records.forEach((record, index) => {
    const { NewImage, OldImage, Keys } = record.dynamodb ?? {};
    const name = (NewImage ?? OldImage)?._e?.S;
    if (!isWatched(name)) return;
    const key = `${Keys?.pk?.S}\n${Keys?.sk?.S}`;
    const first = rows.get(key);
    rows.delete(key);
    rows.set(key, {
      name,
      before: first === undefined ? OldImage : first.before,
      after: NewImage,
      between: first === undefined || OldImage === undefined ? [] : [...first.between, OldImage],
      records: [...(first?.records ?? []), record],
      index: first?.index ?? index,
    });
  });

  const changes: RowChange[] = [];
  const unreadable: StreamRecord[] = [];
  for (const { name, records: ofRow, ...images } of rows.values()) {
    try {
      changes.push(READERS[name](images, consumer));
    } catch (error) {
      if (!(error instanceof UnreadableRow)) throw error;
      log.error('a changed row cannot be read', { entity: name, ...errorFields(error) });
      unreadable.push(...ofRow);
    }
  }
  return { changes, unreadable };
};
