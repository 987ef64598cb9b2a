import { companyRoutes } from '@prosa/shared/contracts/companies.ts';
import { AppError } from '@prosa/shared/errors.ts';
import { changeSetting, presentCompanySettings } from '../../domain/companies/company-settings.ts';
import { forgetDirectory } from '../../platform/directory.ts';
import { bindRoutes } from '../../platform/http/bind-routes.ts';
import { commit } from '../../platform/table/commit.ts';
import { CompanySettings } from '../../platform/table/entities/companies.ts';
import { retryOnConflict } from '../../platform/table/retry-on-conflict.ts';
import { openTable } from '../../platform/table/table.ts';

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
    const { companyId } = principal;
    const table = openTable(companyId);
    return retryOnConflict(async () => {
      const row = await table.get(CompanySettings, {}, { consistent: true });
      const changed = changeSetting(row ?? principal.directory.settings, body.column, body.data);
      if ('problems' in changed) throw new AppError('ERR_VALIDATION', { details: changed.problems });
      const { settings } = changed;
      const bookkeeping = row === undefined ? {} : { rowCreatedAt: row.rowCreatedAt };
      await commit([
        table.put(CompanySettings, { ...settings, ...bookkeeping }, row?.version ?? 'absent', clock.now()),
      ]);
      forgetDirectory(companyId);
      return { response: true as const, result: presentCompanySettings(settings) };
    });
  },
});
