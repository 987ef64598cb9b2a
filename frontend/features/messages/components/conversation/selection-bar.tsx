import CloseRounded from '@mui/icons-material/CloseRounded';
import ShortcutRounded from '@mui/icons-material/ShortcutRounded';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { IconAction } from '../../../../components/icon-action.tsx';
import { useShortcuts } from '../../../../lib/screen/shortcuts.ts';
import { useBackCloses } from '../../../../lib/screen/use-back-closes.ts';
import { useTranslation } from '../../../../lib/texts/use-translation.ts';
import { layout } from '../../../../theme/tokens.ts';

interface SelectionBarProps {
  count: number;
  onForward: () => void;
  onEnd: () => void;
}

/** Replaces the composer while messages are being selected. */
export const SelectionBar = ({ count, onForward, onEnd }: SelectionBarProps) => {
  const { t } = useTranslation('messages');
  const [asked, setAsked] = useState(false);
  useBackCloses(true, onEnd);
  useShortcuts([
    { id: 'conversation.endSelection', keys: 'Escape', label: t('select.end'), run: onEnd, inFields: true },
  ]);
  const missing = asked && count === 0;
  const forward = () => {
    setAsked(count === 0);
    if (count > 0) onForward();
  };
  return (
    <Box
      role="toolbar"
      aria-label={t('select.title')}
      sx={{
        display: 'flex',
        alignItems: 'center',
        gap: 2,
        minHeight: layout.topBar + 8,
        paddingInline: 3,
        paddingBlock: 2,
        borderTop: '1px solid',
        borderColor: 'divider',
        bgcolor: 'background.paper',
      }}
    >
      <IconAction label={t('select.end')} icon={<CloseRounded />} onClick={onEnd} edge="start" />
      <Typography
        role={missing ? 'alert' : 'status'}
        sx={{ flex: 1, minWidth: 0, color: missing ? 'error.text' : 'text.primary' }}
      >
        {missing ? t('select.none') : t('select.count', { count })}
      </Typography>
      <Button variant="contained" startIcon={<ShortcutRounded />} onClick={forward} sx={{ flexShrink: 0 }}>
        {t('forward.submit')}
      </Button>
    </Box>
  );
};
