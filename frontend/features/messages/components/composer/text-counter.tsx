import Typography from '@mui/material/Typography';
import { formatNumber } from '../../../../lib/texts/format.ts';
import { useTranslation } from '../../../../lib/texts/use-translation.ts';

/** Part of the limit from which the length is shown. */
const NEAR = 0.9;

/** Shows a reply's length near the channel's limit, and that a longer one is sent as several messages. */
export const TextCounter = ({ length, max }: { length: number; max: number }) => {
  const { t } = useTranslation('messages');
  if (length < max * NEAR) return null;
  const lengths = { length: formatNumber(length), max: formatNumber(max) };
  return (
    <Typography variant="caption" role="status" sx={{ color: 'text.secondary', textAlign: 'end' }}>
      {length > max ? t('composer.split', lengths) : t('composer.length', lengths)}
    </Typography>
  );
};
