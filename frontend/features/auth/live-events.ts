import type { LiveReducers } from '../../lib/live/live-reducers.ts';
import { notifyError } from '../../lib/screen/notify.ts';
import { renewRights } from './renew-rights.ts';

export const authReducers: LiveReducers<'auth'> = {
  auth: ({ user }, { data }) => {
    if (data.user.id === user.id) renewRights().catch(notifyError);
  },
};
