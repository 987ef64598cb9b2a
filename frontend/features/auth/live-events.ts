import type { LiveReducers } from '../../lib/live/live-reducers.ts';
import { notifyError } from '../../lib/screen/notify.ts';
import { renewRights } from './renew-rights.ts';

const reducers: LiveReducers<'auth'> = {
  auth: ({ user }, { data }) => {
    if (data.user.id === user.id) renewRights().catch(notifyError);
  },
};

export default reducers;
