import { companyRoutes } from '@prosa/shared/contracts/companies.ts';
import { invalidateSoon } from '../../lib/invalidate-soon.ts';
import type { LiveReducers } from '../../lib/live-reducers.ts';
import { notifyError } from '../../lib/notify.ts';
import { replaceUser } from '../../lib/session-store.ts';
import { renewRights } from '../auth/renew-rights.ts';

export const companyReducers: LiveReducers<'companies'> = {
  settings: ({ user }, { data }) => {
    if (data.action === 'reference') renewRights().catch(notifyError);
    else replaceUser({ ...user, company: { ...user.company, companieSettings: data.setting } });
    invalidateSoon(companyRoutes.settings);
  },
};
