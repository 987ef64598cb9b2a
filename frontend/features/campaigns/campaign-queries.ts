import { campaignRoutes } from '@prosa/shared/contracts/campaigns.ts';
import * as z from 'zod';
import { LIVE, queryClient, routeKey, routeQuery } from '../../lib/api/query.ts';

const idInput = z.object({ params: z.object({ id: z.int() }) });

/** Returns whether a query is for a campaign, or for what belongs to it. */
export const isOfCampaign =
  (id: number) =>
  (input: unknown): boolean =>
    idInput.safeParse(input).data?.params.id === id;

/** Query of a campaign with its counts; live events keep it up to date. */
export const campaignById = (id: number) => ({
  ...routeQuery(campaignRoutes.get, { params: { id } }),
  staleTime: LIVE,
  meta: { silent: true },
});

/** Query of what became of the messages of campaigns, for each connection. */
export const connectionQuality = { ...routeQuery(campaignRoutes.listQuality, {}), meta: { silent: true } };

/** Refetches a campaign, its receivers and the list of all campaigns after the user's own change. */
export const refetchCampaign = async (id: number): Promise<void> => {
  const isMeant = isOfCampaign(id);
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: routeKey(campaignRoutes.list) }),
    ...[campaignRoutes.get, campaignRoutes.listReceivers].map((row) =>
      queryClient.invalidateQueries({
        queryKey: routeKey(row),
        predicate: ({ queryKey: [, input] }) => isMeant(input),
      }),
    ),
  ]);
};

/** Refetches the numbers that no campaign is sent to. */
export const refetchSuppressions = (): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: routeKey(campaignRoutes.listSuppressions) });
