import type { campaignSettingRoutes } from '@prosa/shared/contracts/campaign-settings.ts';
import { campaignSettingsSchema } from '@prosa/shared/entities/campaign-settings.ts';
import { AppError } from '@prosa/shared/errors.ts';
import { changeCampaignSettings, presentCampaignSettings } from '../../domain/campaigns/campaign-settings.ts';
import type { RouteHandler } from '../../platform/http/bind-routes.ts';
import { commit } from '../../platform/table/commit.ts';
import { CampaignSettings } from '../../platform/table/entities/campaign-settings.ts';
import { retryOnConflict } from '../../platform/table/retry-on-conflict.ts';
import { openTable, type Table } from '../../platform/table/table.ts';
import { auditItem } from '../../repositories/rows/audit.ts';

/** Loads a company's row and its settings, which are the defaults if there is no row. */
const loadSettings = async (table: Table) => {
  const row = await table.get(CampaignSettings, {}, { consistent: true });
  return { row, settings: row ?? campaignSettingsSchema.parse({ companyId: table.companyId }) };
};

/** One consistent read. */
export const getSettings: RouteHandler<typeof campaignSettingRoutes.getSettings> = async ({ principal }) =>
  presentCampaignSettings((await loadSettings(openTable(principal.companyId))).settings);

/**
 * Changes some settings, so that simultaneous changes of different ones are all kept. One read and one transaction.
 * @throws AppError ERR_VALIDATION, ERR_CONFLICT
 */
export const saveSettings: RouteHandler<typeof campaignSettingRoutes.saveSettings> = ({
  principal,
  body,
  request,
  clock,
  ids,
}) => {
  const table = openTable(principal.companyId);
  return retryOnConflict(async () => {
    const { row, settings: before } = await loadSettings(table);
    const changed = changeCampaignSettings(before, body.settings);
    if ('problems' in changed) throw new AppError('ERR_VALIDATION', { details: changed.problems });
    const { settings: after } = changed;
    const bookkeeping = row === undefined ? {} : { rowCreatedAt: row.rowCreatedAt };
    const nowMs = clock.now();
    const source = { principal, request, ids, nowMs };
    await commit([
      table.put(CampaignSettings, { ...after, ...bookkeeping }, row?.version ?? 'absent', nowMs),
      auditItem(table, source, 'campaignSettings.save', { before, after }),
    ]);
    return presentCampaignSettings(after);
  });
};
