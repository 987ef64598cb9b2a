import { LINK_RETURN_PATH } from '@prosa/shared/rules/channel-connections.ts';
import * as z from 'zod';
import { toInstant } from '../../platform/clock.ts';
import { requireEnv } from '../../platform/env.ts';
import { ProviderFailed } from '../driver.ts';
import { graph } from './graph-client.ts';
import { requireMetaApp } from './meta-app.ts';

const issuedSchema = z.object({ access_token: z.string().min(1) });

const exchange = async (given: Readonly<Record<string, string>>): Promise<string> => {
  const { appId, appSecret } = await requireMetaApp();
  const query = { client_id: appId, client_secret: appSecret, ...given };
  return (await graph({ path: 'oauth/access_token', query }, issuedSchema)).access_token;
};

/** Exchanges a user's token for one of 60 days; the tokens of pages that it lists do not expire. */
export const exchangeUserToken = (token: string): Promise<string> =>
  exchange({ grant_type: 'fb_exchange_token', fb_exchange_token: token });

/**
 * Exchanges the code of a login for a token. A code works once.
 * @throws ProviderFailed with remedy `relink` also for a code that is used or too old
 */
export const exchangeCode = async (code: string): Promise<string> => {
  try {
    // Meta requires the same address as in the login dialog.
    return await exchange({ code, redirect_uri: `${requireEnv('APP_ORIGIN')}${LINK_RETURN_PATH}` });
  } catch (error) {
    if (!(error instanceof ProviderFailed) || error.remedy.does !== 'stop') throw error;
    throw new ProviderFailed('relink-needed', { does: 'relink', because: 'token-refused' });
  }
};

const inspectedSchema = z.object({
  data: z.object({
    app_id: z.string().optional(),
    is_valid: z.boolean().default(false),
    user_id: z.string().optional(),
    /** Epoch seconds; 0 if the token does not expire. */
    expires_at: z.int().nonnegative().default(0),
    scopes: z.array(z.string()).default([]),
    granular_scopes: z
      .array(z.object({ scope: z.string(), target_ids: z.array(z.string()).default([]) }))
      .default([]),
  }),
});

export interface InspectedToken {
  /** '' for a token of a page. */
  userId: string;
  expireAt: string | null;
  /** Ids of the objects that the token was granted with a scope. */
  targetsOf: (scope: string) => readonly string[];
}

/**
 * Asks Meta about a token, and accepts only a token that this installation's app was given: Meta would send the updates
 * of another app's accounts to that app.
 * @throws ProviderFailed with remedy `relink` for any other token, or one without the scopes
 */
export const inspectToken = async (token: string, scopes: readonly string[]): Promise<InspectedToken> => {
  const { appId, appSecret } = await requireMetaApp();
  const query = { input_token: token, access_token: `${appId}|${appSecret}` };
  const { data } = await graph({ path: 'debug_token', query }, inspectedSchema);
  if (!data.is_valid || data.app_id !== appId)
    throw new ProviderFailed('relink-needed', { does: 'relink', because: 'token-refused' });
  if (!scopes.every((scope) => data.scopes.includes(scope)))
    throw new ProviderFailed('relink-needed', { does: 'relink', because: 'permission-missing' });
  return {
    userId: data.user_id ?? '',
    expireAt: data.expires_at === 0 ? null : toInstant(data.expires_at * 1000),
    targetsOf: (scope) =>
      data.granular_scopes.filter((one) => one.scope === scope).flatMap((one) => one.target_ids),
  };
};
