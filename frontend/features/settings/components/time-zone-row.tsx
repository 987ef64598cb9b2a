import Autocomplete from '@mui/material/Autocomplete';
import TextField from '@mui/material/TextField';
import { useMemo } from 'react';
import { useChoiceTexts } from '../../../components/use-choice-texts.ts';
import { errorText } from '../../../lib/api/error-text.ts';
import { useUnsaved } from '../../../lib/screen/use-unsaved.ts';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { useUser } from '../../auth/hooks/use-user.ts';
import { useSaveHours } from '../hooks/use-save-hours.ts';

/** Returns the name for searching: `Sao Paulo` finds `America/Sao_Paulo`. */
const nameOf = (zone: string): string => zone.replaceAll('_', ' ');

/** The company's time zone, in which all its hours are meant; saved when selected. */
export const TimeZoneRow = () => {
  const { t } = useTranslation('settings');
  const texts = useChoiceTexts();
  const { company } = useUser();
  const save = useSaveHours();
  const { shown, choose } = useUnsaved(company.timeZone);
  const zones = useMemo(
    () => [...new Set([company.timeZone, ...Intl.supportedValuesOf('timeZone')])].toSorted(),
    [company.timeZone],
  );
  return (
    <Autocomplete
      options={zones}
      value={shown}
      disableClearable
      getOptionLabel={nameOf}
      onChange={(_event, timeZone) => {
        if (timeZone !== shown) choose(timeZone, (done) => save.mutate({ timeZone }, { onSettled: done }));
      }}
      {...texts}
      renderInput={(params) => (
        <TextField
          {...params}
          label={t('hours.timeZone')}
          error={save.error !== null}
          helperText={save.error === null ? t('hours.timeZoneHelp') : errorText(save.error)}
        />
      )}
    />
  );
};
