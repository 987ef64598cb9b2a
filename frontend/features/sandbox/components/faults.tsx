import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import MenuItem from '@mui/material/MenuItem';
import Typography from '@mui/material/Typography';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { SelectField } from '../../../components/select-field.tsx';
import { notifySuccess } from '../../../lib/screen/notify.ts';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { type SandboxPlace, setFault } from '../sandbox-api.ts';

interface Fault {
  mode: string;
  /** Key of its text. */
  text: string;
  /** Whether it disturbs notifications to the company, not sends. */
  isOfUpdates?: boolean;
}

const SESSION_FAULTS = [
  { mode: 'refuse', text: 'refuse' },
  { mode: 'stall', text: 'stall' },
  { mode: 'drop', text: 'drop' },
] as const satisfies readonly Fault[];
const META_FAULTS = [
  { mode: 'refuse', text: 'refuse' },
  { mode: 'rate', text: 'rate' },
  { mode: 'pair', text: 'pair' },
  { mode: 'error', text: 'error' },
  { mode: 'fail', text: 'fail' },
  { mode: 'stall', text: 'stall' },
  { mode: 'drop', text: 'lost' },
  { mode: 'duplicate', text: 'duplicate', isOfUpdates: true },
  { mode: 'reorder', text: 'reorder', isOfUpdates: true },
] as const satisfies readonly Fault[];

/** Two updates are the fewest that have an order. */
const UPDATES = 2;

/** Makes the provider of a place fail. */
export const Faults = ({ place }: { place: SandboxPlace }) => {
  const { t } = useTranslation('sandbox');
  const isMeta = 'account' in place;
  const faults = isMeta ? META_FAULTS : SESSION_FAULTS;
  const [mode, setMode] = useState<string>('refuse');
  const chosen = faults.find((one) => one.mode === mode) ?? faults[0];
  const isOfUpdates = 'isOfUpdates' in chosen;
  const fault = useMutation({
    mutationFn: (count: number) => setFault(place, chosen.mode, count),
    onSuccess: (_answer, count) =>
      notifySuccess(count === 0 ? t('faults.off') : isOfUpdates ? t('faults.onUpdates') : t('faults.on')),
  });
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', gap: 3 }}>
      <Typography variant="h3" component="h2">
        {isMeta ? t('faults.titleMeta') : t('faults.title')}
      </Typography>
      <SelectField
        label={t('faults.mode')}
        value={chosen.mode}
        onChange={(event) => setMode(event.target.value)}
      >
        {faults.map((one) => (
          <MenuItem key={one.mode} value={one.mode}>
            {t(`faults.${one.text}`)}
          </MenuItem>
        ))}
      </SelectField>
      <Box sx={{ display: 'flex', gap: 2 }}>
        <Button variant="outlined" size="small" onClick={() => fault.mutate(isOfUpdates ? UPDATES : 1)}>
          {t('faults.next')}
        </Button>
        <Button size="small" onClick={() => fault.mutate(0)}>
          {t('faults.stop')}
        </Button>
      </Box>
    </Box>
  );
};
