import { randomUUID } from 'node:crypto';
import { signAccessToken } from '@prosa/functions/platform/auth/access-token.ts';
import type { CompanyId } from '@prosa/functions/platform/auth/company-id.ts';
import { makeConnectionToken } from '@prosa/functions/platform/auth/connection-token.ts';
import { hashPassword } from '@prosa/functions/platform/auth/password.ts';
import { forgetDirectory } from '@prosa/functions/platform/directory.ts';
import { systemIds } from '@prosa/functions/platform/ids.ts';
import { commit } from '@prosa/functions/platform/table/commit.ts';
import type { Draft } from '@prosa/functions/platform/table/define-entity.ts';
import { Company, CompanySettings, Plan, Queue } from '@prosa/functions/platform/table/entities/companies.ts';
import { Connection } from '@prosa/functions/platform/table/entities/connections.ts';
import { EmailOwner, User } from '@prosa/functions/platform/table/entities/users.ts';
import { globalTable, openTable, type Table } from '@prosa/functions/platform/table/table.ts';
import { nextGlobalId, nextId } from '@prosa/functions/platform/table/updates.ts';
import { connectionItems, loadConnection } from '@prosa/functions/repositories/connections/connections.ts';
import { queueItems } from '@prosa/functions/repositories/organisation/queues.ts';
import { openSession } from '@prosa/functions/repositories/users/sessions.ts';
import { userItems } from '@prosa/functions/repositories/users/users.ts';
import { connectionSchema } from '@prosa/shared/entities/connection.ts';
import { queueSchema } from '@prosa/shared/entities/queue.ts';
import { userSchema } from '@prosa/shared/entities/user.ts';
import type { PlanFlag } from '@prosa/shared/permissions.ts';
import { hasSession } from '@prosa/shared/rules/channel-connections.ts';
import type * as z from 'zod';
import { ownCompany } from '../support/own-company.ts';
import { plant } from '../support/plant.ts';

export const TEST_PASSWORD = plant('uma senha de teste');

export interface TestUser {
  id: number;
  email: string;
  /** A valid access token. */
  token: string;
}

export interface TestCompany {
  id: CompanyId;
  table: Table;
  admin: TestUser;
  addUser(fields?: Partial<Draft<typeof User>>): Promise<TestUser>;
  addQueue(fields?: Partial<z.input<typeof queueSchema>>): Promise<number>;
  addConnection(fields?: Partial<z.input<typeof connectionSchema>>): Promise<number>;
  /** Creates an API token with which another system sends over a connection. */
  addApiToken(connectionId: number): Promise<string>;
}

/** Returns plan flags with all features except the given ones. */
export const planFlags = (without: readonly PlanFlag[] = []): Record<PlanFlag, boolean> => {
  const has = (flag: PlanFlag) => !without.includes(flag);
  return {
    useWhatsapp: has('useWhatsapp'),
    useFacebook: has('useFacebook'),
    useInstagram: has('useInstagram'),
    useCampaigns: has('useCampaigns'),
    useSchedules: has('useSchedules'),
    useInternalChat: has('useInternalChat'),
    useExternalApi: has('useExternalApi'),
    useKanban: has('useKanban'),
    useOpenAi: has('useOpenAi'),
    useIntegrations: has('useIntegrations'),
  };
};

let hash: Promise<string> | undefined;

/** Creates a company with a plan, settings and an administrator through the table layer. */
export const makeCompany = async (
  options: {
    plan?: { users?: number; connections?: number; queues?: number; without?: readonly PlanFlag[] };
    company?: Partial<Draft<typeof Company>>;
    settings?: Partial<Draft<typeof CompanySettings>>;
  } = {},
): Promise<TestCompany> => {
  hash ??= hashPassword(TEST_PASSWORD);
  const passwordHash = await hash;
  const id = ownCompany(10 + (await nextGlobalId('company')));
  const planId = await nextGlobalId('plan');
  const table = openTable(id);
  const { users = 50, connections = 50, queues = 50, without = [] } = options.plan ?? {};
  await commit([
    globalTable.put(
      Plan,
      { id: planId, name: `plan ${planId}`, users, connections, queues, flags: planFlags(without) },
      'absent',
    ),
    table.put(
      Company,
      {
        companyId: id,
        name: `company ${id}`,
        planId,
        dueDate: '2999-12-31',
        ...options.company,
      },
      'absent',
    ),
    table.put(CompanySettings, { companyId: id, ...options.settings }, 'absent'),
  ]);

  const addUser: TestCompany['addUser'] = async (fields = {}) => {
    const userId = await nextId(table, User);
    const email = fields.email ?? `user-${userId}-${randomUUID()}@example.com`;
    const draft = userSchema.parse({
      name: `User ${userId}`,
      ...fields,
      companyId: id,
      id: userId,
      email,
      passwordHash,
    });
    const nowMs = Date.now();
    const session = openSession(
      table,
      draft,
      { remember: true, device: 'Chrome · Linux', ip: '127.0.0.1' },
      { ids: systemIds, nowMs },
    );
    await commit([
      ...userItems(table, undefined, draft, Date.now()),
      globalTable.put(EmailOwner, { email, companyId: id, userId }, 'absent'),
      session.item,
    ]);
    forgetDirectory(id);
    const token = await signAccessToken({ userId, companyId: id, sessionId: session.sessionId }, nowMs);
    return { id: userId, email: plant(email), token: plant(token) };
  };

  return {
    id,
    table,
    addUser,
    admin: await addUser({ profile: 'admin' }),
    addQueue: async (fields = {}) => {
      const queueId = await nextId(table, Queue);
      const { name = `Queue ${queueId}`, color = `#${queueId.toString(16).padStart(6, '0')}` } = fields;
      const queue = queueSchema.parse({ ...fields, name, color, companyId: id, id: queueId });
      await commit(queueItems(table, undefined, queue, Date.now()));
      forgetDirectory(id);
      return queueId;
    },
    addConnection: async (fields = {}) => {
      const connectionId = await nextId(table, Connection);
      const { name = `Connection ${connectionId}`, channel = 'whatsapp' } = fields;
      const connection = connectionSchema.parse({
        started: hasSession({ channel }),
        ...fields,
        channel,
        name,
        companyId: id,
        id: connectionId,
      });
      await commit(connectionItems(table, undefined, connection, Date.now()));
      forgetDirectory(id);
      return connectionId;
    },
    addApiToken: async (connectionId) => {
      const { token, tokenHash } = makeConnectionToken(systemIds);
      const connection = await loadConnection(table, connectionId);
      if (connection === undefined) throw new Error('no connection');
      await commit(connectionItems(table, connection, { ...connection, tokenHash }, Date.now()));
      forgetDirectory(id);
      return plant(token);
    },
  };
};
