import ContentCopyRounded from '@mui/icons-material/ContentCopyRounded';
import Box from '@mui/material/Box';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import TextField from '@mui/material/TextField';
import { type QueueView, queueRoutes } from '@prosa/shared/contracts/queues.ts';
import type { BodyOf } from '@prosa/shared/contracts/route.ts';
import { ROTATION_MINUTES } from '@prosa/shared/entities/queue.ts';
import { FIELD_VARIABLES, TEXT_MAX } from '@prosa/shared/rules/template-variables.ts';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useCallback, useMemo, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { FormDialog } from '../../../components/form-dialog.tsx';
import { FormColor, FormSelect, FormSwitch, FormText } from '../../../components/form-fields.tsx';
import { FormPart } from '../../../components/form-part.tsx';
import { FormTemplate } from '../../../components/form-template.tsx';
import { IconAction } from '../../../components/icon-action.tsx';
import { ScheduleFields } from '../../../components/schedule-fields.tsx';
import { call } from '../../../lib/api/api-client.ts';
import { unusedColor } from '../../../lib/screen/colors.ts';
import { notifyError, notifySuccess, notifyWarning } from '../../../lib/screen/notify.ts';
import { defaultSchedule } from '../../../lib/texts/default-schedule.ts';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { useUser } from '../../auth/hooks/use-user.ts';
import { IntegrationField } from '../../directory/components/integration-field.tsx';
import { connectionList } from '../../directory/connection-list.ts';
import { fileListNames } from '../../directory/file-list-names.ts';
import { refreshQueues } from '../../directory/queue-list.ts';
import { TryOut } from '../../try-out/try-out-part.ts';
import { offerQueue } from '../offer-queue.ts';
import { chosenAtFirst, offerersOf } from '../offering-connections.ts';
import { OfferingFields } from './offering-fields.tsx';
import { OptionEditor } from './option-editor.tsx';

type Section = 'data' | 'options' | 'schedule';
type QueueBody = BodyOf<typeof queueRoutes.create>;

/** The queue's token for other programs: it can be copied, but not changed. */
const Token = ({ token }: { token: string }) => {
  const { t } = useTranslation('queues');
  const copy = () => {
    navigator.clipboard.writeText(token).then(() => notifySuccess(t('token.copied')), notifyError);
  };
  return (
    <Box sx={{ display: 'flex', alignItems: 'flex-end', gap: 2 }}>
      <TextField
        label={t('token.field')}
        value={token}
        helperText={t('token.help')}
        fullWidth
        slotProps={{ htmlInput: { readOnly: true } }}
      />
      <IconAction
        label={t('token.copy')}
        icon={<ContentCopyRounded />}
        onClick={copy}
        sx={{ marginBottom: 6 }}
      />
    </Box>
  );
};

const COLUMNS = {
  display: 'grid',
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' },
  columnGap: 6,
  rowGap: 4,
  alignItems: 'start',
} as const;

const Data = ({ token, offering }: { token: string | undefined; offering: ReactNode }) => {
  const { t } = useTranslation('queues');
  const rotation: unknown = useWatch({ name: 'ativarRoteador' });
  const fileListId: unknown = useWatch({ name: 'fileListId' });
  const { data: lists = [] } = useQuery(fileListNames);
  return (
    <Box sx={COLUMNS}>
      <FormText name="name" label={t('field.name')} required autoFocus />
      <FormColor name="color" label={t('field.color')} required help={t('field.colorHelp')} />
      {offering}
      <FormTemplate
        name="greetingMessage"
        label={t('field.greeting')}
        minRows={3}
        maxChars={TEXT_MAX}
        variables={FIELD_VARIABLES.queue.greetingMessage}
      />
      <FormTemplate
        name="outOfHoursMessage"
        label={t('field.outOfHours')}
        help={t('field.outOfHoursHelp')}
        minRows={3}
        maxChars={TEXT_MAX}
        variables={FIELD_VARIABLES.queue.outOfHoursMessage}
      />
      <FormSwitch name="closeTicket" label={t('field.closeTicket')} help={t('field.closeTicketHelp')} />
      <FormText name="orderQueue" label={t('field.order')} type="number" help={t('field.orderHelp')} />
      <FormSwitch name="ativarRoteador" label={t('field.rotation')} help={t('field.rotationHelp')} />
      <FormSelect
        name="tempoRoteador"
        label={t('field.rotationTime')}
        disabled={rotation !== true}
        choices={ROTATION_MINUTES.map((minutes) => ({
          value: minutes,
          label: minutes === 0 ? t('field.noRotation') : t('field.minutes', { count: minutes }),
        }))}
      />
      <IntegrationField
        name="integrationId"
        label={t('field.integration')}
        noneLabel={t('none')}
        noneYet={t('noIntegration')}
      />
      <FormSelect
        name="fileListId"
        label={t('field.fileList')}
        {...(lists.length === 0 && { help: t('noFileList') })}
        disabled={lists.length === 0 && fileListId === null}
        choices={lists.map(({ id, name }) => ({ value: id, label: name }))}
        noneLabel={t('none')}
      />
      {token !== undefined && <Token token={token} />}
    </Box>
  );
};

/** Whether only the options differ. */
const changesOptionsAlone = (before: QueueView, after: QueueBody): boolean => {
  const told = (queue: QueueBody) => JSON.stringify(queueRoutes.update.body.strip().parse(queue));
  const { chatbots } = after;
  return (
    JSON.stringify(before.chatbots) !== JSON.stringify(chatbots) &&
    told({ ...valuesOf(before), chatbots: [] }) === told({ ...after, chatbots: [] })
  );
};

/** Returns the form's initial values. */
const valuesOf = (queue: QueueView) => ({
  name: queue.name,
  color: queue.color,
  orderQueue: queue.orderQueue,
  greetingMessage: queue.greetingMessage,
  outOfHoursMessage: queue.outOfHoursMessage,
  closeTicket: queue.closeTicket,
  ativarRoteador: queue.ativarRoteador,
  tempoRoteador: ROTATION_MINUTES.find((minutes) => minutes === queue.tempoRoteador) ?? 0,
  integrationId: queue.integrationId,
  fileListId: queue.fileListId,
  schedules: queue.schedules.length === 0 ? defaultSchedule() : queue.schedules,
  chatbots: queue.chatbots,
});

interface QueueDialogProps {
  queue: QueueView | null;
  /** The existing queues: a new queue gets another colour and the last position. */
  others: readonly { color: string; orderQueue: number }[];
  onClose: () => void;
}

/** The dialog for adding or changing a queue. */
export const QueueDialog = ({ queue, others, onClose }: QueueDialogProps) => {
  const { t } = useTranslation('queues');
  const { company } = useUser();
  const [section, setSection] = useState<Section>('data');
  const { data: connections } = useQuery({ ...connectionList, enabled: queue === null });
  const offerers = useMemo(
    () => offerersOf((connections ?? []).filter((connection) => 'queueIds' in connection)),
    [connections],
  );
  // Until the user chooses, all connections that can offer the queue are chosen.
  const [chosen, setOfferedBy] = useState<number[] | null>(null);
  const offeredBy = chosen ?? chosenAtFirst(offerers);
  const hasSchedule = company.companieSettings.scheduleType === 'queue';
  const [newValues] = useState(() => ({
    name: '',
    color: unusedColor(others.map(({ color }) => color)),
    orderQueue: Math.max(0, ...others.map(({ orderQueue }) => orderQueue)) + 1,
    greetingMessage: '',
    outOfHoursMessage: '',
    closeTicket: false,
    ativarRoteador: false,
    tempoRoteador: ROTATION_MINUTES[0],
    integrationId: null,
    fileListId: null,
    schedules: defaultSchedule(),
    chatbots: [],
  }));
  const draftOf = useCallback(
    (values: unknown) => {
      const { data } = queueRoutes.update.body.safeParse(values);
      if (data === undefined) return undefined;
      const { chatbots, ...fields } = data;
      return { queueId: queue?.id ?? null, queue: fields, chatbots };
    },
    [queue],
  );
  return (
    <FormDialog
      open
      width="wide"
      title={queue === null ? t('newTitle') : t('editTitle', { name: queue.name })}
      schema={queueRoutes.create.body}
      submitLabel={t('save')}
      reminder={t('reminder')}
      aside={{ label: t('tryOut'), content: <TryOut draftOf={draftOf} /> }}
      defaultValues={queue === null ? newValues : valuesOf(queue)}
      onClose={onClose}
      onSubmit={async (body) => {
        if (queue === null) {
          const { id } = await call(queueRoutes.create, { body });
          for (const name of await offerQueue(id, offeredBy))
            notifyWarning(t('offer.refused', { name }), 6_000);
        } else await call(queueRoutes.update, { params: { id: queue.id }, body });
        const isBot = queue !== null && changesOptionsAlone(queue, body);
        notifySuccess(isBot ? t('botSaved') : t('saved'));
        await refreshQueues();
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
        <Data
          token={queue?.token}
          offering={
            queue === null && (
              <OfferingFields offerers={offerers} chosen={offeredBy} onChange={setOfferedBy} />
            )
          }
        />
      </FormPart>
      <FormPart shown={section === 'options'} onProblem={() => setSection('options')}>
        <OptionEditor name="chatbots" />
      </FormPart>
      {hasSchedule && (
        <FormPart shown={section === 'schedule'} onProblem={() => setSection('schedule')}>
          <ScheduleFields name="schedules" />
        </FormPart>
      )}
    </FormDialog>
  );
};
