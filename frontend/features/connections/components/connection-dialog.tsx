import { type ConnectionView, connectionRoutes } from '@prosa/shared/contracts/connections.ts';
import type { Channel } from '@prosa/shared/messaging/identity.ts';
import { CHANNEL_CONNECTIONS, hasSession } from '@prosa/shared/rules/channel-connections.ts';
import { resetsSession } from '@prosa/shared/rules/connection-problems.ts';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useFormContext } from 'react-hook-form';
import { confirm } from '../../../components/confirm-dialog.tsx';
import { DialogSections } from '../../../components/dialog-sections.tsx';
import { FormDialog } from '../../../components/form-dialog.tsx';
import { FormPart } from '../../../components/form-part.tsx';
import { ScheduleFields } from '../../../components/schedule-fields.tsx';
import { call } from '../../../lib/api/api-client.ts';
import { queryClient, routeKey } from '../../../lib/api/query.ts';
import { notifySuccess } from '../../../lib/screen/notify.ts';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { useUser } from '../../auth/hooks/use-user.ts';
import { refetchConnections } from '../../directory/connection-list.ts';
import { queueList } from '../../directory/queue-list.ts';
import { TryOut } from '../../try-out/try-out-part.ts';
import { connectionFields, connectionFormSchema } from '../connection-form.ts';
import {
  AssessmentsPart,
  ChatbotPart,
  FlowPart,
  GeneralPart,
  IntegrationPart,
  MessagesPart,
} from './connection-parts.tsx';
import { saveGreetingMedia } from './greeting-media.tsx';

const SECTIONS = [
  'general',
  'integrations',
  'messages',
  'chatbot',
  'assessments',
  'flow',
  'schedules',
] as const;
type Section = (typeof SECTIONS)[number];

/** Validates rules across several fields again on every change of any field, once their errors have been shown. */
const Recheck = () => {
  const { watch, trigger, formState } = useFormContext();
  const { isSubmitted } = formState;
  useEffect(() => {
    if (!isSubmitted) return;
    const changes = watch(() => void trigger());
    return () => changes.unsubscribe();
  }, [isSubmitted, watch, trigger]);
  return null;
};

interface ConnectionDialogProps {
  /** Null for a new connection. */
  connection: ConnectionView | null;
  channel: Channel;
  onClose: () => void;
  /** Called when the connection needs linking: it is new, or its WhatsApp session was deleted. */
  onLink: (id: number) => void;
}

/** The dialog for adding or changing a connection. */
export const ConnectionDialog = ({ connection, channel, onClose, onLink }: ConnectionDialogProps) => {
  const { t } = useTranslation(['connections', 'common']);
  const { company } = useUser();
  const { scheduleType, userRating } = company.companieSettings;
  const [section, setSection] = useState<Section>('general');
  const { data: queues = [] } = useQuery(queueList);
  const queueChoices = queues.map(({ id, name }) => ({ value: id, label: name }));
  const byConnection = scheduleType === 'connection';
  const { useIntegrations: hasFlows, useOpenAi } = company.plan;
  const hasIntegrations = hasFlows || useOpenAi;
  const sections = SECTIONS.filter(
    (id) =>
      (id !== 'schedules' || byConnection) &&
      (id !== 'flow' || hasFlows) &&
      (id !== 'integrations' || hasIntegrations),
  );
  // A created connection is kept when saving its file failed, so that a retry does not create another.
  const made = useRef<number | null>(null);
  const [before] = useState(connection ?? undefined);
  const schema = useMemo(
    () => connectionFormSchema(t, { userRating: userRating === 'enabled', before }),
    [t, userRating, before],
  );
  const draftOf = useCallback(
    (values: unknown) => {
      const { data } = schema.safeParse(values);
      if (data === undefined) return undefined;
      const { media, greetingMediaAttachment: file, ...fields } = data;
      // A file that is not saved yet has no URL to play from.
      const greetingMediaAttachment = media === 'keep' ? file : '';
      return {
        connectionId: connection?.id ?? made.current,
        connection: { ...fields, greetingMediaAttachment },
        ...(connection === null ? { channel } : {}),
      };
    },
    [schema, connection, channel],
  );
  const shows = (id: Section) => ({ shown: section === id, onProblem: () => setSection(id) });
  return (
    <FormDialog
      open
      title={
        connection === null
          ? t('newTitle', { channel: CHANNEL_CONNECTIONS[channel].name })
          : t('editTitle', { name: connection.name })
      }
      schema={schema}
      submitLabel={t('save')}
      defaultValues={connectionFields(before)}
      aside={{ label: t('tryOut'), content: <TryOut draftOf={draftOf} /> }}
      onClose={onClose}
      onSubmit={async ({ media, ...body }) => {
        const isReset =
          connection !== null &&
          hasSession(connection) &&
          connection.status === 'CONNECTED' &&
          resetsSession(connection, body);
        const yes =
          !isReset ||
          (await confirm({
            title: t('reset.title', { name: connection.name }),
            body: t('reset.body'),
            confirmLabel: t('reset.confirm'),
            danger: true,
          }));
        if (!yes) return;
        const known = connection?.id ?? made.current;
        if (known === null)
          made.current = (await call(connectionRoutes.create, { body: { ...body, channel } })).id;
        else await call(connectionRoutes.update, { params: { id: known }, body });
        const id = known ?? made.current;
        try {
          if (id !== null) await saveGreetingMedia(id, media);
        } finally {
          await Promise.all([
            refetchConnections(),
            queryClient.invalidateQueries({ queryKey: routeKey(connectionRoutes.get) }),
          ]);
        }
        notifySuccess(t('saved'));
        onClose();
        if (id !== null && hasSession({ channel }) && (connection === null || isReset)) onLink(id);
      }}
    >
      <Recheck />
      <DialogSections
        label={t('sections')}
        sections={sections.map((id) => ({ id, label: t(`section.${id}`) }))}
        shown={section}
        onChoose={setSection}
      />
      <FormPart {...shows('general')}>
        <GeneralPart connection={connection ?? undefined} channel={channel} queues={queueChoices} />
      </FormPart>
      {hasIntegrations && (
        <FormPart {...shows('integrations')}>
          <IntegrationPart />
        </FormPart>
      )}
      <FormPart {...shows('messages')}>
        <MessagesPart connection={connection ?? undefined} />
      </FormPart>
      <FormPart {...shows('chatbot')}>
        <ChatbotPart />
      </FormPart>
      <FormPart {...shows('assessments')}>
        <AssessmentsPart />
      </FormPart>
      {hasFlows && (
        <FormPart {...shows('flow')}>
          <FlowPart />
        </FormPart>
      )}
      {byConnection && (
        <FormPart {...shows('schedules')}>
          <ScheduleFields name="schedules" />
        </FormPart>
      )}
    </FormDialog>
  );
};
