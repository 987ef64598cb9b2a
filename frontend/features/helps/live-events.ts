import type { LiveReducers } from '../../lib/live/live-reducers.ts';
import { helpList } from './help-list.ts';
import { putHelp } from './put-help.ts';

const reducers: LiveReducers<'helps'> = {
  // Applied without a fetch, because the browsers of all companies get the event at once.
  help: ({ client }, { data }) => {
    const helps = client.getQueryData(helpList.queryKey);
    if (helps === undefined) return;
    const next = putHelp(helps, data);
    if (next !== helps) client.setQueryData(helpList.queryKey, next);
  },
};

export default reducers;
