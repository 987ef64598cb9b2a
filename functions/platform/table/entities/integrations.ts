import {
  directoryIntegrationSchema,
  integrationCallSchema,
  integrationHealthSchema,
  integrationSchema,
} from '@prosa/shared/entities/integration.ts';
import { CALLS_KEPT_DAYS } from '@prosa/shared/entities/service-call.ts';
import { afterInstant, DAY_S, defineEntity } from '../define-entity.ts';
import { keys } from '../keys.ts';

export const Integration = defineEntity({
  name: 'integration',
  schema: integrationSchema,
  scope: 'tenant',
  secrets: ['credentials', 'signingSecret'],
  key: keys.integration,
});
/**
 * The brief form of an integration, without its secrets and texts. It lies in the directory, so that its changes raise
 * the directory's version, by which the removal of a flow notices a new use. `integrationItems` writes it with the full
 * row.
 */
export const DirectoryIntegration = defineEntity({
  name: 'directoryIntegration',
  schema: directoryIntegrationSchema,
  scope: 'tenant',
  key: keys.directoryIntegration,
});
/** Exists only since the first failed call of an integration. */
export const IntegrationHealth = defineEntity({
  name: 'integrationHealth',
  schema: integrationHealthSchema,
  scope: 'tenant',
  key: keys.integrationHealth,
});
export const IntegrationCall = defineEntity({
  name: 'integrationCall',
  schema: integrationCallSchema,
  scope: 'tenant',
  key: keys.integrationCall,
  expiresAt: ({ at }) => afterInstant(at, CALLS_KEPT_DAYS * DAY_S),
});
