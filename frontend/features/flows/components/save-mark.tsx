import CloudDoneOutlined from '@mui/icons-material/CloudDoneOutlined';
import CloudOffRounded from '@mui/icons-material/CloudOffRounded';
import CloudSyncOutlined from '@mui/icons-material/CloudSyncOutlined';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { icon } from '../../../theme/tokens.ts';
import type { DraftStatus } from '../hooks/use-draft.ts';

const ICONS = {
  saved: CloudDoneOutlined,
  unsaved: CloudSyncOutlined,
  saving: CloudSyncOutlined,
  failed: CloudOffRounded,
  conflict: CloudOffRounded,
} as const;

/** Whether the draft is saved. */
export const SaveMark = ({ status }: { status: DraftStatus }) => {
  const { t } = useTranslation('flows');
  const Icon = ICONS[status];
  const isWrong = status === 'failed' || status === 'conflict';
  return (
    <Box
      role="status"
      sx={{
        display: 'flex',
        alignItems: 'center',
        gap: 1,
        color: isWrong ? 'error.text' : 'text.secondary',
      }}
    >
      <Icon aria-hidden sx={{ fontSize: icon.medium }} />
      <Typography variant="body2">{t(`draft.${status}`)}</Typography>
    </Box>
  );
};
