import { platformRoutes } from '@prosa/shared/contracts/platform.ts';
import { platformSettingsSchema } from '@prosa/shared/entities/company.ts';
import { shownBranding } from '@prosa/shared/rules/branding.ts';
import root from '../../../package.json' with { type: 'json' };
import { bindRoutes } from '../../platform/http/bind-routes.ts';
import { PlatformSettings } from '../../platform/table/entities/companies.ts';
import { globalTable } from '../../platform/table/table.ts';

/** Loads the public settings of this installation; defaults until an administrator saves some. */
const loadBranding = async () =>
  shownBranding((await globalTable.get(PlatformSettings, {})) ?? platformSettingsSchema.parse({}));

export const handler = bindRoutes(platformRoutes, {
  version: async () => ({ version: root.version }),
  openapi: async () => {
    // Large and seldom asked for: read at first use.
    const { default: document } = await import('@prosa/shared/openapi.json', { with: { type: 'json' } });
    return document;
  },
  publicSettings: loadBranding,
  publicSetting: async ({ params }) => (await loadBranding())[params.key],
});
