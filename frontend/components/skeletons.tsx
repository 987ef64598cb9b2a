import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import { layout } from '../theme/tokens.ts';

const keys = (count: number) => Array.from({ length: count }, (_, index) => `row-${index}`);

/** Rows of a conversation or contact list while they load. */
export const ListSkeleton = ({ rows = 8 }: { rows?: number }) => (
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
);

/** A pane of which only the outline is known. */
export const PaneSkeleton = () => (
  <Box aria-hidden sx={{ flex: 1, display: 'flex', flexDirection: 'column', gap: 4, padding: 6 }}>
    <Skeleton width="30%" height={layout.control} />
    <Skeleton width="60%" />
    <Skeleton width="50%" />
    <Skeleton width="70%" />
  </Box>
);
