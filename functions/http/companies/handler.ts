import { companyRoutes } from '@prosa/shared/contracts/companies.ts';
import type { CompanySettings as Settings } from '@prosa/shared/entities/company.ts';
import { AppError } from '@prosa/shared/errors.ts';
import {
  changeSetting,
  presentCompanySettings,
  presentSettingRows,
  type SettingColumn,
} from '../../domain/companies/company-settings.ts';
import type { UserPrincipal } from '../../platform/auth/principal.ts';
import type { Clock } from '../../platform/clock.ts';
import { forgetDirectory } from '../../platform/directory.ts';
import { bindRoutes } from '../../platform/http/bind-routes.ts';
import { platformSettings } from '../../platform/platform-settings.ts';
import { commit } from '../../platform/table/commit.ts';
import { CompanySettings } from '../../platform/table/entities/companies.ts';
import { retryOnConflict } from '../../platform/table/retry-on-conflict.ts';
import { openTable } from '../../platform/table/table.ts';
import { sealTranscriptionKey } from '../../platform/transcription-key.ts';

/** A key as it is kept: sealed for its company, and none where it was taken away. */
const sealed = async (settings: Settings): Promise<Settings> => {
  const { companyId, transcriptionKey } = settings;
  return transcriptionKey === ''
    ? settings
    : { ...settings, transcriptionKey: await sealTranscriptionKey(companyId, transcriptionKey) };
};

/** @throws AppError ERR_VALIDATION */
const saveSetting = (
  { companyId, directory }: UserPrincipal,
  column: SettingColumn,
  { path, data }: { path: string; data: unknown },
  clock: Clock,
): Promise<Settings> => {
  const table = openTable(companyId);
  return retryOnConflict(async () => {
    const row = await table.get(CompanySettings, {}, { consistent: true });
    const changed = changeSetting(row ?? directory.settings, column, data, path);
    if ('problems' in changed) throw new AppError('ERR_VALIDATION', { details: changed.problems });
    const settings = column === 'transcriptionKey' ? await sealed(changed.settings) : changed.settings;
    const bookkeeping = row === undefined ? {} : { rowCreatedAt: row.rowCreatedAt };
    await commit([
      table.put(CompanySettings, { ...settings, ...bookkeeping }, row?.version ?? 'absent', clock.now()),
    ]);
    forgetDirectory(companyId);
    return settings;
  });
};

const rowOf = async (settings: Settings, key: string) => {
  const row = presentSettingRows(settings, await platformSettings()).find((one) => one.key === key);
  if (row === undefined) throw new Error(`no setting ${key}`);
  return row;
};

export const handler = bindRoutes(companyRoutes, {
  plan: async ({ principal }) => {
    const { company, plan } = principal.directory;
    return { id: company.companyId, name: company.name, plan: { ...plan, ...plan.flags } };
  },
  settings: async ({ principal }) => presentCompanySettings(principal.directory.settings),
  setting: async ({ query, principal }) => ({
    [query.column]: presentCompanySettings(principal.directory.settings)[query.column],
  }),
  updateSetting: async ({ body, principal, clock }) => {
    const settings = await saveSetting(principal, body.column, { path: 'body.data', data: body.data }, clock);
    return { response: true as const, result: presentCompanySettings(settings) };
  },
  settingRows: async ({ principal }) =>
    presentSettingRows(principal.directory.settings, await platformSettings()),
  settingRow: ({ params, principal }) => rowOf(principal.directory.settings, params.key),
  updateSettingRow: async ({ params, body, principal, clock }) => {
    const value = { path: 'body.value', data: body.value };
    return rowOf(await saveSetting(principal, params.key, value, clock), params.key);
  },
});
