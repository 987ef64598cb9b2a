import { companyRoutes } from '@prosa/shared/contracts/companies.ts';
import { invalidateSoon } from '../../lib/api/invalidate-soon.ts';
import type { LiveReducers } from '../../lib/live/live-reducers.ts';
import { notifyError } from '../../lib/screen/notify.ts';
import { replaceUser } from '../../lib/session/session-store.ts';
import { renewRights } from '../auth/renew-rights.ts';

const reducers: LiveReducers<'companies'> = {
  settings: ({ user }, { data }) => {
    if (data.action === 'reference') renewRights().catch(notifyError);
    else replaceUser({ ...user, company: { ...user.company, companieSettings: data.setting } });
    invalidateSoon(companyRoutes.settings);
  },
};

export default reducers;
