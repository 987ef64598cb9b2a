import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import { type QueueView, queueRoutes } from '@prosa/shared/contracts/queues.ts';
import { ROTATION_MINUTES } from '@prosa/shared/entities/queue.ts';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../../components/form-dialog.tsx';
import { FormColor, FormSelect, FormSwitch, FormText } from '../../../components/form-fields.tsx';
import { FormPart } from '../../../components/form-part.tsx';
import { ScheduleFields } from '../../../components/schedule-fields.tsx';
import { call } from '../../../lib/api-client.ts';
import { unusedColor } from '../../../lib/colors.ts';
import { defaultSchedule } from '../../../lib/default-schedule.ts';
import { notifySuccess } from '../../../lib/notify.ts';
import { queryClient, routeKey } from '../../../lib/query.ts';
import { useUser } from '../../auth/hooks/use-user.ts';
import { OptionTree } from './option-tree.tsx';

type Section = 'data' | 'options' | 'schedule';

const Data = () => {
  const { t } = useTranslation('queues');
  const rotation: unknown = useWatch({ name: 'ativarRoteador' });
  return (
    <>
      <FormText name="name" label={t('field.name')} required autoFocus />
      <FormColor name="color" label={t('field.color')} required help={t('field.colorHelp')} />
      <FormText name="orderQueue" label={t('field.order')} type="number" help={t('field.orderHelp')} />
      <FormText name="greetingMessage" label={t('field.greeting')} multiline minRows={2} maxRows={6} />
      <FormText name="outOfHoursMessage" label={t('field.outOfHours')} multiline minRows={2} maxRows={6} />
      <FormSwitch name="closeTicket" label={t('field.closeTicket')} help={t('field.closeTicketHelp')} />
      <FormSwitch name="ativarRoteador" label={t('field.rotation')} help={t('field.rotationHelp')} />
      {rotation === true && (
        <FormSelect
          name="tempoRoteador"
          label={t('field.rotationTime')}
          choices={ROTATION_MINUTES.map((minutes) => ({
            value: minutes,
            label: minutes === 0 ? t('field.noRotation') : t('field.minutes', { count: minutes }),
          }))}
        />
      )}
    </>
  );
};

interface QueueDialogProps {
  queue: QueueView | null;
  /** Colours of the queues there are: a new one is offered another. */
  taken: readonly string[];
  onClose: () => void;
}

/** Adds or changes a queue. */
export const QueueDialog = ({ queue, taken, onClose }: QueueDialogProps) => {
  const { t } = useTranslation('queues');
  const { company } = useUser();
  const [section, setSection] = useState<Section>('data');
  const hasSchedule = company.companieSettings.scheduleType === 'queue';
  return (
    <FormDialog
      open
      title={queue === null ? t('newTitle') : t('editTitle', { name: queue.name })}
      schema={queueRoutes.create.body}
      submitLabel={t('save')}
      defaultValues={{
        name: queue?.name ?? '',
        color: queue?.color ?? unusedColor(taken),
        orderQueue: queue?.orderQueue ?? 0,
        greetingMessage: queue?.greetingMessage ?? '',
        outOfHoursMessage: queue?.outOfHoursMessage ?? '',
        closeTicket: queue?.closeTicket ?? false,
        ativarRoteador: queue?.ativarRoteador ?? false,
        tempoRoteador: ROTATION_MINUTES.find((minutes) => minutes === queue?.tempoRoteador) ?? 0,
        integrationId: queue?.integrationId ?? null,
        fileListId: queue?.fileListId ?? null,
        schedules: queue === null || queue.schedules.length === 0 ? defaultSchedule() : queue.schedules,
        chatbots: queue?.chatbots ?? [],
      }}
      onClose={onClose}
      onSubmit={async (body) => {
        if (queue === null) await call(queueRoutes.create, { body });
        else await call(queueRoutes.update, { params: { id: queue.id }, body });
        notifySuccess(t('saved'));
        await queryClient.invalidateQueries({ queryKey: routeKey(queueRoutes.list) });
        onClose();
      }}
    >
      <Tabs
        value={section}
        onChange={(_event, value: Section) => setSection(value)}
        aria-label={t('sections')}
      >
        <Tab value="data" label={t('section.data')} />
        <Tab value="options" label={t('section.options')} />
        {hasSchedule && <Tab value="schedule" label={t('section.schedule')} />}
      </Tabs>
      <FormPart shown={section === 'data'} onProblem={() => setSection('data')}>
        <Data />
      </FormPart>
      <FormPart shown={section === 'options'} onProblem={() => setSection('options')}>
        <OptionTree name="chatbots" />
      </FormPart>
      {hasSchedule && (
        <FormPart shown={section === 'schedule'} onProblem={() => setSection('schedule')}>
          <ScheduleFields name="schedules" />
        </FormPart>
      )}
    </FormDialog>
  );
};
