import type { IntegrationRecord, IntegrationView } from '@prosa/shared/contracts/integrations.ts';
import type { Integration } from '@prosa/shared/entities/integration.ts';
import { type Health, pauseOf } from '../services/circuit.ts';

interface Stored {
  version: number;
  rowUpdatedAt: string;
}

/** Presents an integration without its secrets, for events. */
export const presentIntegrationRecord = ({
  signingSecret,
  credentials,
  rowUpdatedAt,
  ...integration
}: Integration & Stored): IntegrationRecord => ({
  ...integration,
  jsonContent: '',
  credentialsHint: credentials?.hint ?? '',
  signingSecretLast4: signingSecret?.hint ?? '',
  updatedAt: rowUpdatedAt,
});

/** Presents an integration without its secrets. A pause that has ended is not shown. */
export const presentIntegration = (
  integration: Integration & Stored,
  health: Health | undefined,
  nowMs: number,
): IntegrationView => ({ ...presentIntegrationRecord(integration), pausedUntil: pauseOf(health, nowMs) });
