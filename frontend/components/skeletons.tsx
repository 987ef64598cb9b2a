import CloudOffRounded from '@mui/icons-material/CloudOffRounded';
import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import type { ReactNode } from 'react';
import { useOnline } from '../lib/screen/use-online.ts';
import { useTranslation } from '../lib/texts/use-translation.ts';
import { layout } from '../theme/tokens.ts';
import { EmptyState } from './empty-state.tsx';

const keys = (count: number) => Array.from({ length: count }, (_, index) => `row-${index}`);

/** Shown instead of a placeholder without a network: queries wait for the network and then load. */
export const OfflineState = () => {
  const { t } = useTranslation('common');
  return <EmptyState icon={<CloudOffRounded />} title={t('offline.title')} hint={t('offline.hint')} />;
};

/** The placeholder while something loads, or the reason why it does not. */
const Loading = ({ children }: { children: ReactNode }) => (useOnline() ? children : <OfflineState />);

/** Placeholder rows of a conversation or contact list while it loads. */
export const ListSkeleton = ({ rows = 8 }: { rows?: number }) => (
  <Loading>
    <Box aria-hidden>
      {keys(rows).map((key) => (
        <Box
          key={key}
          sx={{ display: 'flex', alignItems: 'center', gap: 3, height: layout.ticketRow, paddingInline: 4 }}
        >
          <Skeleton variant="circular" width={layout.avatar.medium} height={layout.avatar.medium} />
          <Box sx={{ flex: 1 }}>
            <Skeleton width="45%" />
            <Skeleton width="75%" />
          </Box>
        </Box>
      ))}
    </Box>
  </Loading>
);

/** Placeholder of a pane with unknown content. */
export const PaneSkeleton = () => (
  <Loading>
    <Box aria-hidden sx={{ flex: 1, display: 'flex', flexDirection: 'column', gap: 4, padding: 6 }}>
      <Skeleton width="30%" height={layout.control} />
      <Skeleton width="60%" />
      <Skeleton width="50%" />
      <Skeleton width="70%" />
    </Box>
  </Loading>
);
