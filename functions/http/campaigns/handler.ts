import { bindRoutes } from '../../platform/http/bind-routes.ts';
import { getSettings, saveSettings } from './campaign-settings.ts';
import { routes } from './function.ts';

export const handler = bindRoutes(routes, { getSettings, saveSettings });
