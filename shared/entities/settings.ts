import * as z from 'zod';
import { STORED_SETTINGS } from '../rules/company-settings.ts';
import { idSchema } from './common.ts';

/** The settings of a company; each setting is a row of `COMPANY_SETTINGS`. */
export const companySettingsSchema = z.object({ companyId: idSchema, ...STORED_SETTINGS });
export type CompanySettings = z.infer<typeof companySettingsSchema>;

/** Settings of the installation. Secrets are not stored here. */
export const platformSettingsSchema = z.object({
  userCreation: z.boolean().default(true),
  allowSignup: z.boolean().default(false),
  /** In MB. */
  downloadLimit: z.int().positive().default(64),
  primaryColorLight: z.string().default(''),
  primaryColorDark: z.string().default(''),
  appName: z.string().default(''),
  appLogoLight: z.string().default(''),
  appLogoDark: z.string().default(''),
  appLogoFavicon: z.string().default(''),
});
export type PlatformSettings = z.infer<typeof platformSettingsSchema>;
