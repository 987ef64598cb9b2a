import { CAMPAIGN_NAME_MAX, type CampaignView, campaignRoutes } from '@prosa/shared/contracts/campaigns.ts';
import { useNavigate } from 'react-router';
import { FormDialog } from '../../../components/form-dialog.tsx';
import { FormSelect, FormText } from '../../../components/form-fields.tsx';
import { call } from '../../../lib/api/api-client.ts';
import { notifySuccess } from '../../../lib/screen/notify.ts';
import { paths } from '../../../lib/screen/paths.ts';
import { truncate } from '../../../lib/texts/format.ts';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { refetchCampaign } from '../campaign-queries.ts';

/** The dialog that repeats a campaign for those who did not answer, or did not read. */
export const FollowUpDialog = ({ campaign, onClose }: { campaign: CampaignView; onClose: () => void }) => {
  const { t } = useTranslation('campaigns');
  const navigate = useNavigate();
  return (
    <FormDialog
      open
      width="narrow"
      title={t('followUp.title', { name: campaign.name })}
      schema={campaignRoutes.followUp.body}
      submitLabel={t('followUp.submit')}
      notice={t('followUp.hint')}
      defaultValues={{
        name: truncate(t('followUp.name', { name: campaign.name }), CAMPAIGN_NAME_MAX),
        who: 'not-answered',
      }}
      onClose={onClose}
      onSubmit={async (body) => {
        const { id } = await call(campaignRoutes.followUp, { params: { id: campaign.id }, body });
        await refetchCampaign(id);
        notifySuccess(t('followUp.done'));
        onClose();
        await navigate(paths.campaigns);
      }}
    >
      <FormSelect
        name="who"
        label={t('followUp.who')}
        autoFocus
        choices={[
          { value: 'not-answered', label: t('followUp.not-answered') },
          { value: 'not-read', label: t('followUp.not-read') },
        ]}
      />
      <FormText name="name" label={t('field.name')} required />
    </FormDialog>
  );
};
