import Box from '@mui/material/Box';
import { useNow } from '../../../lib/screen/use-now.ts';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { font } from '../../../theme/tokens.ts';
import { secondsSince, splitWait, toneOf, type WaitTone } from '../wait.ts';

const COLORS: Record<WaitTone, string> = {
  calm: 'text.secondary',
  late: 'warning.text',
  veryLate: 'error.text',
};
const BACKGROUNDS: Record<WaitTone, string> = {
  calm: 'transparent',
  late: 'warning.soft',
  veryLate: 'error.soft',
};

/** A ticket's waiting time, counting up. The colour shows when it is late. */
export const WaitTime = ({ since }: { since: string }) => {
  const { t } = useTranslation('moments');
  const shown = useNow((nowMs) => {
    const { unit, ...numbers } = splitWait(secondsSince(since, nowMs));
    return t(`wait.${unit}`, numbers);
  });
  const tone = useNow((nowMs) => toneOf(secondsSince(since, nowMs)));
  return (
    <Box
      component="time"
      dateTime={since}
      role="timer"
      aria-label={t(`waitName.${tone}`, { time: shown })}
      data-tone={tone}
      sx={{
        flexShrink: 0,
        paddingInline: 1,
        borderRadius: 1,
        fontSize: font.caption,
        fontWeight: tone === 'calm' ? 'fontWeightRegular' : 'fontWeightMedium',
        fontVariantNumeric: 'tabular-nums',
        color: COLORS[tone],
        bgcolor: BACKGROUNDS[tone],
      }}
    >
      {shown}
    </Box>
  );
};
