import { platformSettingsSchema } from '@prosa/shared/entities/settings.ts';
import { shownBranding } from '@prosa/shared/rules/branding.ts';
import root from '../../../package.json' with { type: 'json' };
import { bindRoutes } from '../../platform/http/bind-routes.ts';
import { PlatformSettings } from '../../platform/table/entities/companies.ts';
import { globalTable } from '../../platform/table/table.ts';
import { routes } from './function.ts';

/** Loads the public settings of this installation, or the defaults until an administrator saves some. */
const loadBranding = async () =>
  shownBranding((await globalTable.get(PlatformSettings, {})) ?? platformSettingsSchema.parse({}));

export const handler = bindRoutes(routes, {
  version: async () => ({ version: root.version }),
  openapi: async () => {
    // Large and rarely requested, so it is loaded at first use.
    const { default: document } = await import('@prosa/shared/openapi.json', { with: { type: 'json' } });
    return document;
  },
  publicSettings: loadBranding,
  publicSetting: async ({ params }) => (await loadBranding())[params.key],
});
