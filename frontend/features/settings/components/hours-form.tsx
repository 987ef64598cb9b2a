import { zodResolver } from '@hookform/resolvers/zod';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { scheduleInput } from '@prosa/shared/contracts/fields.ts';
import type { ScheduleEntry } from '@prosa/shared/entities/common.ts';
import { FormProvider, useForm } from 'react-hook-form';
import * as z from 'zod';
import { ScheduleFields } from '../../../components/schedule-fields.tsx';
import { fieldMessage } from '../../../lib/api/field-message.ts';
import { defaultSchedule } from '../../../lib/texts/default-schedule.ts';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { useSaveHours } from '../hooks/use-save-hours.ts';
import { GroupCard, GroupRow } from './group-card.tsx';
import { TimeZoneRow } from './time-zone-row.tsx';

const formSchema = z.object({ schedules: scheduleInput });

/** The form for two shifts per weekday, saved together. */
export const HoursForm = ({ schedules }: { schedules: readonly ScheduleEntry[] }) => {
  const { t } = useTranslation(['settings', 'common']);
  const save = useSaveHours();
  const isNew = schedules.length === 0;
  const form = useForm({
    resolver: zodResolver(formSchema, { error: fieldMessage }),
    values: { schedules: isNew ? defaultSchedule() : [...schedules] },
    resetOptions: { keepDirtyValues: true },
  });
  const submit = form.handleSubmit((values) => save.mutate(values, { onSuccess: () => form.reset(values) }));
  return (
    <FormProvider {...form}>
      <GroupCard title={t('hours.week')}>
        <GroupRow>
          <TimeZoneRow />
        </GroupRow>
        <GroupRow>
          <Box
            component="form"
            noValidate
            onSubmit={(event) => void submit(event)}
            sx={{ display: 'flex', flexDirection: 'column', gap: 4 }}
          >
            {isNew && <Alert severity="info">{t('hours.unsaved')}</Alert>}
            <ScheduleFields name="schedules" />
            <Box>
              <Button
                type="submit"
                variant="contained"
                loading={save.isPending}
                disabled={!isNew && !form.formState.isDirty}
              >
                {t('common:save')}
              </Button>
            </Box>
          </Box>
        </GroupRow>
      </GroupCard>
    </FormProvider>
  );
};
