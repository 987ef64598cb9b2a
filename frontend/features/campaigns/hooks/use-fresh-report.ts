import type { CampaignView } from '@prosa/shared/contracts/campaigns.ts';
import { useEffect, useRef } from 'react';
import { refetchCampaign } from '../campaign-queries.ts';

/** How long after a change a report is refetched. */
const REFRESH_MS = 5_000;

/**
 * Refetches a campaign and its receivers five seconds after its status or counts changed, and at most once in five
 * seconds: the events of a campaign tell neither its receivers nor its estimated end.
 */
export const useFreshReport = (campaign: CampaignView | undefined): void => {
  const id = campaign?.id;
  const state = campaign === undefined ? '' : JSON.stringify([campaign.status, campaign.counts]);
  const seen = useRef(state);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(() => {
    const isNews = seen.current !== '' && seen.current !== state;
    seen.current = state;
    if (id === undefined || !isNews) return;
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      void refetchCampaign(id);
    }, REFRESH_MS);
  }, [id, state]);
  useEffect(
    () => () => {
      clearTimeout(timer.current);
      timer.current = undefined;
    },
    [],
  );
};
