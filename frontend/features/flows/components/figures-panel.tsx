import Alert from '@mui/material/Alert';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { FLOW_FIGURES_DAYS_MAX } from '@prosa/shared/rules/flow-limits.ts';
import { errorText } from '../../../lib/api/error-text.ts';
import { formatNumber } from '../../../lib/texts/format.ts';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import type { Figures } from '../hooks/use-figures.ts';

/** Chooses the period of the figures on the canvas. */
export const FiguresPanel = ({ figures }: { figures: Figures }) => {
  const { t } = useTranslation('flows');
  const { period, setPeriod, isValid, error, isFetching } = figures;
  return (
    <>
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {t('figures.help')}
      </Typography>
      {(['dateStart', 'dateEnd'] as const).map((field) => (
        <TextField
          key={field}
          type="date"
          label={t(`figures.${field}`)}
          value={period[field]}
          error={!isValid}
          onChange={({ target: { value } }) => {
            if (value !== '') setPeriod({ ...period, [field]: value });
          }}
        />
      ))}
      {!isValid && (
        <Alert severity="warning">
          {t('figures.invalid', { days: formatNumber(FLOW_FIGURES_DAYS_MAX) })}
        </Alert>
      )}
      {error !== null && <Alert severity="error">{errorText(error)}</Alert>}
      <Typography role="status" variant="body2" sx={{ color: 'text.secondary' }}>
        {isFetching ? t('figures.loading') : ''}
      </Typography>
    </>
  );
};
