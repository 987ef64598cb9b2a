import CloseRounded from '@mui/icons-material/CloseRounded';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { type ReactNode, useId } from 'react';
import { IconAction } from '../../../components/icon-action.tsx';
import { useBackCloses } from '../../../lib/screen/use-back-closes.ts';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { layout } from '../../../theme/tokens.ts';

interface SidePanelProps {
  title: string;
  onClose: () => void;
  children: ReactNode;
}

/** A panel beside the canvas; on phones below it. */
export const SidePanel = ({ title, onClose, children }: SidePanelProps) => {
  const { t } = useTranslation('common');
  const titleId = useId();
  useBackCloses(true, onClose);
  return (
    <Box
      component="section"
      aria-labelledby={titleId}
      sx={{
        display: 'flex',
        flexDirection: 'column',
        flex: { xs: '0 1 60%', md: `0 0 ${layout.dialogAside}px` },
        minHeight: 0,
        minWidth: 0,
        gap: 3,
        padding: 4,
        paddingTop: 2,
        overflowY: 'auto',
        borderLeft: { xs: 0, md: 1 },
        borderTop: { xs: 1, md: 0 },
        borderColor: { xs: 'divider', md: 'divider' },
        bgcolor: 'background.paper',
      }}
    >
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
        <Typography id={titleId} variant="subtitle1" component="h2" noWrap sx={{ flex: 1 }}>
          {title}
        </Typography>
        <IconAction label={t('close')} icon={<CloseRounded />} onClick={onClose} />
      </Box>
      {children}
    </Box>
  );
};
