import Box from '@mui/material/Box';
import CircularProgress from '@mui/material/CircularProgress';
import { useEffect, useRef } from 'react';
import { NEXT_PAGE_WITHIN_PX } from '../lib/screen/scroll-distances.ts';
import { useTranslation } from '../lib/texts/use-translation.ts';
import { icon } from '../theme/tokens.ts';

/** The end of an infinite list; loads more when it comes near the screen. */
export const LoadMore = ({ hasMore, onLoadMore }: { hasMore: boolean; onLoadMore: () => void }) => {
  const { t } = useTranslation('common');
  const end = useRef<HTMLDivElement>(null);
  const load = useRef(onLoadMore);
  useEffect(() => {
    load.current = onLoadMore;
  });
  useEffect(() => {
    const element = end.current;
    if (!hasMore || element === null) return;
    const observer = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && load.current(),
      {
        rootMargin: `${NEXT_PAGE_WITHIN_PX}px`,
      },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [hasMore]);
  return hasMore ? (
    <Box ref={end} sx={{ display: 'flex', justifyContent: 'center', padding: 3 }}>
      <CircularProgress size={icon.medium} aria-label={t('loading')} />
    </Box>
  ) : null;
};
