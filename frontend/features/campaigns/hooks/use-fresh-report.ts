import type { CampaignView } from '@prosa/shared/contracts/campaigns.ts';
import { useEffect, useRef } from 'react';
import { refetchCampaign } from '../campaign-queries.ts';

/** How long after a change a report is refetched. */
const REFRESH_MS = 5_000;

/**
 * Refetches a campaign and its receivers five seconds after its status changed, and within five seconds after its counts
 * did: the events of a campaign tell neither its receivers nor its estimated end.
 */
export const useFreshReport = (campaign: CampaignView | undefined): void => {
  const id = campaign?.id;
  const status = campaign?.status;
  const state = campaign === undefined ? '' : JSON.stringify([status, campaign.counts]);
  const seen = useRef(state);
  const seenStatus = useRef(status);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(() => {
    const isNews = seen.current !== '' && seen.current !== state;
    const isOther = seenStatus.current !== status;
    seen.current = state;
    seenStatus.current = status;
    if (id === undefined || !isNews) return;
    if (isOther) {
      clearTimeout(timer.current);
      timer.current = undefined;
    }
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      void refetchCampaign(id);
    }, REFRESH_MS);
  }, [id, state, status]);
  useEffect(
    () => () => {
      clearTimeout(timer.current);
      timer.current = undefined;
    },
    [],
  );
};
