import KeyboardArrowDownRounded from '@mui/icons-material/KeyboardArrowDownRounded';
import Fab from '@mui/material/Fab';
import { useTranslation } from '../../../../lib/texts/use-translation.ts';

interface ToEndButtonProps {
  /** New messages below those on screen. */
  missed: number;
  onClick: () => void;
}

/** The button over a list of messages that scrolls to the newest one. */
export const ToEndButton = ({ missed, onClick }: ToEndButtonProps) => {
  const { t } = useTranslation('messages');
  const text = t('newMessages', { count: missed });
  return (
    <Fab
      size="small"
      variant={missed > 0 ? 'extended' : 'circular'}
      color={missed > 0 ? 'primary' : 'default'}
      aria-label={missed > 0 ? text : t('toEnd')}
      onClick={onClick}
      sx={{
        position: 'absolute',
        bottom: 16,
        insetInlineEnd: 16,
        boxShadow: 'none',
        border: '1px solid',
        borderColor: 'divider',
      }}
    >
      <KeyboardArrowDownRounded />
      {missed > 0 && text}
    </Fab>
  );
};
