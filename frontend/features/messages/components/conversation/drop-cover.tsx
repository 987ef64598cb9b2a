import UploadFileRounded from '@mui/icons-material/UploadFileRounded';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslation } from '../../../../lib/texts/use-translation.ts';
import { icon } from '../../../../theme/tokens.ts';

/** An overlay on the conversation while the user drags files over it. */
export const DropCover = ({ onLeave }: { onLeave: () => void }) => {
  const { t } = useTranslation('messages');
  return (
    <Box
      onDragLeave={onLeave}
      sx={{
        position: 'absolute',
        inset: 0,
        display: 'flex',
        flexDirection: 'column',
        alignItems: 'center',
        justifyContent: 'center',
        gap: 2,
        bgcolor: 'backdrop',
        color: 'common.white',
      }}
    >
      <UploadFileRounded sx={{ fontSize: icon.hero }} />
      <Typography variant="h3">{t('drop')}</Typography>
    </Box>
  );
};
