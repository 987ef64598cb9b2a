import type { channelLinkRoutes } from '@prosa/shared/contracts/channel-links.ts';
import type { ResponseOf } from '@prosa/shared/contracts/route.ts';
import { LINK_RETURN_PATH } from '@prosa/shared/rules/channel-connections.ts';
import * as z from 'zod';

export type MetaApp = ResponseOf<typeof channelLinkRoutes.app>;

/** Purpose of a login: to list a user's pages, or to sign a number up. */
export type LoginFor = 'pages' | 'signup';

/** BroadcastChannel from the page to which the login returns. Meta's dialog may cut the window off from its opener. */
export const LOGIN_CHANNEL = 'prosa-channel-login';

const answerSchema = z.object({
  /** As given to the dialog. */
  state: z.string().min(1),
  accessToken: z.string().optional(),
  code: z.string().optional(),
});
/** What a login returned; neither token nor code if the user refused. */
export type LoginAnswer = z.output<typeof answerSchema>;

/** Returns the message of the login's page, or undefined for any other message. */
export const loginAnswerOf = (message: unknown): LoginAnswer | undefined =>
  answerSchema.safeParse(message).data;

/** Returns the answer in the address to which a login returned: a token in the fragment, a code in the query. */
export const readLoginAnswer = ({
  search,
  hash,
}: {
  search: string;
  hash: string;
}): LoginAnswer | undefined => {
  const [query, fragment] = [new URLSearchParams(search), new URLSearchParams(hash.slice(1))];
  return loginAnswerOf({
    state: fragment.get('state') ?? query.get('state') ?? '',
    accessToken: fragment.get('access_token') ?? undefined,
    code: query.get('code') ?? undefined,
  });
};

/**
 * Returns the address of Meta's login dialog. Pages return a token, for the list to choose from; a signup returns a
 * code, which only the server can exchange.
 */
export const loginAddress = (
  { appId, signupConfigId, dialogUrl, scopes }: MetaApp,
  { purpose, state, origin }: { purpose: LoginFor; state: string; origin: string },
): string => {
  const url = new URL(dialogUrl);
  const parameters = {
    client_id: appId,
    redirect_uri: `${origin}${LINK_RETURN_PATH}`,
    state,
    display: 'popup',
    ...(purpose === 'pages'
      ? { response_type: 'token', scope: scopes.join(',') }
      : {
          response_type: 'code',
          config_id: signupConfigId,
          override_default_response_type: 'true',
        }),
  };
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return url.href;
};
