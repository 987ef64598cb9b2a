import type { CompanySettings } from '@prosa/shared/entities/settings.ts';
import { companySettingsSchema } from '@prosa/shared/entities/settings.ts';
import type * as z from 'zod';
import type { CompanyId } from './auth/company-id.ts';
import type { StoredRow } from './aws/dynamodb.ts';
import type { Entity, Row, Stored } from './table/define-entity.ts';
import { CampaignAnswers } from './table/entities/campaigns.ts';
import {
  Company,
  CompanySettings as CompanySettingsEntity,
  DirectoryLane,
  DirectoryQueue,
  DirectoryVersion,
  Plan,
  ReachedCap,
} from './table/entities/companies.ts';
import { DirectoryConnection } from './table/entities/connections.ts';
import { FlowPhrase } from './table/entities/flows.ts';
import { DirectoryUser } from './table/entities/users.ts';
import { DirectoryEndpoint } from './table/entities/webhook-endpoints.ts';
import { keys } from './table/keys.ts';
import { entityOf } from './table/pack-fields.ts';
import { parseRow } from './table/parse-row.ts';
import { globalTable, openTable } from './table/table.ts';

/**
 * The data that a company's requests need constantly: its settings and plan, its users, queues, connections and
 * endpoints of webhooks and columns of the board in brief, the phrases that start flows, and the caps of sends that it has
 * reached. The live states of connections are not included, because they change on their own:
 * `repositories/connections/connections.ts` reads them.
 */
export interface Directory {
  readonly companyId: CompanyId;
  readonly company: Row<typeof Company>;
  readonly plan: Row<typeof Plan>;
  readonly settings: CompanySettings & { version: number };
  readonly users: ReadonlyMap<number, Row<typeof DirectoryUser>>;
  readonly queues: ReadonlyMap<number, Row<typeof DirectoryQueue>>;
  readonly connections: ReadonlyMap<number, Row<typeof DirectoryConnection>>;
  readonly endpoints: ReadonlyMap<number, Row<typeof DirectoryEndpoint>>;
  /** Columns of the board that were saved with time and rollback rules; none if the plan has no board. */
  readonly lanes: ReadonlyMap<number, Row<typeof DirectoryLane>>;
  /** Caps of sends that were reached, also on earlier days. */
  readonly reachedCaps: readonly Row<typeof ReachedCap>[];
  /** Until when a message of a contact may answer a campaign (ISO); null if none was ever sent. */
  readonly answersCampaignsUntil: string | null;
  /** Phrases that start flows, also those that are off, by id. */
  readonly flowPhrases: readonly Row<typeof FlowPhrase>[];
}

/**
 * How long a container caches the directory. Rights changed elsewhere take effect after this at the latest (S-05
 * allows 60 s). A change by this process takes effect at once through {@link forgetDirectory}.
 */
const DIRECTORY_TTL_MS = 5_000;
const MAX_COMPANIES = 500;

/**
 * After this time transactions are complete and no replica lags behind, so rows read with a version this old are
 * complete.
 */
const SETTLED_MS = 10_000;

interface Loaded {
  directory: Directory;
  /** Version of the directory's rows; 0 before its first change. */
  version: number;
  /**
   * Whether the version was old enough when it was read. Otherwise the rows are read again, whatever the version
   * says.
   */
  settled: boolean;
}

const held = new Map<number, { at: number; value: Promise<Loaded | undefined> }>();

const versionOf = (row: StoredRow | undefined): number => Number(row?.version ?? 0);

const load = async (companyId: CompanyId, consistent: boolean): Promise<Loaded | undefined> => {
  const readAt = Date.now();
  const raw = await openTable(companyId).queryAll(keys.company().pk, { consistent });
  const of = (name: string) => raw.filter((item) => entityOf(item) === name);
  const [companyRaw] = of(Company.name);
  if (companyRaw === undefined) return undefined;
  const company = parseRow(Company, companyRaw);
  const plan = await globalTable.get(Plan, { id: company.planId });
  if (plan === undefined) throw new Error(`company ${companyId} has no plan`);
  const [settingsRaw] = of(CompanySettingsEntity.name);
  const settings: CompanySettings & { version: number } =
    settingsRaw === undefined
      ? { ...companySettingsSchema.parse({ companyId }), version: 0 }
      : parseRow(CompanySettingsEntity, settingsRaw);
  const rowsOf = <S extends z.ZodObject, K>(entity: Entity<S, K>) =>
    of(entity.name).map((item) => parseRow(entity, item));
  const byId = <T extends { id: number } & Stored>(rows: T[]): Map<number, T> =>
    new Map(rows.map((row) => [row.id, row]));
  const [version] = of(DirectoryVersion.name);
  return {
    version: versionOf(version),
    settled: readAt - Date.parse(String(version?.rowUpdatedAt ?? company.rowUpdatedAt)) > SETTLED_MS,
    directory: {
      companyId,
      company,
      plan,
      settings,
      users: byId(rowsOf(DirectoryUser)),
      queues: byId(rowsOf(DirectoryQueue)),
      connections: byId(rowsOf(DirectoryConnection)),
      endpoints: byId(rowsOf(DirectoryEndpoint)),
      lanes: plan.flags.useKanban === true ? byId(rowsOf(DirectoryLane)) : new Map(),
      reachedCaps: rowsOf(ReachedCap),
      answersCampaignsUntil: rowsOf(CampaignAnswers)[0]?.until ?? null,
      flowPhrases: rowsOf(FlowPhrase),
    },
  };
};

/** Keeps the cached directory if version and plan are unchanged: one call of two read units instead of a full read. */
const refresh = async (companyId: CompanyId, before: Loaded | undefined): Promise<Loaded | undefined> => {
  if (before?.settled !== true) return load(companyId, true);
  const { directory } = before;
  const table = openTable(companyId);
  const [version, plan] = await table.getRaw(
    [table.keyOf(DirectoryVersion, {}), globalTable.keyOf(Plan, directory.plan)],
    { consistent: true },
  );
  const isSame = versionOf(version) === before.version && versionOf(plan) === directory.plan.version;
  return isSame ? before : load(companyId, true);
};

/**
 * Returns the company's directory, at most five seconds old; undefined if there is no such company.
 *
 * Costs nothing while cached, two read units every five seconds, and one query if it has changed or the container is
 * new: a unit for every 4 kB, and half of one for a new container, whose first read may be as stale as a replica. 500
 * users, 100 queues and 20 connections cost 45 and 23 units, regardless of their texts, options and pictures.
 */
export const getDirectory = async (companyId: CompanyId): Promise<Directory | undefined> => {
  const now = Date.now();
  const entry = held.get(companyId);
  if (entry !== undefined && now - entry.at < DIRECTORY_TTL_MS) return (await entry.value)?.directory;
  if (held.size >= MAX_COMPANIES) held.clear();
  const before = entry?.value.catch(() => undefined);
  const value = before === undefined ? load(companyId, false) : before.then((old) => refresh(companyId, old));
  const next = { at: now, value };
  held.set(companyId, next);
  try {
    return (await value)?.directory;
  } catch (error) {
    if (held.get(companyId) === next) held.delete(companyId);
    throw error;
  }
};

/** Returns the directory of a company that must exist. */
export const requireDirectory = async (companyId: CompanyId): Promise<Directory> => {
  const directory = await getDirectory(companyId);
  if (directory === undefined) throw new Error(`no company ${companyId}`);
  return directory;
};

/**
 * Makes the next call read the directory again. Call it after the commit that writes an entity of the directory, and
 * before a decision that depends on all of it.
 */
export const forgetDirectory = (companyId: number): void => {
  const value = held.get(companyId)?.value ?? Promise.resolve(undefined);
  held.set(companyId, { at: Number.NEGATIVE_INFINITY, value });
};

/**
 * Returns the company's directory if it contains the connection. If the connection is missing, reads again, because
 * the connection may be new.
 */
export const directoryWith = async (
  companyId: CompanyId,
  connectionId: number,
): Promise<Directory | undefined> => {
  const directory = await getDirectory(companyId);
  if (directory?.connections.has(connectionId)) return directory;
  forgetDirectory(companyId);
  const fresh = await getDirectory(companyId);
  return fresh?.connections.has(connectionId) ? fresh : undefined;
};
