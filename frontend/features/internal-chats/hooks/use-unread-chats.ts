import { isPastDue } from '@prosa/shared/rules/subscription.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useMayFetchLive } from '../../../lib/live/use-realtime.ts';
import { todayIn } from '../../../lib/texts/format.ts';
import { useSession } from '../../auth/hooks/use-session.ts';
import { chatList } from '../chat-list.ts';

/**
 * Returns the number of the user's unread messages in all internal chats, kept up to date by live events; null if the
 * company's plan has no internal chat or its subscription has expired.
 */
export const useUnreadChats = (): number | null => {
  const company = useSession().user?.company;
  const isOffered =
    company?.plan.useInternalChat === true && !isPastDue(company.dueDate, todayIn(company.timeZone));
  const { data = 0 } = useInfiniteQuery({
    ...chatList,
    enabled: useMayFetchLive() && isOffered,
    select: ({ pages }) => pages[0]?.unreads ?? 0,
  });
  return isOffered ? data : null;
};
