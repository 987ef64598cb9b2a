import type { CampaignView } from '@prosa/shared/contracts/campaigns.ts';
import { useQuery } from '@tanstack/react-query';
import { type ComponentProps, useMemo, useRef, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { DialogSections } from '../../../components/dialog-sections.tsx';
import { FormDialog } from '../../../components/form-dialog.tsx';
import { FormSwitch } from '../../../components/form-fields.tsx';
import { FormPart } from '../../../components/form-part.tsx';
import { notifySuccess } from '../../../lib/screen/notify.ts';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { connectionList } from '../../directory/connection-list.ts';
import { FormFile, type MediaChange } from '../../files/components/form-file.tsx';
import { campaignFormSchema, copiedFields, MESSAGES, newFields, QUESTIONS } from '../campaign-form.ts';
import { refetchCampaign } from '../campaign-queries.ts';
import { saveCampaign } from '../save-campaign.ts';
import { AudienceFields } from './audience-fields.tsx';
import { CampaignPreview } from './campaign-preview.tsx';
import { CampaignTexts } from './campaign-texts.tsx';
import { TicketFields } from './ticket-fields.tsx';

const SECTIONS = ['general', 'messages', 'confirmation', 'ticket'] as const;
type Section = (typeof SECTIONS)[number];

/** Whether receivers are asked first, and by which texts. */
const ConfirmationFields = (
  texts: Pick<ComponentProps<typeof CampaignTexts>, 'active' | 'shown' | 'onShow'>,
) => {
  const { t } = useTranslation('campaigns');
  const asks: unknown = useWatch({ name: 'confirmation' });
  return (
    <>
      <FormSwitch name="confirmation" label={t('field.confirmation')} help={t('field.confirmationHelp')} />
      <CampaignTexts
        {...texts}
        names={QUESTIONS}
        label={t('text.question')}
        help={t('text.questionHelp')}
        required={asks === true}
      />
    </>
  );
};

/** The campaign that a new one is a copy of, with its file. */
export interface CampaignSource {
  campaign: CampaignView;
  media: MediaChange;
}

interface CampaignDialogProps {
  /** Null for a new campaign. */
  campaign: CampaignView | null;
  /** What a new campaign is a copy of. */
  source?: CampaignSource | undefined;
  /** The filter of a new campaign that is no copy. */
  ticketFilter?: string | undefined;
  onClose: () => void;
}

/** The dialog for adding, changing or reading a campaign. */
export const CampaignDialog = ({ campaign, source, ticketFilter = '', onClose }: CampaignDialogProps) => {
  const { t } = useTranslation('campaigns');
  const { data: connections = [] } = useQuery(connectionList);
  const [section, setSection] = useState<Section>('general');
  const [message, setMessage] = useState(0);
  const [question, setQuestion] = useState(0);
  const schema = useMemo(() => campaignFormSchema(t, campaign?.scheduledAt ?? null), [t, campaign]);
  const saved = useRef<Pick<CampaignView, 'id'> | null>(campaign);
  const isLocked = campaign !== null && !campaign.editable;
  const mediaName = campaign?.mediaName ?? null;
  const isQuestion = section === 'confirmation';
  const shownText = (isQuestion ? QUESTIONS[question] : MESSAGES[message]) ?? MESSAGES[0];
  const copied =
    source === undefined
      ? { ...newFields(connections), ticketFilter }
      : copiedFields(source.campaign, (name) => t('copy.name', { name }));
  return (
    <FormDialog
      open
      title={
        campaign === null ? t('newTitle') : t(isLocked ? 'viewTitle' : 'editTitle', { name: campaign.name })
      }
      schema={schema}
      submitLabel={campaign === null ? t('create') : t('save')}
      locked={isLocked}
      {...(isLocked ? { notice: t('locked') } : {})}
      aside={{
        label: t('preview.title'),
        content: <CampaignPreview name={shownText} hasFile={!isQuestion} mediaName={mediaName} />,
      }}
      defaultValues={
        campaign === null
          ? { ...copied, media: source?.media ?? ('keep' as const) }
          : { ...campaign, media: 'keep' as const }
      }
      onClose={onClose}
      onSubmit={async ({ media, ...body }) => {
        try {
          await saveCampaign(saved, body, media);
        } finally {
          if (saved.current !== null) await refetchCampaign(saved.current.id);
        }
        notifySuccess(t('saved'));
        onClose();
      }}
    >
      <DialogSections
        label={t('sections')}
        sections={SECTIONS.map((id) => ({ id, label: t(`section.${id}`) }))}
        shown={section}
        onChoose={setSection}
      />
      <FormPart shown={section === 'general'} onProblem={() => setSection('general')}>
        <AudienceFields campaign={campaign} />
      </FormPart>
      <FormPart shown={section === 'messages'} onProblem={() => setSection('messages')}>
        <CampaignTexts
          names={MESSAGES}
          label={t('text.message')}
          help={t('text.messageHelp')}
          required
          active={section === 'messages'}
          shown={message}
          onShow={setMessage}
        />
        <FormFile
          name="media"
          current={mediaName}
          labels={{
            choose: t('media.choose'),
            change: t('media.change'),
            remove: (name) => t('media.remove', { name }),
          }}
          help={t('media.help')}
        />
      </FormPart>
      <FormPart shown={isQuestion} onProblem={() => setSection('confirmation')}>
        <ConfirmationFields active={isQuestion} shown={question} onShow={setQuestion} />
      </FormPart>
      <FormPart shown={section === 'ticket'} onProblem={() => setSection('ticket')}>
        <TicketFields />
      </FormPart>
    </FormDialog>
  );
};
