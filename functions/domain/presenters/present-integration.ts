import type { IntegrationRecord, IntegrationView } from '@prosa/shared/contracts/integrations.ts';
import type { Integration, IntegrationHealth } from '@prosa/shared/entities/integration.ts';

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
  health: IntegrationHealth | undefined,
  nowMs: number,
): IntegrationView => {
  const pausedUntil = health?.pausedUntil ?? null;
  return {
    ...presentIntegrationRecord(integration),
    pausedUntil: pausedUntil !== null && Date.parse(pausedUntil) > nowMs ? pausedUntil : null,
  };
};
