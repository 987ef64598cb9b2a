import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { daysAgo, formatDay } from '../../../../lib/texts/format.ts';
import { useTranslation } from '../../../../lib/texts/use-translation.ts';
import { radius } from '../../../../theme/tokens.ts';

/** A separator between messages: the start of a day, or the start of the unread messages. */
export const ListLine = ({ text, tone }: { text: string; tone: 'day' | 'unread' }) => (
  <Box sx={{ display: 'flex', justifyContent: 'center', paddingBlock: 2 }}>
    <Typography
      variant="caption"
      role="separator"
      sx={{
        paddingInline: 3,
        paddingBlock: 1,
        borderRadius: `${radius.pill}px`,
        bgcolor: tone === 'unread' ? 'primary.soft' : 'background.raised',
        color: tone === 'unread' ? 'primary.text' : 'text.secondary',
        border: '1px solid',
        borderColor: 'divider',
        fontWeight: 'fontWeightMedium',
      }}
    >
      {text}
    </Typography>
  </Box>
);

/** Returns a function that names a day: "today", "yesterday", or the date. */
export const useDayText = () => {
  const { t } = useTranslation('messages');
  return (day: string): string => {
    const ago = daysAgo(day);
    if (ago === 0) return t('day.today');
    return ago === 1 ? t('day.yesterday') : formatDay(day);
  };
};
