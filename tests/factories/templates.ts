import { forgetDirectory } from '@prosa/functions/platform/directory.ts';
import { commit } from '@prosa/functions/platform/table/commit.ts';
import { MessageTemplate } from '@prosa/functions/platform/table/entities/message-templates.ts';
import { withCredentials } from '@prosa/functions/repositories/connections/connection-credentials.ts';
import { connectionItems, loadConnection } from '@prosa/functions/repositories/connections/connections.ts';
import {
  messageTemplateSchema,
  type MessageTemplate as Template,
} from '@prosa/shared/entities/message-template.ts';
import type * as z from 'zod';
import { plant } from '../support/plant.ts';
import type { TestCompany } from './company.ts';

const ACCESS_TOKEN = plant(`EAA${'tEmPlAtE'.repeat(12)}`);

/** Adds a connection of a number of the Cloud API, with a token. */
export const addCloudConnection = async (
  company: TestCompany,
  account: { accountId: string; businessId: string },
  accessToken = ACCESS_TOKEN,
): Promise<number> => {
  const id = await company.addConnection({ channel: 'whatsappapi', ...account });
  const before = await loadConnection(company.table, id);
  if (before === undefined) throw new Error('no connection');
  const after = await withCredentials(before, { accessToken, expireAt: null });
  await commit(connectionItems(company.table, before, after, Date.now()));
  forgetDirectory(company.id);
  return id;
};

/** Stores an approved template with a variable, and returns it. */
export const addTemplate = async (
  { id, table }: TestCompany,
  fields: Partial<z.input<typeof messageTemplateSchema>> & { businessId: string },
): Promise<Template> => {
  const template = messageTemplateSchema.parse({
    id: '108800000000001',
    name: 'order_update',
    language: 'pt_BR',
    category: 'UTILITY',
    status: 'APPROVED',
    header: { kind: 'none' },
    body: 'Oi, {{1}}! Seu pedido saiu.',
    examples: { body: { '1': 'Maria' } },
    changedAt: '2026-11-01T12:00:00.000Z',
    ...fields,
    companyId: id,
  });
  await commit([table.put(MessageTemplate, template, 'any')]);
  return template;
};
