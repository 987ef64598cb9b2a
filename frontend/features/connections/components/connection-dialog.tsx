import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import { type ConnectionView, connectionRoutes } from '@prosa/shared/contracts/connections.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../../components/form-dialog.tsx';
import { FormMultiSelect, FormSelect, FormSwitch, FormText } from '../../../components/form-fields.tsx';
import { FormPart } from '../../../components/form-part.tsx';
import { ScheduleFields } from '../../../components/schedule-fields.tsx';
import { call } from '../../../lib/api-client.ts';
import { defaultSchedule } from '../../../lib/default-schedule.ts';
import { notifySuccess } from '../../../lib/notify.ts';
import { queryClient, routeKey } from '../../../lib/query.ts';
import { useUser } from '../../auth/hooks/use-user.ts';
import { queueList } from '../../queues/queue-list.ts';

const SECTIONS = ['general', 'messages', 'chatbot', 'assessments', 'schedules'] as const;
type Section = (typeof SECTIONS)[number];
const schema = connectionRoutes.update.body;

interface ConnectionDialogProps {
  connection: ConnectionView | null;
  onClose: () => void;
  onCreated: (id: number, issuedToken: string) => void;
}

/** Long texts of a connection, each sent at its own moment. */
const TEXTS = [
  'greetingMessage',
  'complationMessage',
  'outOfHoursMessage',
  'inactiveMessage',
  'expiresInactiveMessage',
  'collectiveVacationMessage',
] as const;
const MINUTES = ['timeCreateNewTicket', 'expiresTicket', 'timeInactiveMessage'] as const;

/** Adds or changes a connection. */
export const ConnectionDialog = ({ connection, onClose, onCreated }: ConnectionDialogProps) => {
  const { t } = useTranslation('connections');
  const { company } = useUser();
  const [section, setSection] = useState<Section>('general');
  const { data: queues = [] } = useQuery(queueList);
  const queueChoices = queues.map(({ id, name }) => ({ value: id, label: name }));
  const byConnection = company.companieSettings.scheduleType === 'connection';
  const sections = SECTIONS.filter((id) => id !== 'schedules' || byConnection);
  const known = connection === null ? undefined : schema.strip().parse(connection);
  return (
    <FormDialog
      open
      title={connection === null ? t('newTitle') : t('editTitle', { name: connection.name })}
      schema={schema}
      submitLabel={t('save')}
      defaultValues={{
        isDefault: false,
        groupAsTicket: false,
        queueIds: [],
        maxUseBotQueues: 3,
        maxUseBotQueuesNPS: 3,
        name: '',
        ...known,
        schedules: known === undefined || known.schedules.length === 0 ? defaultSchedule() : known.schedules,
      }}
      onClose={onClose}
      onSubmit={async (body) => {
        if (connection === null) {
          const created = await call(connectionRoutes.create, { body });
          onCreated(created.id, created.issuedToken);
        } else await call(connectionRoutes.update, { params: { id: connection.id }, body });
        notifySuccess(t('saved'));
        await queryClient.invalidateQueries({ queryKey: routeKey(connectionRoutes.list) });
        onClose();
      }}
    >
      <Tabs
        value={section}
        onChange={(_event, value: Section) => setSection(value)}
        variant="scrollable"
        aria-label={t('sections')}
      >
        {sections.map((id) => (
          <Tab key={id} value={id} label={t(`section.${id}`)} />
        ))}
      </Tabs>
      <FormPart shown={section === 'general'} onProblem={() => setSection('general')}>
        <FormText name="name" label={t('field.name')} required autoFocus />
        <FormSwitch name="isDefault" label={t('field.isDefault')} help={t('field.isDefaultHelp')} />
        <FormMultiSelect name="queueIds" label={t('field.queues')} choices={queueChoices} />
        <FormSwitch name="allowGroup" label={t('field.allowGroup')} help={t('field.allowGroupHelp')} />
        <FormSwitch
          name="groupAsTicket"
          label={t('field.groupAsTicket')}
          help={t('field.groupAsTicketHelp')}
        />
        <FormText
          name="timeSendQueue"
          label={t('field.timeSendQueue')}
          type="number"
          help={t('field.timeSendQueueHelp')}
        />
        <FormSelect
          name="sendIdQueue"
          label={t('field.sendIdQueue')}
          noneLabel={t('field.none')}
          choices={queueChoices}
        />
        {MINUTES.map((name) => (
          <FormText
            key={name}
            name={name}
            label={t(`field.${name}`)}
            type="number"
            help={t(`field.${name}Help`)}
          />
        ))}
      </FormPart>
      <FormPart shown={section === 'messages'} onProblem={() => setSection('messages')}>
        {TEXTS.map((name) => (
          <FormText key={name} name={name} label={t(`field.${name}`)} multiline minRows={2} maxRows={6} />
        ))}
      </FormPart>
      <FormPart shown={section === 'chatbot'} onProblem={() => setSection('chatbot')}>
        <FormText
          name="maxUseBotQueues"
          label={t('field.maxUseBotQueues')}
          type="number"
          help={t('field.maxUseBotQueuesHelp')}
        />
        <FormText
          name="timeUseBotQueues"
          label={t('field.timeUseBotQueues')}
          type="number"
          help={t('field.timeUseBotQueuesHelp')}
        />
      </FormPart>
      <FormPart shown={section === 'assessments'} onProblem={() => setSection('assessments')}>
        <FormText name="ratingMessage" label={t('field.ratingMessage')} multiline minRows={2} maxRows={6} />
        <FormText name="maxUseBotQueuesNPS" label={t('field.maxUseBotQueuesNPS')} type="number" />
        <FormText
          name="expiresTicketNPS"
          label={t('field.expiresTicketNPS')}
          type="number"
          help={t('field.expiresTicketNPSHelp')}
        />
      </FormPart>
      {byConnection && (
        <FormPart shown={section === 'schedules'} onProblem={() => setSection('schedules')}>
          <ScheduleFields name="schedules" />
        </FormPart>
      )}
    </FormDialog>
  );
};
