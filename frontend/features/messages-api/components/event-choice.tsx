import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormHelperText from '@mui/material/FormHelperText';
import Typography from '@mui/material/Typography';
import { WEBHOOK_EVENTS } from '@prosa/shared/entities/webhook-endpoint.ts';
import { useController } from 'react-hook-form';
import { useTranslation } from '../../../lib/texts/use-translation.ts';

/** A form field with the events that a webhook gets, each with its meaning. */
export const EventChoice = ({ name }: { name: string }) => {
  const { t } = useTranslation(['messages-api', 'common']);
  const { field, fieldState } = useController({ name });
  const value: unknown = field.value;
  const chosen: readonly unknown[] = Array.isArray(value) ? value : [];
  return (
    <Box component="fieldset" sx={{ margin: 0, padding: 0, border: 0, minWidth: 0 }}>
      <Typography component="legend" sx={{ padding: 0, marginBottom: 2 }}>
        {t('webhook.events')}
      </Typography>
      {WEBHOOK_EVENTS.map((event, index) => (
        <FormControlLabel
          key={event}
          sx={{ alignItems: 'flex-start', margin: 0, marginBottom: 2, width: '100%' }}
          control={
            <Checkbox
              checked={chosen.includes(event)}
              {...(index === 0 ? { slotProps: { input: { ref: field.ref } } } : {})}
              onBlur={field.onBlur}
              onChange={(_change, checked) =>
                field.onChange(
                  WEBHOOK_EVENTS.filter((each) => (each === event ? checked : chosen.includes(each))),
                )
              }
            />
          }
          label={
            <Box sx={{ paddingTop: 1, minWidth: 0 }}>
              <Typography>{t(`event.${event}.name`)}</Typography>
              <Typography variant="body2" sx={{ color: 'text.secondary' }}>
                {t(`event.${event}.about`)}
              </Typography>
            </Box>
          }
        />
      ))}
      {fieldState.invalid && (
        <FormHelperText error role="alert">
          {t('webhook.eventsRequired')}
        </FormHelperText>
      )}
    </Box>
  );
};
