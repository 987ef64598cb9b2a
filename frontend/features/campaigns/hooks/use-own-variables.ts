import type { CampaignSettingValues } from '@prosa/shared/contracts/campaign-settings.ts';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { readSettingRows } from '../setting-values.ts';
import { campaignSettings } from '../settings-query.ts';

type Variables = CampaignSettingValues['variables'];
const NONE: Variables = [];

/** Returns the company's own variables for the messages of campaigns; none until they are loaded. */
export const useOwnVariables = (): Variables => {
  const { data: rows } = useQuery({ ...campaignSettings, meta: { silent: true } });
  return useMemo(() => (rows === undefined ? NONE : readSettingRows(rows).variables), [rows]);
};
