import type { CompanyHours, companyRoutes } from '@prosa/shared/contracts/companies.ts';
import type { BodyOf } from '@prosa/shared/contracts/route.ts';
import type { Company } from '@prosa/shared/entities/company.ts';
import type { CompanySettings as Settings } from '@prosa/shared/entities/settings.ts';
import { AppError } from '@prosa/shared/errors.ts';
import type { AuditAction } from '@prosa/shared/rules/audit-actions.ts';
import type { SettingKey } from '@prosa/shared/rules/company-settings.ts';
import { foreignSecrets } from '@prosa/shared/rules/secret-of-address.ts';
import {
  changeSetting,
  presentCompanySettings,
  presentSettingRows,
} from '../../domain/companies/company-settings.ts';
import type { UserPrincipal } from '../../platform/auth/principal.ts';
import type { Clock } from '../../platform/clock.ts';
import { forgetDirectory } from '../../platform/directory.ts';
import { bindRoutes } from '../../platform/http/bind-routes.ts';
import { platformSettings } from '../../platform/platform-settings.ts';
import { commit } from '../../platform/table/commit.ts';
import { Company as CompanyEntity, CompanySettings } from '../../platform/table/entities/companies.ts';
import { retryOnConflict } from '../../platform/table/retry-on-conflict.ts';
import { openTable } from '../../platform/table/table.ts';
import { sealTranscriptionKey } from '../../platform/transcription-key.ts';
import { type AuditSource, auditItem } from '../../repositories/rows/audit.ts';
import { routes } from './function.ts';
import { listAudit } from './list-audit.ts';
import { listUsage } from './list-usage.ts';
import { getSendCap, setSendCap } from './send-cap.ts';

type Context = Omit<AuditSource, 'nowMs'> & { principal: UserPrincipal; clock: Clock };

/** Encrypts the transcription key for its company; an empty key stays empty. */
const sealed = async (settings: Settings): Promise<Settings> => {
  const { companyId, transcriptionKey } = settings;
  return transcriptionKey === ''
    ? settings
    : { ...settings, transcriptionKey: await sealTranscriptionKey(companyId, transcriptionKey) };
};

/** Returns the settings without a key that was given for another address. */
const withoutForeignKey = (before: Settings, after: Settings): Settings =>
  foreignSecrets('companySettings', before, after).has('transcriptionKey')
    ? { ...after, transcriptionKey: '' }
    : after;

/**
 * Saves one setting. Another address of the transcription service drops the key in the same write.
 * @throws AppError ERR_VALIDATION
 */
const saveSetting = (
  context: Context,
  action: AuditAction,
  column: SettingKey,
  { path, data }: { path: string; data: unknown },
): Promise<Settings> => {
  const { companyId, directory } = context.principal;
  const table = openTable(companyId);
  return retryOnConflict(async () => {
    const row = await table.get(CompanySettings, {}, { consistent: true });
    const changed = changeSetting(row ?? directory.settings, column, data, path);
    if ('problems' in changed) throw new AppError('ERR_VALIDATION', { details: changed.problems });
    const settings =
      column === 'transcriptionKey'
        ? await sealed(changed.settings)
        : withoutForeignKey(row ?? directory.settings, changed.settings);
    const bookkeeping = row === undefined ? {} : { rowCreatedAt: row.rowCreatedAt };
    const nowMs = context.clock.now();
    await commit([
      table.put(CompanySettings, { ...settings, ...bookkeeping }, row?.version ?? 'absent', nowMs),
      auditItem(table, { ...context, nowMs }, action, { before: row ?? directory.settings, after: settings }),
    ]);
    forgetDirectory(companyId);
    return settings;
  });
};

const hoursOf = ({ companyId, schedules, timeZone, holidays }: Company): CompanyHours => ({
  companyId,
  schedules,
  timeZone,
  holidays: holidays.toSorted((a, b) => (a.date < b.date ? -1 : 1)),
});

/** Saves the given parts of a company's hours; absent parts stay unchanged. */
const saveHours = (
  context: Context,
  { schedules, timeZone, holidays }: BodyOf<typeof companyRoutes.updateSchedules>,
): Promise<Company> => {
  const { companyId } = context.principal;
  const table = openTable(companyId);
  return retryOnConflict(async () => {
    const row = await table.get(CompanyEntity, {}, { consistent: true });
    if (row === undefined) throw new Error(`no company ${companyId}`);
    const company = {
      ...row,
      ...(schedules === undefined ? {} : { schedules }),
      ...(timeZone === undefined ? {} : { timeZone }),
      ...(holidays === undefined ? {} : { holidays }),
    };
    const nowMs = context.clock.now();
    await commit([
      table.put(CompanyEntity, company, row.version, nowMs),
      auditItem(table, { ...context, nowMs }, 'companies.updateSchedules', { before: row, after: company }),
    ]);
    forgetDirectory(companyId);
    return company;
  });
};

const rowOf = async (settings: Settings, key: string) => {
  const row = presentSettingRows(settings, await platformSettings()).find((one) => one.key === key);
  if (row === undefined) throw new Error(`no setting ${key}`);
  return row;
};

export const handler = bindRoutes(routes, {
  listAudit,
  listApiUsage: listUsage,
  getSendCap,
  setSendCap,
  plan: async ({ principal }) => {
    const { company, plan } = principal.directory;
    return { id: company.companyId, name: company.name, plan: { ...plan, ...plan.flags } };
  },
  schedules: async ({ principal }) => hoursOf(principal.directory.company),
  updateSchedules: async (context) => hoursOf(await saveHours(context, context.body)),
  settings: async ({ principal }) => presentCompanySettings(principal.directory.settings),
  setting: async ({ query, principal }) => ({
    [query.column]: presentCompanySettings(principal.directory.settings)[query.column],
  }),
  updateSetting: async (context) => {
    const { column, data } = context.body;
    const value = { path: 'body.data', data };
    const settings = await saveSetting(context, 'companies.updateSetting', column, value);
    return { response: true as const, result: presentCompanySettings(settings) };
  },
  settingRows: async ({ principal }) =>
    presentSettingRows(principal.directory.settings, await platformSettings()),
  settingRow: ({ params, principal }) => rowOf(principal.directory.settings, params.key),
  updateSettingRow: async (context) => {
    const { key } = context.params;
    const value = { path: 'body.value', data: context.body.value };
    return rowOf(await saveSetting(context, 'companies.updateSettingRow', key, value), key);
  },
});
