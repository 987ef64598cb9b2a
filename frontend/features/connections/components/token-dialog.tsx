import ContentCopyRounded from '@mui/icons-material/ContentCopyRounded';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useId } from 'react';
import { IconAction } from '../../../components/icon-action.tsx';
import { ResponsiveDialog } from '../../../components/responsive-dialog.tsx';
import { notifyError, notifySuccess } from '../../../lib/screen/notify.ts';
import { useTranslation } from '../../../lib/texts/use-translation.ts';

/** Shows a new token; it cannot be shown again. */
export const TokenDialog = ({ token, onClose }: { token: string; onClose: () => void }) => {
  const { t } = useTranslation('connections');
  const titleId = useId();
  const copy = () => {
    navigator.clipboard.writeText(token).then(() => notifySuccess(t('token.copied')), notifyError);
  };
  return (
    <ResponsiveDialog open onClose={onClose} labelledBy={titleId} width="narrow">
      <DialogTitle id={titleId}>{t('token.shown')}</DialogTitle>
      <DialogContent>
        <Typography variant="body2" sx={{ color: 'text.secondary', marginBottom: 3 }}>
          {t('token.once')}
        </Typography>
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 2 }}>
          <TextField
            value={token}
            slotProps={{ htmlInput: { readOnly: true, 'aria-label': t('token.field') } }}
          />
          <IconAction label={t('token.copy')} icon={<ContentCopyRounded />} onClick={copy} />
        </Box>
      </DialogContent>
      <DialogActions>
        <Button variant="contained" onClick={onClose}>
          {t('token.kept')}
        </Button>
      </DialogActions>
    </ResponsiveDialog>
  );
};
