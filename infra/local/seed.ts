import { hashPassword } from '@prosa/functions/platform/auth/password.ts';
import { systemPrincipal } from '@prosa/functions/platform/auth/principal.ts';
import { putObject } from '@prosa/functions/platform/blob/blob.ts';
import { toInstant } from '@prosa/functions/platform/clock.ts';
import { sha256, systemIds } from '@prosa/functions/platform/ids.ts';
import {
  commit,
  MAX_TRANSACTION_ITEMS,
  WriteConflict,
  type WriteItem,
} from '@prosa/functions/platform/table/commit.ts';
import {
  Company,
  CompanyName,
  CompanySettings,
  Plan,
  PlatformSettings,
} from '@prosa/functions/platform/table/entities/companies.ts';
import { ConnectionState } from '@prosa/functions/platform/table/entities/connections.ts';
import { Counter, GlobalCounter } from '@prosa/functions/platform/table/entities/counters.ts';
import { EmailOwner } from '@prosa/functions/platform/table/entities/users.ts';
import { globalTable, openTable, type Table } from '@prosa/functions/platform/table/table.ts';
import { nextGlobalId } from '@prosa/functions/platform/table/updates.ts';
import { connectionItems, loadConnection } from '@prosa/functions/repositories/connections/connections.ts';
import { loadQueue, queueItems } from '@prosa/functions/repositories/organisation/queues.ts';
import {
  loadQuickMessage,
  quickMessageItems,
} from '@prosa/functions/repositories/organisation/quick-messages.ts';
import { loadTag, tagItems } from '@prosa/functions/repositories/organisation/tags.ts';
import { loadUser, userItems } from '@prosa/functions/repositories/users/users.ts';
import { NEVER_DUE, PLATFORM_COMPANY_ID } from '@prosa/shared/entities/company.ts';
import { connectionSchema } from '@prosa/shared/entities/connection.ts';
import { queueSchema } from '@prosa/shared/entities/queue.ts';
import { quickMessageSchema } from '@prosa/shared/entities/quick-message.ts';
import type { CompanySettings as CompanySettingsFields } from '@prosa/shared/entities/settings.ts';
import { tagSchema } from '@prosa/shared/entities/tag.ts';
import { type User as UserFields, userSchema } from '@prosa/shared/entities/user.ts';
import type { PlanFlag } from '@prosa/shared/permissions.ts';
import { uniqueName } from '@prosa/shared/rules/comparable-value.ts';
import { DEMO_ACTIVE } from './demo/demo-active.ts';
import { DEMO_HISTORY, DEMO_RECENT } from './demo/demo-history.ts';
import { createDemoIds } from './demo/demo-ids.ts';
import {
  DEMO_CONNECTION,
  DEMO_QUEUES,
  DEMO_QUICK_MESSAGES,
  DEMO_SCHEDULES,
  DEMO_TAGS,
  DEMO_USERS,
} from './demo/demo-organisation.ts';
import { demoRows } from './demo/demo-rows.ts';
import { demoScheduleItems } from './demo/demo-schedules.ts';

export const ADMIN_EMAIL = 'admin@prosa.local';
export const DEMO_COMPANY_ID = 2;

const ALL_FEATURES: Record<PlanFlag, boolean> = {
  useWhatsapp: true,
  useFacebook: true,
  useInstagram: true,
  useCampaigns: true,
  useSchedules: true,
  useInternalChat: true,
  useExternalApi: true,
  useKanban: true,
  useOpenAi: true,
  useIntegrations: true,
};
const PLANS = [
  { id: 1, name: 'Plataforma', users: 20, connections: 5, queues: 20, isPublic: false },
  { id: 2, name: 'Completo', users: 100, connections: 20, queues: 100, amountCents: 49_900 },
] as const;

export interface SeedOptions {
  /** `demo`: a company with users and conversations. `empty`: only the super administrator. */
  kind: string;
  /** Password of every account; at most 128 bytes. */
  adminPassword: string;
  /** Stores a file of a demo message; writes to the bucket when absent. */
  storeFile?: (key: string, bytes: Uint8Array, mimeType: string, fileName: string) => Promise<void>;
}

/** One less than the maximum, because each transaction also writes the directory's version. */
const ITEMS_PER_TRANSACTION = MAX_TRANSACTION_ITEMS - 1;

/** Opens the table for a company that is being set up. */
const tableOf = (companyId: number): Table => openTable(systemPrincipal('setup', companyId).companyId);

/** Writes in full transactions: the engine syncs each to disk once, so they take a third of the time of batches. */
const writeAll = async (items: readonly WriteItem[]): Promise<void> => {
  for (let start = 0; start < items.length; start += ITEMS_PER_TRANSACTION) {
    await commit(items.slice(start, start + ITEMS_PER_TRANSACTION));
  }
};

type SeedUser = Pick<UserFields, 'id' | 'name' | 'email'> & Partial<UserFields>;

/** `absent` refuses existing rows; `any` overwrites them, after an interruption. */
type Expected = 'absent' | 'any';

interface SeedCompany {
  companyId: number;
  name: string;
  planId: number;
  settings?: Partial<CompanySettingsFields>;
}

const companyItems = (
  { companyId, name, planId, settings = {} }: SeedCompany,
  nowMs: number,
  expected: Expected = 'any',
): WriteItem[] => {
  const table = tableOf(companyId);
  const company = { companyId, name, planId, dueDate: NEVER_DUE, schedules: DEMO_SCHEDULES };
  return [
    table.put(Company, company, expected, nowMs),
    table.put(CompanySettings, { ...settings, companyId }, expected, nowMs),
    globalTable.put(CompanyName, { name: uniqueName(name), companyId }, expected, nowMs),
  ];
};

const seedUserItems = async (
  companyId: number,
  user: SeedUser,
  password: string,
  nowMs: number,
  expected: Expected = 'any',
): Promise<WriteItem[]> => {
  const fields = userSchema.parse({ ...user, companyId, passwordHash: await hashPassword(password) });
  const table = tableOf(companyId);
  return [
    ...userItems(table, await loadUser(table, user.id), fields, nowMs),
    globalTable.put(EmailOwner, { email: user.email, companyId, userId: user.id }, expected, nowMs),
  ];
};

const counterItems = (companyId: number, counts: Record<string, number>): WriteItem[] =>
  Object.entries(counts).map(([name, value]) =>
    tableOf(companyId).put(Counter, { companyId, name, value }, 'any'),
  );

/** Returns the initial rows of every installation: plans, the platform's company and its super administrator. */
const platformItems = async (password: string, nowMs: number): Promise<WriteItem[]> => {
  const admin = { id: 1, name: 'Administrador', email: ADMIN_EMAIL, profile: 'admin', super: true } as const;
  return [
    ...PLANS.map((plan) => globalTable.put(Plan, { ...plan, flags: ALL_FEATURES }, 'any', nowMs)),
    ...companyItems({ companyId: PLATFORM_COMPANY_ID, name: 'Prosa', planId: PLANS[0].id }, nowMs),
    ...(await seedUserItems(PLATFORM_COMPANY_ID, admin, password, nowMs)),
    ...counterItems(PLATFORM_COMPANY_ID, { user: 1 }),
    globalTable.put(GlobalCounter, { name: 'company', value: DEMO_COMPANY_ID }, 'any'),
    globalTable.put(GlobalCounter, { name: 'plan', value: PLANS.length }, 'any'),
  ];
};

const organisationItems = async (nowMs: number): Promise<WriteItem[]> => {
  const companyId = DEMO_COMPANY_ID;
  const table = tableOf(companyId);
  const { id: connectionId, queueIds, ...options } = DEMO_CONNECTION;
  const token = systemIds.token(24);
  const connection = connectionSchema.parse({
    ...options,
    companyId,
    id: connectionId,
    queueIds: [...queueIds],
    schedules: DEMO_SCHEDULES,
    tokenHash: sha256(token),
    tokenLast4: token.slice(-4),
  });
  const queues = Object.values(DEMO_QUEUES).map((queue) =>
    queueSchema.parse({ ...queue, companyId, schedules: DEMO_SCHEDULES }),
  );
  return [
    ...(
      await Promise.all(
        queues.map(async (queue) => queueItems(table, await loadQueue(table, queue.id), queue, nowMs)),
      )
    ).flat(),
    ...(
      await Promise.all(
        Object.values(DEMO_TAGS).map(async (tag) =>
          tagItems(table, await loadTag(table, tag.id), tagSchema.parse({ ...tag, companyId }), nowMs),
        ),
      )
    ).flat(),
    ...(
      await Promise.all(
        DEMO_QUICK_MESSAGES.map(async (quick) =>
          quickMessageItems(
            table,
            await loadQuickMessage(table, quick.id),
            quickMessageSchema.parse({ ...quick, companyId }),
            { writerId: quick.userId, ids: systemIds, nowMs },
          ),
        ),
      )
    ).flat(),
    ...connectionItems(table, await loadConnection(table, connectionId), connection, nowMs),
    // The session host finds this row by its index at startup, and updates it from then on.
    table.put(
      ConnectionState,
      { companyId, connectionId, status: 'OPENING', changedAt: toInstant(nowMs) },
      'any',
      nowMs,
    ),
  ];
};

/** Creates the company "Demo" with its users, queues, connection, contacts and conversations. */
const seedDemo = async (options: SeedOptions, baseMs: number): Promise<void> => {
  const companyId = DEMO_COMPANY_ID;
  const scope = { table: tableOf(companyId), companyId, baseMs, ids: createDemoIds() };
  const rows = demoRows(scope, [...DEMO_ACTIVE, ...DEMO_RECENT, ...DEMO_HISTORY]);
  const scheduled = demoScheduleItems(scope);
  const { storeFile = putObject } = options;
  const users = await Promise.all(
    Object.values(DEMO_USERS).map((user) => seedUserItems(companyId, user, options.adminPassword, baseMs)),
  );
  await Promise.all(
    rows.files.map(({ key, bytes, mimeType, fileName }) => storeFile(key, bytes, mimeType, fileName)),
  );
  // The organisation first, because the stream's reader looks up names in it.
  await writeAll([
    // Waiting conversations trigger a sound, so that the first one is not missed.
    ...companyItems(
      { companyId, name: 'Demo', planId: PLANS[1].id, settings: { showNotificationPending: true } },
      baseMs,
    ),
    ...users.flat(),
    ...(await organisationItems(baseMs)),
  ]);
  await writeAll([
    ...rows.items,
    ...scheduled.items,
    ...counterItems(companyId, {
      user: users.length,
      queue: Object.keys(DEMO_QUEUES).length,
      tag: Object.keys(DEMO_TAGS).length,
      quickMessage: DEMO_QUICK_MESSAGES.length,
      connection: DEMO_CONNECTION.id,
      contact: rows.contacts,
      ticket: rows.tickets,
      schedule: scheduled.schedules,
    }),
  ]);
};

/**
 * Fills a new table once; existing data stays unchanged. After an interruption, the next call writes the same rows
 * again. The platform's settings are written last and mark the seeding as complete.
 */
export const seed = async (options: SeedOptions): Promise<void> => {
  if ((await globalTable.get(PlatformSettings, {}, { consistent: true })) !== undefined) return;
  const started = await tableOf(PLATFORM_COMPANY_ID).get(Company, {}, { consistent: true });
  const baseMs = started === undefined ? Date.now() : Date.parse(started.rowCreatedAt);
  const platform = await platformItems(options.adminPassword, baseMs);
  await writeAll(platform);
  if (options.kind === 'demo') await seedDemo(options, baseMs);
  await commit([globalTable.put(PlatformSettings, {}, 'absent')]);
};

/** Returns whether the table contains the rows that every seeded table has. */
export const readMarks = async (): Promise<boolean> => {
  const [settings, company] = await Promise.all([
    globalTable.get(PlatformSettings, {}, { consistent: true }),
    tableOf(PLATFORM_COMPANY_ID).get(Company, {}, { consistent: true }),
  ]);
  return settings !== undefined && company !== undefined;
};

/** Thrown when a company's name or e-mail is taken; nothing was written. */
export class CompanyTaken extends Error {
  constructor(what: 'name' | 'email') {
    super(what === 'name' ? 'another company has this name' : 'another user has this e-mail address');
    this.name = 'CompanyTaken';
  }
}

/**
 * Creates a company with every feature and no expiry, and its first administrator.
 * @returns the company's id
 * @throws CompanyTaken
 */
export const seedCompany = async (
  name: string,
  admin: Pick<UserFields, 'name' | 'email'>,
  password: string,
): Promise<number> => {
  const nowMs = Date.now();
  const companyId = await nextGlobalId('company');
  const user = { ...admin, id: 1, profile: 'admin' } as const;
  try {
    await commit([
      ...companyItems({ companyId, name, planId: PLANS[1].id }, nowMs, 'absent'),
      ...(await seedUserItems(companyId, user, password, nowMs, 'absent')),
      ...counterItems(companyId, { user: user.id }),
    ]);
  } catch (error) {
    if (!(error instanceof WriteConflict)) throw error;
    if (error.failedOn(EmailOwner)) throw new CompanyTaken('email');
    if (error.failedOn(CompanyName)) throw new CompanyTaken('name');
    throw error;
  }
  return companyId;
};
