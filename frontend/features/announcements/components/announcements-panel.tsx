import AnnouncementOutlined from '@mui/icons-material/AnnouncementOutlined';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { announcementRoutes } from '@prosa/shared/contracts/announcements.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { EmptyState } from '../../../components/empty-state.tsx';
import { ErrorState } from '../../../components/error-state.tsx';
import { ListSkeleton } from '../../../components/skeletons.tsx';
import { call } from '../../../lib/api/api-client.ts';
import { LIVE, queryClient } from '../../../lib/api/query.ts';
import { useNow } from '../../../lib/screen/use-now.ts';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { isUnread, shownAnnouncements, unexpired, unreadCount } from '../shown-announcements.ts';
import { AnnouncementCard } from './announcement-card.tsx';

/** Links to pictures are valid for at least five minutes. */
const LINKS_FRESH_MS = 4 * 60_000;

/** Lists the newest announcements, and marks them as read. */
export const AnnouncementsPanel = () => {
  const { t } = useTranslation('announcements');
  const { data, error, refetch } = useQuery({
    ...shownAnnouncements,
    staleTime: ({ state }) =>
      state.data?.records.some(({ mediaPath }) => mediaPath !== null) === true ? LINKS_FRESH_MS : LIVE,
  });
  const count = useNow((nowMs) => unexpired(data, nowMs).length);
  const unread = useNow((nowMs) => unreadCount(data, nowMs));
  // As it was when the panel opened, so that the user sees which announcements are new.
  const [lookedBefore, setLookedBefore] = useState(data?.lookedAt);
  if (lookedBefore === undefined && data !== undefined) setLookedBefore(data.lookedAt);
  const { mutate: look } = useMutation({
    mutationFn: () => call(announcementRoutes.look, {}),
    onSuccess: ({ lookedAt }) =>
      queryClient.setQueryData(
        shownAnnouncements.queryKey,
        (shown) => shown && { ...shown, lookedAt: later(shown.lookedAt, lookedAt) },
      ),
  });
  useEffect(() => {
    if (unread > 0) look();
  }, [unread, look]);
  const records = unexpired(data, Date.now());
  return (
    <>
      <Typography variant="h3" component="h2" sx={{ paddingInline: 4, paddingBlock: 3 }}>
        {t('title')}
      </Typography>
      {error !== null && data === undefined && <ErrorState error={error} onRetry={() => void refetch()} />}
      {error === null && data === undefined && <ListSkeleton />}
      {data !== undefined && count === 0 && (
        <EmptyState icon={<AnnouncementOutlined />} title={t('panel.empty')} hint={t('panel.emptyHint')} />
      )}
      {records.length > 0 && (
        <Box
          component="ul"
          aria-label={t('title')}
          // Scrolls by keyboard, because an announcement need not have a link.
          tabIndex={0}
          sx={{ flex: '0 1 auto', minHeight: 0, margin: 0, padding: 0, overflow: 'auto', listStyle: 'none' }}
        >
          {records.map((record) => (
            <AnnouncementCard
              key={record.id}
              announcement={record}
              isNew={isUnread(record, lookedBefore ?? null)}
            />
          ))}
        </Box>
      )}
    </>
  );
};

const later = (a: string | null, b: string): string => (a !== null && a > b ? a : b);
