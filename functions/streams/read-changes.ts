import type * as z from 'zod';
import type { CompanyId } from '../platform/auth/company-id.ts';
import { systemPrincipal } from '../platform/auth/principal.ts';
import { type Image, rowOfImage } from '../platform/aws/dynamodb.ts';
import { toInstant } from '../platform/clock.ts';
import { errorFields, log } from '../platform/log.ts';
import type { Row } from '../platform/table/define-entity.ts';
import { CampaignReceiver } from '../platform/table/entities/campaigns.ts';
import { Conversation } from '../platform/table/entities/messages.ts';
import { Attendance } from '../platform/table/entities/tickets.ts';
import { Session } from '../platform/table/entities/users.ts';
import { Outbox } from '../platform/table/entities/work.ts';
import { parseRow, UnreadableRow } from '../platform/table/parse-row.ts';
import { LIVE, type PlatformName } from './live-entities.ts';

/** The two readers of the stream. */
export type StreamConsumer = 'live' | 'index';

/** A record of the table's stream, as Lambda delivers it. */
export interface StreamRecord {
  dynamodb?:
    | {
        Keys?: Image | undefined;
        NewImage?: Image | undefined;
        OldImage?: Image | undefined;
        SequenceNumber?: string | undefined;
        /** Epoch seconds. */
        ApproximateCreationDateTime?: number | undefined;
      }
    | undefined;
}

/** A row before a batch and after it. */
interface Images {
  before: Image | undefined;
  after: Image | undefined;
  /** The states in between, if the batch has several records of the row. */
  between: readonly Image[];
  records: readonly StreamRecord[];
  /** Index of the row's first record in the batch: a retry from there repeats all of its records. */
  index: number;
  /** When the row's last record was made (ISO). */
  recordedAt: string | undefined;
}

/** The entities whose changes have effects. Changes of all other entities are skipped. */
const WATCHED = [
  ...LIVE.map(({ entity }) => entity),
  Conversation,
  Session,
  Outbox,
  Attendance,
  CampaignReceiver,
];
type Watched = (typeof WATCHED)[number];
type WatchedEntity = Watched['name'];
type RowOf<N extends WatchedEntity> = Row<Extract<Watched, { name: N }>>;

/** The change of a row by a stream batch. */
export type RowChange = {
  [K in WatchedEntity]: {
    entity: K;
    /** Null for a row of the installation. */
    companyId: K extends PlatformName ? null : CompanyId;
    /** Index of the row's first record in the batch: a retry from there repeats all of its records. */
    index: number;
    /** When the row's last record was made (ISO). */
    recordedAt: string | undefined;
    before: RowOf<K> | undefined;
    after: RowOf<K> | undefined;
    between: RowOf<K>[];
  };
}[WatchedEntity];
export type ChangeOf<N extends WatchedEntity> = Extract<RowChange, { entity: N }>;

const ENTITY_BY_NAME = new Map<string, Watched>(WATCHED.map((entity) => [entity.name, entity]));

/** Returns the company of a row; null for a row of the installation. @throws UnreadableRow without the company it needs */
const companyOf = (entity: Watched, image: Image | undefined, consumer: StreamConsumer): CompanyId | null => {
  if (entity.scope === 'global') return null;
  const owner = Number(image?.companyId?.N);
  if (!Number.isSafeInteger(owner) || owner < 1) throw new UnreadableRow(entity.name, 'no company');
  return systemPrincipal(consumer, owner).companyId;
};

const changeOf = (
  entity: Watched,
  { before, after, between, index, recordedAt }: Omit<Images, 'records'>,
  consumer: StreamConsumer,
): RowChange => {
  const read = (image: Image): unknown => parseRow<z.ZodObject, never>(entity, rowOfImage(image));
  const change: object = {
    entity: entity.name,
    companyId: companyOf(entity, after ?? before ?? between[0], consumer),
    index,
    recordedAt,
    before: before === undefined ? undefined : read(before),
    after: after === undefined ? undefined : read(after),
    between: between.map(read),
  };
  // Cast: the rows are parsed by the schema of the entity that the change names.
  return change as RowChange;
};

export const isChangeOf =
  <N extends WatchedEntity>(name: N) =>
  (change: RowChange): change is ChangeOf<N> =>
    change.entity === name;

/** Whether a row existed before the batch or exists after it; false if it was created and deleted within the batch. */
export const isLasting = ({ before, after }: RowChange): boolean =>
  before !== undefined || after !== undefined;

/** Names of the entities that {@link readChanges} reads. Changes of other entities are skipped without parsing. */
export const WATCHED_ENTITIES: readonly string[] = WATCHED.map(({ name }) => name);

/**
 * Returns the changes of a stream batch, one for each row regardless of how often it was written, in the order of the
 * rows' last records. Effects depend only on a row's state before and after the batch.
 * @returns also the records of unreadable rows, which have no change
 */
export const readChanges = (
  records: readonly StreamRecord[],
  consumer: StreamConsumer,
): { changes: RowChange[]; unreadable: StreamRecord[] } => {
  const rows = new Map<string, Images & { entity: Watched }>();
  records.forEach((record, index) => {
    const { NewImage, OldImage, Keys, ApproximateCreationDateTime: recordedS } = record.dynamodb ?? {};
    const entity = ENTITY_BY_NAME.get((NewImage ?? OldImage)?._e?.S ?? '');
    if (entity === undefined) return;
    const key = `${Keys?.pk?.S}\n${Keys?.sk?.S}`;
    const first = rows.get(key);
    rows.delete(key);
    rows.set(key, {
      entity,
      before: first === undefined ? OldImage : first.before,
      after: NewImage,
      between: first === undefined || OldImage === undefined ? [] : [...first.between, OldImage],
      records: [...(first?.records ?? []), record],
      index: first?.index ?? index,
      recordedAt: recordedS === undefined ? undefined : toInstant(recordedS * 1000),
    });
  });

  const changes: RowChange[] = [];
  const unreadable: StreamRecord[] = [];
  for (const { entity, records: ofRow, ...images } of rows.values()) {
    try {
      changes.push(changeOf(entity, images, consumer));
    } catch (error) {
      if (!(error instanceof UnreadableRow)) throw error;
      log.error('a changed row cannot be read', { entity: entity.name, ...errorFields(error) });
      unreadable.push(...ofRow);
    }
  }
  return { changes, unreadable };
};
