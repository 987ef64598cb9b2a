import type { integrationRoutes } from '@prosa/shared/contracts/integrations.ts';
import type { RouteHandler } from '../../platform/http/bind-routes.ts';
import { sealSigningSecret } from '../../platform/integration-secrets.ts';
import { newSigningSecret } from '../../platform/webhook-secret.ts';
import { changeIntegration } from './change-integration.ts';

const HINT_CHARS = 4;

/** Replaces the secret that signs the calls of an integration, or adds one. The previous one ends at once. */
export const rotateSecret: RouteHandler<typeof integrationRoutes.rotateSecret> = async (context) => {
  const { principal, params, ids } = context;
  const secret = newSigningSecret(ids);
  const sealed = await sealSigningSecret(principal.companyId, params.id, secret);
  const signingSecret = { sealed, hint: secret.slice(-HINT_CHARS) };
  const view = await changeIntegration(context, 'integrations.rotateSecret', (integration) => ({
    ...integration,
    signingSecret,
  }));
  return { ...view, secret };
};
