import { helpChatRoutes } from '@prosa/shared/contracts/help-chat.ts';
import { isPastDue } from '@prosa/shared/rules/subscription.ts';
import { useQuery } from '@tanstack/react-query';
import { matchPath, useLocation } from 'react-router';
import { LIVE, routeQuery } from '../../../lib/api/query.ts';
import { paths } from '../../../lib/screen/paths.ts';
import { useIsPhone } from '../../../lib/screen/use-is-phone.ts';
import { todayIn } from '../../../lib/texts/format.ts';
import { useUser } from '../../auth/hooks/use-user.ts';

/** Screens with something of their own at the lower right: a message field, or a canvas. */
const COVERED = [paths.ticket(':uuid'), `${paths.chats}/*`, paths.flow(':id')];
/** On phones also the ticket list, which fills the screen. */
const COVERED_ON_PHONES = [...COVERED, paths.tickets];

/** Whether the installation has a help chat, and its button covers nothing on this screen. */
export const useIsOffered = (): boolean => {
  const { dueDate, timeZone } = useUser().company;
  const { pathname } = useLocation();
  const covered = useIsPhone() ? COVERED_ON_PHONES : COVERED;
  // Of an installation without a help chat, a tab learns after a reload that it has one.
  const { data } = useQuery({
    ...routeQuery(helpChatRoutes.state, {}),
    enabled: !isPastDue(dueDate, todayIn(timeZone)),
    staleTime: LIVE,
    meta: { silent: true },
  });
  return data?.isOn === true && !covered.some((path) => matchPath(path, pathname) !== null);
};
