import type { CompanySettings } from '@prosa/shared/entities/company.ts';
import { companySettingsSchema } from '@prosa/shared/entities/company.ts';

import type { Row } from './table/define-entity.ts';
import {
  Company,
  CompanySettings as CompanySettingsEntity,
  Connection,
  ConnectionState,
  Plan,
  Queue,
  User,
} from './table/entities.ts';
import { keys } from './table/keys.ts';
import { entityOf } from './table/pack-fields.ts';
import { globalTable, openTable, parseRow } from './table/table.ts';

type CompanyRow = Row<typeof Company>;
type UserRow = Row<typeof User>;
type QueueRow = Row<typeof Queue>;
type ConnectionRow = Row<typeof Connection>;
type StateRow = Row<typeof ConnectionState>;
type PlanRow = Row<typeof Plan>;

/** What a company's requests need again and again: its people, queues, connections, settings and plan. */
export interface Directory {
  readonly companyId: number;
  readonly company: CompanyRow;
  readonly plan: PlanRow;
  readonly settings: CompanySettings & { version: number };
  readonly users: ReadonlyMap<number, UserRow>;
  readonly queues: ReadonlyMap<number, QueueRow>;
  readonly connections: ReadonlyMap<number, ConnectionRow>;
  readonly states: ReadonlyMap<number, StateRow>;
}

/**
 * How long a container trusts what it read. Rights changed elsewhere count after this at the latest (S-05 allows
 * 60 s); what this process changes itself counts at once through {@link forgetDirectory}.
 */
const DIRECTORY_TTL_MS = 5_000;
const MAX_COMPANIES = 500;

const held = new Map<number, { at: number; value: Promise<Directory | undefined> }>();

const byId = <T extends { id: number }>(rows: T[]): Map<number, T> =>
  new Map(rows.map((row) => [row.id, row]));

const load = async (companyId: number): Promise<Directory | undefined> => {
  const raw = await openTable(companyId).queryAll(keys.company().pk, { consistent: true });
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
  return {
    companyId,
    company,
    plan,
    settings,
    users: byId(of(User.name).map((item) => parseRow(User, item))),
    queues: byId(of(Queue.name).map((item) => parseRow(Queue, item))),
    connections: byId(of(Connection.name).map((item) => parseRow(Connection, item))),
    states: new Map(
      of(ConnectionState.name)
        .map((item) => parseRow(ConnectionState, item))
        .map((state) => [state.connectionId, state]),
    ),
  };
};

/** The company's directory, at most five seconds old; undefined where there is no such company. */
export const getDirectory = (companyId: number): Promise<Directory | undefined> => {
  const now = Date.now();
  const entry = held.get(companyId);
  if (entry !== undefined && now - entry.at < DIRECTORY_TTL_MS) return entry.value;
  if (held.size >= MAX_COMPANIES) held.clear();
  const value = load(companyId);
  held.set(companyId, { at: now, value });
  value.catch(() => held.delete(companyId));
  return value;
};

/** The directory of a company that must exist. */
export const requireDirectory = async (companyId: number): Promise<Directory> => {
  const directory = await getDirectory(companyId);
  if (directory === undefined) throw new Error(`no company ${companyId}`);
  return directory;
};

/** Makes the next reader look again: whoever writes an entity of the directory calls it after the commit. */
export const forgetDirectory = (companyId: number): void => {
  held.delete(companyId);
};
