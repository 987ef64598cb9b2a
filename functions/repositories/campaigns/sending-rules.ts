import { campaignSettingsSchema } from '@prosa/shared/entities/campaign-settings.ts';
import { type SendingRules, sendingRulesOf } from '../../domain/campaigns/sending-rules.ts';
import { CampaignSettings } from '../../platform/table/entities/campaign-settings.ts';
import type { Table } from '../../platform/table/table.ts';

/**
 * Returns how a company's campaigns send. One read of half a unit.
 * @param timeZone of the company
 */
export const loadSendingRules = async (table: Table, timeZone: string): Promise<SendingRules> => {
  const row = await table.get(CampaignSettings, {});
  return sendingRulesOf(row ?? campaignSettingsSchema.parse({ companyId: table.companyId }), timeZone);
};
