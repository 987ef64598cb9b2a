import * as z from 'zod';
import { route } from './route.ts';

/** The only settings that can be read without signing in. */
export const PUBLIC_SETTINGS = [
  'allowSignup',
  'primaryColorLight',
  'primaryColorDark',
  'appLogoLight',
  'appLogoDark',
  'appLogoFavicon',
  'appName',
] as const;

const open = { permission: 'public', plan: null, tenancy: 'none', expiry: 'exempt', rate: 'public' } as const;

export const platformRoutes = {
  version: route({
    id: 'platform.version',
    method: 'GET',
    path: '/version',
    response: z.object({ version: z.string() }),
    errors: [],
    ...open,
    summary: 'The product version; answers once the system is ready',
  }),
  openapi: route({
    id: 'platform.openapi',
    method: 'GET',
    path: '/openapi.json',
    response: z.record(z.string(), z.unknown()),
    errors: [],
    ...open,
    summary: 'This API, described',
  }),
  publicSettings: route({
    id: 'platform.publicSettings',
    method: 'GET',
    path: '/public-settings',
    response: z.object({
      allowSignup: z.boolean(),
      primaryColorLight: z.string(),
      primaryColorDark: z.string(),
      appLogoLight: z.string(),
      appLogoDark: z.string(),
      appLogoFavicon: z.string(),
      appName: z.string(),
    }),
    errors: [],
    ...open,
    summary: 'Name, colours and logos of this installation',
  }),
  publicSetting: route({
    id: 'platform.publicSetting',
    method: 'GET',
    path: '/public-settings/{key}',
    params: z.strictObject({ key: z.enum(PUBLIC_SETTINGS) }),
    // Older clients send a constant `token`; it proves nothing and is ignored.
    query: z.strictObject({ token: z.string().max(100).optional() }),
    response: z.union([z.string(), z.boolean()]),
    errors: ['ERR_VALIDATION'],
    ...open,
    summary: 'One public setting',
  }),
} as const;
