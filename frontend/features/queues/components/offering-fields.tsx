import Checkbox from '@mui/material/Checkbox';
import FormControl from '@mui/material/FormControl';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormGroup from '@mui/material/FormGroup';
import FormHelperText from '@mui/material/FormHelperText';
import FormLabel from '@mui/material/FormLabel';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import type { Offerer } from '../offering-connections.ts';

interface OfferingFieldsProps {
  offerers: readonly Offerer[];
  chosen: readonly number[];
  onChange: (ids: number[]) => void;
}

/** The connections whose bot offers the new queue. */
export const OfferingFields = ({ offerers, chosen, onChange }: OfferingFieldsProps) => {
  const { t } = useTranslation('queues');
  return (
    <FormControl component="fieldset" sx={{ gridColumn: '1 / -1' }}>
      <FormLabel component="legend">{t('offer.label')}</FormLabel>
      <FormGroup>
        {offerers.map(({ id, name, lacksGreeting }) => (
          <FormControlLabel
            key={id}
            disabled={lacksGreeting}
            label={lacksGreeting ? t('offer.lacksGreeting', { name }) : name}
            control={
              <Checkbox
                checked={chosen.includes(id)}
                onChange={(_event, checked) =>
                  onChange(checked ? [...chosen, id] : chosen.filter((other) => other !== id))
                }
              />
            }
          />
        ))}
      </FormGroup>
      <FormHelperText>
        {offerers.length === 0 ? t('offer.none') : chosen.length === 0 ? t('offer.nobody') : t('offer.help')}
      </FormHelperText>
    </FormControl>
  );
};
