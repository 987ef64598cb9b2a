import { toInstant } from '@prosa/functions/platform/clock.ts';
import { forgetDirectory } from '@prosa/functions/platform/directory.ts';
import { commit } from '@prosa/functions/platform/table/commit.ts';
import { Integration } from '@prosa/functions/platform/table/entities/integrations.ts';
import { nextId } from '@prosa/functions/platform/table/updates.ts';
import { callItem } from '@prosa/functions/repositories/integrations/integration-calls.ts';
import { integrationItems } from '@prosa/functions/repositories/integrations/integrations.ts';
import {
  type Integration as IntegrationFields,
  integrationSchema,
} from '@prosa/shared/entities/integration.ts';
import type { TestCompany } from './company.ts';

/**
 * Stores an integration, and a call of it. By default a webhook whose address is refused, so that a call fails at once.
 * @returns their ids
 */
export const plantIntegration = async (
  { table, id: companyId }: Pick<TestCompany, 'table' | 'id'>,
  fields: Partial<IntegrationFields> = {},
  nowMs = Date.now(),
): Promise<{ integration: number; integrationCall: string }> => {
  const id = await nextId(table, Integration);
  const at = toInstant(nowMs);
  const integration = integrationSchema.parse({
    name: 'Pedidos',
    type: 'webhook',
    urlN8N: fields.type === 'flowbuilder' ? '' : 'https://127.0.0.1:9/',
    createdAt: at,
    ...fields,
    companyId,
    id,
  });
  const integrationCall = `01m8ba94660001sh83sd${id}`;
  const call = { companyId, integrationId: id, id: integrationCall, ticketId: null, at, durationMs: 12 };
  const result = {
    request: JSON.stringify({ name: integration.name }),
    status: 200,
    failure: '',
    answer: '',
  };
  await commit([
    ...integrationItems(table, undefined, integration, nowMs),
    callItem(table, { ...call, ...result }, nowMs),
  ]);
  forgetDirectory(companyId);
  return { integration: id, integrationCall };
};
