import DeleteOutlineRounded from '@mui/icons-material/DeleteOutlineRounded';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { type ScheduleView, scheduleRoutes } from '@prosa/shared/contracts/schedules.ts';
import { isAdmin } from '@prosa/shared/permissions.ts';
import type { ReplyFacts } from '@prosa/shared/rules/reply-window.ts';
import { mayChangeSchedule } from '@prosa/shared/rules/schedule-rights.ts';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { confirmRemoval } from '../../../components/confirm-removal.ts';
import { FormDialog } from '../../../components/form-dialog.tsx';
import { FormSelect, FormSwitch, FormText } from '../../../components/form-fields.tsx';
import { call } from '../../../lib/api/api-client.ts';
import { reasonText } from '../../../lib/api/error-text.ts';
import { notifyError, notifySuccess } from '../../../lib/screen/notify.ts';
import { formatDateTime } from '../../../lib/texts/format.ts';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { useUser } from '../../auth/hooks/use-user.ts';
import type { PickableContact } from '../../contacts/components/contact-picker.tsx';
import { FormContact } from '../../contacts/components/form-contact.tsx';
import { colleagueList } from '../../directory/colleague-list.ts';
import { connectionList } from '../../directory/connection-list.ts';
import { useSelectableQueues } from '../../tickets/hooks/use-selectable-queues.ts';
import { bodyOf, fieldsOf, newScheduleFields, scheduleFormSchema } from '../schedule-form.ts';
import type { MediaChange } from './media-field.tsx';
import { MessagePart } from './message-part.tsx';

interface ScheduleDialogProps {
  /** The schedule to change; absent for a new schedule. */
  schedule?: ScheduleView;
  /** Initial time of a new schedule: local time; in one hour when absent. */
  sendAt?: string | undefined;
  /** Initial contact of a new schedule, and the queue and connection of the contact's conversation. */
  place?: {
    contact: PickableContact;
    queueId: number | null;
    whatsappId: number | null;
    replyFacts: ReplyFacts | undefined;
  };
  onClose: () => void;
  onSaved: () => void;
}

/** The fields for the number of repetitions and their days. The interval appears only with more than one sending. */
const Recurrence = () => {
  const { t } = useTranslation('schedules');
  const times: unknown = useWatch({ name: 'enviarQuantasVezes' });
  return (
    <>
      <FormText
        name="enviarQuantasVezes"
        type="number"
        label={t('field.times')}
        help={t('field.timesHelp')}
      />
      {typeof times === 'number' && times > 1 && (
        <Box sx={{ display: 'flex', gap: 3 }}>
          <FormText name="valorIntervalo" type="number" label={t('field.every')} />
          <FormSelect
            name="intervalo"
            label={t('field.unit')}
            choices={[
              { value: 1, label: t('unit.days') },
              { value: 2, label: t('unit.weeks') },
              { value: 3, label: t('unit.months') },
              { value: 4, label: t('unit.minutes') },
            ]}
          />
        </Box>
      )}
      <FormSelect
        name="tipoDias"
        label={t('field.days')}
        choices={[
          { value: 4, label: t('days.any') },
          { value: 5, label: t('days.before') },
          { value: 6, label: t('days.after') },
        ]}
      />
    </>
  );
};

/** Returns the users to whom the user may assign a new ticket: only the user, or everybody for an administrator. */
const useSelectableUsers = (): readonly { id: number; name: string }[] => {
  const user = useUser();
  const admin = isAdmin(user);
  const { data = [] } = useQuery({ ...colleagueList, enabled: admin });
  return admin ? data : [user];
};

/** Clears a queue or user that the user may not select, because the server would refuse to save it. */
const useOwnPlace = () => {
  const user = useUser();
  const admin = isAdmin(user);
  return <T extends { queueId?: number | null; ticketUserId?: number | null }>(fields: T): T => {
    if (admin) return fields;
    const hasQueue = user.queues.some(({ id }) => id === fields.queueId);
    const isForMe = fields.ticketUserId === user.id;
    return {
      ...fields,
      ...(hasQueue ? {} : { queueId: null }),
      ...(isForMe ? {} : { ticketUserId: null }),
    };
  };
};

/** The fields for the connection and for the ticket that the message opens. */
const Conversation = () => {
  const { t } = useTranslation('schedules');
  const { data: connections = [] } = useQuery(connectionList);
  const queues = useSelectableQueues();
  const users = useSelectableUsers();
  const opens = useWatch({ name: 'openTicket' }) === true;
  const choicesOf = (all: readonly { id: number; name: string }[]) =>
    all.map(({ id, name }) => ({ value: id, label: name }));
  return (
    <>
      <FormSelect
        name="whatsappId"
        label={t('field.connection')}
        choices={choicesOf(connections)}
        noneLabel={t('field.defaultConnection')}
      />
      <FormSwitch name="openTicket" label={t('field.openTicket')} help={t('field.openTicketHelp')} />
      {opens && (
        <>
          <FormSelect
            name="statusTicket"
            label={t('field.statusTicket')}
            choices={[
              { value: 'open', label: t('status.open') },
              { value: 'closed', label: t('status.closed') },
            ]}
          />
          <FormSelect
            name="queueId"
            label={t('field.queue')}
            choices={choicesOf(queues)}
            noneLabel={t('field.noQueue')}
          />
          <FormSelect
            name="ticketUserId"
            label={t('field.user')}
            choices={choicesOf(users)}
            noneLabel={t('field.noUser')}
          />
        </>
      )}
    </>
  );
};

/** Saves or removes a saved schedule's picture. */
const saveMedia = async (id: number, change: MediaChange, removed: string): Promise<void> => {
  const params = { id };
  if (change === 'keep') return;
  if (change === 'remove') {
    await call(scheduleRoutes.removeMedia, { params });
    notifySuccess(removed);
  } else await call(scheduleRoutes.setMedia, { params, body: { typeArch: 'schedule' }, files: [change] });
};

const useRemove = (schedule: ScheduleView | undefined, mayChange: boolean, onRemoved: () => void) => {
  const { t } = useTranslation('schedules');
  if (schedule === undefined || !mayChange) return undefined;
  return () =>
    confirmRemoval({
      title: t('remove.title', { name: schedule.contact.name }),
      body: t(schedule.sentAt === null ? 'remove.body' : 'remove.bodySent'),
      confirmLabel: t('remove.confirm'),
      done: t('remove.done'),
      remove: () => call(scheduleRoutes.remove, { params: { id: schedule.id } }),
      onRemoved,
    });
};

const useTitle = (schedule: ScheduleView | undefined, isLocked: boolean): string => {
  const { t } = useTranslation('schedules');
  if (schedule === undefined) return t('dialog.new');
  if (schedule.sendError !== '') return t('dialog.failed', { reason: reasonText(schedule.sendError) });
  return t(isLocked ? 'dialog.view' : 'dialog.edit');
};

/** Returns a text about a schedule's sent messages, or why it cannot be changed. */
const useNotice = (schedule: ScheduleView | undefined, mayChange: boolean): string | undefined => {
  const { t } = useTranslation('schedules');
  if (!mayChange) return t('dialog.others');
  if (schedule?.sentAt != null) return t('dialog.sent', { when: formatDateTime(schedule.sentAt) });
  if (schedule === undefined) return undefined;
  if (schedule.contadorEnvio === 0)
    return schedule.userId === null
      ? t('dialog.program', { connection: schedule.whatsapp?.name ?? t('field.defaultConnection') })
      : undefined;
  return t('dialog.progress', { sent: schedule.contadorEnvio, total: schedule.enviarQuantasVezes });
};

/** The dialog for adding a schedule, changing an unsent one, or showing a sent one. */
export const ScheduleDialog = ({ schedule, sendAt, place, onClose, onSaved }: ScheduleDialogProps) => {
  const { t } = useTranslation('schedules');
  const schema = useMemo(() => scheduleFormSchema(t), [t]);
  const [media, setMedia] = useState<MediaChange>('keep');
  const user = useUser();
  const ownPlace = useOwnPlace();
  const mayChange = schedule === undefined || mayChangeSchedule(schedule, user);
  const remove = useRemove(schedule, mayChange, onSaved);
  const isLocked = schedule?.sentAt != null || !mayChange;
  const notice = useNotice(schedule, mayChange);
  return (
    <FormDialog
      open
      title={useTitle(schedule, isLocked)}
      schema={schema}
      submitLabel={schedule?.status === 'ERRO' ? t('dialog.sendAgain') : t('dialog.save')}
      {...(notice === undefined ? {} : { notice })}
      locked={isLocked}
      defaultValues={
        schedule === undefined
          ? newScheduleFields(Date.now(), {
              ...(place === undefined
                ? {}
                : ownPlace({
                    contactId: place.contact.id,
                    queueId: place.queueId,
                    whatsappId: place.whatsappId,
                  })),
              ...(sendAt === undefined ? {} : { sendAt }),
            })
          : mayChange
            ? ownPlace(fieldsOf(schedule))
            : fieldsOf(schedule)
      }
      onClose={onClose}
      onSubmit={async (fields) => {
        const body = bodyOf(fields);
        const saved =
          schedule === undefined
            ? await call(scheduleRoutes.create, { body })
            : await call(scheduleRoutes.update, { params: { id: schedule.id }, body });
        // The schedule is saved: an error of the picture is shown, and the picture can be selected again.
        await saveMedia(saved.id, media, t('media.removed')).catch(notifyError);
        notifySuccess(t('saved'));
        onSaved();
      }}
    >
      <FormContact
        name="contactId"
        label={t('field.contact')}
        first={
          schedule?.contact === undefined ? (place?.contact ?? null) : { ...schedule.contact, number: '' }
        }
      />
      <MessagePart
        schedule={schedule}
        known={
          place === undefined
            ? undefined
            : { contactId: place.contact.id, connectionId: place.whatsappId, facts: place.replyFacts }
        }
        media={media}
        onMedia={setMedia}
        locked={isLocked}
      />
      <Recurrence />
      <Conversation />
      {remove !== undefined && (
        <Button
          color="error"
          startIcon={<DeleteOutlineRounded />}
          onClick={() => void remove()}
          sx={{ alignSelf: 'flex-start' }}
        >
          {t('remove.action')}
        </Button>
      )}
    </FormDialog>
  );
};
