import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ConnectionView } from '@prosa/shared/contracts/connections.ts';
import type { Channel } from '@prosa/shared/messaging/identity.ts';
import { hasSession, tellsPast } from '@prosa/shared/rules/channel-connections.ts';
import { FIELD_VARIABLES, TEXT_MAX } from '@prosa/shared/rules/template-variables.ts';
import { useQuery } from '@tanstack/react-query';
import {
  type Choice,
  FormInstant,
  FormMultiSelect,
  FormSelect,
  FormSwitch,
  FormText,
} from '../../../components/form-fields.tsx';
import { FormTemplate } from '../../../components/form-template.tsx';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { AssistantField } from '../../directory/components/assistant-field.tsx';
import { FlowField } from '../../directory/components/flow-field.tsx';
import { IntegrationField } from '../../directory/components/integration-field.tsx';
import { flowsNamed } from '../../directory/flow-list.ts';
import { GreetingMedia } from './greeting-media.tsx';
import { ImportFields } from './import-fields.tsx';
import { TokenField } from './token-field.tsx';

interface PartProps {
  /** Undefined for a new connection. */
  connection: ConnectionView | undefined;
  channel: Channel;
  queues: readonly Choice<number>[];
}

type NumberField =
  | 'timeSendQueue'
  | 'timeCreateNewTicket'
  | 'maxUseBotQueues'
  | 'timeUseBotQueues'
  | 'expiresTicket'
  | 'timeInactiveMessage'
  | 'maxUseBotQueuesNPS'
  | 'expiresTicketNPS';
const Amount = ({ name }: { name: NumberField }) => {
  const { t } = useTranslation('connections');
  return <FormText name={name} label={t(`field.${name}`)} type="number" help={t(`field.${name}Help`)} />;
};

/** The field of an automatic message, with a text that says when it is sent. */
const Message = ({ name }: { name: keyof typeof FIELD_VARIABLES.connection }) => {
  const { t } = useTranslation('connections');
  return (
    <FormTemplate
      name={name}
      label={t(`field.${name}`)}
      help={t(`field.${name}Help`)}
      maxChars={TEXT_MAX}
      variables={FIELD_VARIABLES.connection[name]}
    />
  );
};

const Heading = ({ text }: { text: string }) => (
  <Typography variant="h3" sx={{ paddingTop: 2 }}>
    {text}
  </Typography>
);

export const GeneralPart = ({ connection, channel, queues }: PartProps) => {
  const { t } = useTranslation('connections');
  // Providers' accounts have no groups, and answer only: they cannot be the default of new conversations.
  const isPaired = hasSession({ channel });
  const past = tellsPast({ channel });
  return (
    <>
      <FormText name="name" label={t('field.name')} required autoFocus />
      {isPaired && (
        <FormSwitch name="isDefault" label={t('field.isDefault')} help={t('field.isDefaultHelp')} />
      )}
      <FormMultiSelect
        name="queueIds"
        label={t('field.queues')}
        help={t('field.queuesHelp')}
        choices={queues}
      />
      {connection !== undefined && <TokenField connection={connection} />}
      {isPaired && (
        <>
          <Heading text={t('heading.groups')} />
          <FormSwitch name="allowGroup" label={t('field.allowGroup')} help={t('field.allowGroupHelp')} />
          <FormSwitch
            name="groupAsTicket"
            label={t('field.groupAsTicket')}
            help={t('field.groupAsTicketHelp')}
          />
        </>
      )}
      <Heading text={t('heading.redirection')} />
      <Amount name="timeSendQueue" />
      <FormSelect
        name="sendIdQueue"
        label={t('field.sendIdQueue')}
        noneLabel={t('field.none')}
        choices={queues}
      />
      {past !== undefined && (
        <>
          <Heading text={t('heading.import')} />
          <ImportFields queues={queues} past={past} />
        </>
      )}
      {isPaired && (
        <>
          <Heading text={t('heading.network')} />
          <FormText name="proxy" label={t('field.proxy')} help={t('field.proxyHelp')} autoComplete="off" />
        </>
      )}
    </>
  );
};

export const MessagesPart = ({ connection }: Pick<PartProps, 'connection'>) => {
  const { t } = useTranslation('connections');
  return (
    <>
      <Message name="greetingMessage" />
      <GreetingMedia connectionId={connection?.id} current={connection?.greetingMediaAttachment ?? ''} />
      <Message name="complationMessage" />
      <Message name="outOfHoursMessage" />
      <Heading text={t('heading.privacy')} />
      <Message name="lgpdMessage" />
      <FormText name="lgpdLink" label={t('field.lgpdLink')} help={t('field.lgpdLinkHelp')} />
      <Heading text={t('heading.vacation')} />
      <Message name="collectiveVacationMessage" />
      <Box sx={{ display: 'grid', gridTemplateColumns: { xs: '1fr', md: '1fr 1fr' }, gap: 3 }}>
        <FormInstant name="collectiveVacationStart" label={t('field.collectiveVacationStart')} />
        <FormInstant name="collectiveVacationEnd" label={t('field.collectiveVacationEnd')} />
      </Box>
    </>
  );
};

export const ChatbotPart = () => {
  const { t } = useTranslation('connections');
  return (
    <>
      <Amount name="timeCreateNewTicket" />
      <Amount name="maxUseBotQueues" />
      <Amount name="timeUseBotQueues" />
      <Heading text={t('heading.inactivity')} />
      <Amount name="timeInactiveMessage" />
      <Message name="inactiveMessage" />
      <FormSelect
        name="whenExpiresTicket"
        label={t('field.whenExpiresTicket')}
        help={t('field.whenExpiresTicketHelp')}
        choices={[
          { value: 0, label: t('whenExpires.any') },
          { value: 1, label: t('whenExpires.ours') },
        ]}
      />
      <Amount name="expiresTicket" />
      <Message name="expiresInactiveMessage" />
    </>
  );
};

export const AssessmentsPart = () => (
  <>
    <Message name="ratingMessage" />
    <Amount name="maxUseBotQueuesNPS" />
    <Amount name="expiresTicketNPS" />
  </>
);

/** Text of a tab that has nothing to choose from yet. */
const EmptyPart = ({ text }: { text: string }) => (
  <Typography sx={{ color: 'text.secondary', paddingBlock: 4 }}>{text}</Typography>
);

/** The assistant and the integration that answer tickets without a queue. */
export const IntegrationPart = () => {
  const { t } = useTranslation('connections');
  return (
    <>
      <AssistantField
        name="promptId"
        label={t('field.promptId')}
        help={t('field.promptIdHelp')}
        noneLabel={t('field.noAssistant')}
        noneYet={t('empty.assistants')}
        kept={{ label: t('field.promptIdKept'), help: t('field.promptIdKeptHelp') }}
      />
      <IntegrationField
        name="integrationId"
        label={t('field.integrationId')}
        help={t('field.integrationIdHelp')}
        noneLabel={t('field.none')}
        noneYet={t('empty.integrations')}
        kept={{ label: t('field.integrationIdKept'), help: t('field.integrationIdKeptHelp') }}
      />
    </>
  );
};

/** The flows that answer messages without a trigger phrase; a text instead if the company has no flows. */
export const FlowPart = () => {
  const { t } = useTranslation('connections');
  const { data } = useQuery(flowsNamed(''));
  if (data?.flows.length === 0) return <EmptyPart text={t('empty.flow')} />;
  return (
    <>
      {(['flowIdWelcome', 'flowIdNotPhrase'] as const).map((name) => (
        <FlowField
          key={name}
          name={name}
          label={t(`field.${name}`)}
          help={t(`field.${name}Help`)}
          noneLabel={t('field.noFlow')}
        />
      ))}
    </>
  );
};
