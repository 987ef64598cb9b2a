import AddRounded from '@mui/icons-material/AddRounded';
import DeleteOutlineRounded from '@mui/icons-material/DeleteOutlineRounded';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { type CompanyHours, HOLIDAYS_MAX } from '@prosa/shared/contracts/companies.ts';
import { type FormEvent, useState } from 'react';
import { IconAction } from '../../../components/icon-action.tsx';
import { errorText } from '../../../lib/api/error-text.ts';
import { notifyAction } from '../../../lib/screen/notify.ts';
import { dayOf, formatDay } from '../../../lib/texts/format.ts';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { useSaveHours } from '../hooks/use-save-hours.ts';
import { GroupCard, GroupRow } from './group-card.tsx';

type Holiday = CompanyHours['holidays'][number];
const NONE: Holiday = { date: '', name: '' };
const NAME_MAX = 60;

const AddHoliday = ({ holidays }: { holidays: readonly Holiday[] }) => {
  const { t } = useTranslation(['settings', 'common']);
  const save = useSaveHours();
  const [draft, setDraft] = useState(NONE);
  const [tried, setTried] = useState(false);
  const isTaken = holidays.some(({ date }) => date === draft.date);
  const problem = draft.date === '' ? t('common:field.required') : isTaken ? t('holidays.taken') : undefined;
  const shown = isTaken || tried ? problem : undefined;
  const add = (event: FormEvent) => {
    event.preventDefault();
    setTried(problem !== undefined);
    if (problem !== undefined) return;
    save.mutate(
      { holidays: [...holidays, { date: draft.date, name: draft.name.trim() }] },
      { onSuccess: () => setDraft(NONE) },
    );
  };
  return (
    <Box
      component="form"
      noValidate
      onSubmit={add}
      sx={{
        display: 'grid',
        gridTemplateColumns: { xs: '1fr', md: '180px 1fr auto' },
        alignItems: 'start',
        gap: 3,
      }}
    >
      <TextField
        type="date"
        label={t('holidays.date')}
        required
        value={draft.date}
        onChange={(event) => setDraft({ ...draft, date: event.target.value })}
        error={shown !== undefined}
        helperText={shown}
        slotProps={{ inputLabel: { shrink: true }, htmlInput: { min: '1970-01-01', max: '2199-12-31' } }}
      />
      <TextField
        label={t('holidays.name')}
        value={draft.name}
        onChange={(event) => setDraft({ ...draft, name: event.target.value })}
        error={save.error !== null}
        helperText={save.error === null ? undefined : errorText(save.error)}
        slotProps={{ htmlInput: { maxLength: NAME_MAX } }}
      />
      <Button
        type="submit"
        variant="outlined"
        startIcon={<AddRounded />}
        loading={save.isPending}
        disabled={holidays.length >= HOLIDAYS_MAX}
        sx={{ marginTop: { md: 5.5 } }}
      >
        {t('common:add')}
      </Button>
    </Box>
  );
};

/** The company's holidays, which apply to all kinds of working hours. Each is saved when it is added or removed. */
export const Holidays = ({ holidays }: { holidays: readonly Holiday[] }) => {
  const { t } = useTranslation(['settings', 'common']);
  const save = useSaveHours();
  const today = dayOf(new Date().toISOString());
  const remove = (gone: Holiday) =>
    save.mutate(
      { holidays: holidays.filter(({ date }) => date !== gone.date) },
      {
        onSuccess: (saved) =>
          notifyAction(t('holidays.removed', { day: formatDay(gone.date) }), {
            label: t('common:undo'),
            run: () => save.mutate({ holidays: [...saved.holidays, gone] }),
          }),
      },
    );
  return (
    <GroupCard title={t('holidays.title')}>
      <GroupRow>
        <Box sx={{ display: 'flex', flexDirection: 'column', gap: 4 }}>
          <Typography variant="body2" sx={{ color: 'text.secondary' }}>
            {t('holidays.help')}
          </Typography>
          <AddHoliday holidays={holidays} />
        </Box>
      </GroupRow>
      {holidays.length > 0 && (
        <GroupRow>
          <Box
            component="ul"
            aria-label={t('holidays.title')}
            sx={{ margin: 0, padding: 0, listStyle: 'none' }}
          >
            {holidays.map((holiday) => (
              <Box
                key={holiday.date}
                component="li"
                sx={{
                  display: 'flex',
                  alignItems: 'center',
                  gap: 4,
                  minHeight: 44,
                  color: holiday.date < today ? 'text.secondary' : 'text.primary',
                }}
              >
                <Typography component="span" sx={{ flexShrink: 0, fontVariantNumeric: 'tabular-nums' }}>
                  {formatDay(holiday.date)}
                </Typography>
                <Typography component="span" sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
                  {holiday.name}
                </Typography>
                <IconAction
                  size="small"
                  label={t('holidays.remove', { day: formatDay(holiday.date) })}
                  icon={<DeleteOutlineRounded />}
                  disabled={save.isPending}
                  onClick={() => remove(holiday)}
                />
              </Box>
            ))}
          </Box>
        </GroupRow>
      )}
    </GroupCard>
  );
};
