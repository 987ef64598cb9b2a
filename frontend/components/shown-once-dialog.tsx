import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { type ReactNode, useId } from 'react';
import { CopyAction } from './copy-action.tsx';
import { type DialogWidth, ResponsiveDialog } from './responsive-dialog.tsx';

interface ShownOnceDialogProps {
  secret: string;
  texts: { title: string; hint: string; field: string; copy: string; copied: string; done: string };
  width?: DialogWidth;
  onClose: () => void;
  /** Shown below the secret. */
  children?: ReactNode;
}

/** Shows a new secret with a button that copies it; it cannot be shown again. */
export const ShownOnceDialog = ({
  secret,
  texts,
  width = 'narrow',
  onClose,
  children,
}: ShownOnceDialogProps) => {
  const titleId = useId();
  return (
    <ResponsiveDialog open onClose={onClose} labelledBy={titleId} width={width}>
      <DialogTitle id={titleId}>{texts.title}</DialogTitle>
      <DialogContent>
        <Typography variant="body2" sx={{ color: 'text.secondary', marginBottom: 3 }}>
          {texts.hint}
        </Typography>
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 2 }}>
          <TextField
            value={secret}
            slotProps={{ htmlInput: { readOnly: true, 'aria-label': texts.field } }}
          />
          <CopyAction text={secret} label={texts.copy} done={texts.copied} />
        </Box>
        {children}
      </DialogContent>
      <DialogActions>
        <Button variant="contained" onClick={onClose}>
          {texts.done}
        </Button>
      </DialogActions>
    </ResponsiveDialog>
  );
};
