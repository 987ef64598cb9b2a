import type { LiveReducers } from '../../lib/live-reducers.ts';
import { notifyError } from '../../lib/notify.ts';
import { renewRights } from './renew-rights.ts';

export const authReducers: LiveReducers<'auth'> = {
  auth: ({ user }, { data }) => {
    if (data.user.id === user.id) renewRights().catch(notifyError);
  },
};
