import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import FormControlLabel from '@mui/material/FormControlLabel';
import Switch from '@mui/material/Switch';
import Typography from '@mui/material/Typography';
import { useId, useState } from 'react';
import { useStore } from 'zustand';
import { type Shortcut, shortcutKeys, shortcutStore } from '../lib/screen/shortcuts.ts';
import { readStored, writeStored } from '../lib/storage.ts';
import { useTranslation } from '../lib/texts/use-translation.ts';
import { font, radius } from '../theme/tokens.ts';
import { ResponsiveDialog } from './responsive-dialog.tsx';

/** Shows the keyboard shortcuts of the current screen, with a switch that disables all of them. */
export const ShortcutsDialog = ({ open, onClose }: { open: boolean; onClose: () => void }) => {
  const { t } = useTranslation('common');
  const titleId = useId();
  const groups = useStore(shortcutStore, (state) => state.groups);
  const [enabled, setEnabled] = useState(() => readStored('shortcuts') !== false);
  return (
    <ResponsiveDialog open={open} onClose={onClose} labelledBy={titleId} width="narrow">
      <DialogTitle id={titleId}>{t('shortcuts.title')}</DialogTitle>
      <DialogContent>
        <Box
          component="dl"
          sx={{ display: 'grid', gridTemplateColumns: '1fr auto', rowGap: 3, columnGap: 6, margin: 0 }}
        >
          {[...groups.values()].flat().map((shortcut) => (
            <Row key={shortcut.id} shortcut={shortcut} />
          ))}
        </Box>
        <FormControlLabel
          sx={{ marginTop: 4 }}
          control={
            <Switch
              checked={enabled}
              onChange={(_, on) => {
                setEnabled(on);
                writeStored('shortcuts', on);
              }}
            />
          }
          label={t('shortcuts.enabled')}
        />
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{t('close')}</Button>
      </DialogActions>
    </ResponsiveDialog>
  );
};

const Row = ({ shortcut }: { shortcut: Shortcut }) => (
  <>
    <Typography component="dt" variant="body1">
      {shortcut.label}
    </Typography>
    <Box component="dd" sx={{ display: 'flex', gap: 1, margin: 0 }}>
      {shortcutKeys(shortcut.keys).map((key) => (
        <Box
          key={key}
          component="kbd"
          sx={{
            minWidth: 24,
            paddingInline: 2,
            textAlign: 'center',
            fontFamily: 'inherit',
            fontSize: font.caption,
            lineHeight: 1.8,
            color: 'text.secondary',
            border: 1,
            borderColor: 'divider',
            borderRadius: `${radius.tail}px`,
            bgcolor: 'background.default',
          }}
        >
          {key}
        </Box>
      ))}
    </Box>
  </>
);
