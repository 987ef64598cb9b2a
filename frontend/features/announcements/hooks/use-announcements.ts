import { isPastDue } from '@prosa/shared/rules/subscription.ts';
import { useQuery } from '@tanstack/react-query';
import { useMayFetchLive } from '../../../lib/live/use-realtime.ts';
import { useNow } from '../../../lib/screen/use-now.ts';
import { todayIn } from '../../../lib/texts/format.ts';
import { useUser } from '../../auth/hooks/use-user.ts';
import { shownAnnouncements, unreadCount } from '../shown-announcements.ts';

/**
 * Returns the number of unread announcements among the newest, kept up to date by live events; null if the company's
 * subscription has expired, because its users get no announcements.
 */
export const useUnreadAnnouncements = (): number | null => {
  const { dueDate, timeZone } = useUser().company;
  const isExpired = isPastDue(dueDate, todayIn(timeZone));
  const { data } = useQuery({ ...shownAnnouncements, enabled: useMayFetchLive() && !isExpired });
  const count = useNow((nowMs) => unreadCount(data, nowMs));
  return isExpired ? null : count;
};
