import { type CampaignView, campaignRoutes } from '@prosa/shared/contracts/campaigns.ts';
import { FormDialog } from '../../../components/form-dialog.tsx';
import { FormSelect, FormText } from '../../../components/form-fields.tsx';
import { call } from '../../../lib/api/api-client.ts';
import { notifySuccess } from '../../../lib/screen/notify.ts';
import { truncate } from '../../../lib/texts/format.ts';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { MESSAGES } from '../campaign-form.ts';

const SHOWN_CHARS = 60;

/** The dialog that sends a text of a campaign to one number, such as the user's own. */
export const TestDialog = ({ campaign, onClose }: { campaign: CampaignView; onClose: () => void }) => {
  const { t } = useTranslation('campaigns');
  const choices = MESSAGES.flatMap((name, index) =>
    campaign[name] === '' ? [] : [{ value: index, label: truncate(campaign[name], SHOWN_CHARS) }],
  );
  return (
    <FormDialog
      open
      width="narrow"
      title={t('test.title', { name: campaign.name })}
      schema={campaignRoutes.test.body}
      submitLabel={t('test.submit')}
      notice={t('test.hint')}
      defaultValues={{ number: '', variant: 0 }}
      onClose={onClose}
      onSubmit={async (body) => {
        await call(campaignRoutes.test, { params: { id: campaign.id }, body });
        notifySuccess(t('test.done'));
        onClose();
      }}
    >
      <FormText
        name="number"
        label={t('test.number')}
        required
        autoFocus
        inputMode="tel"
        placeholder="+55 (11) 99999-9999"
        help={t('test.numberHelp')}
      />
      {choices.length > 1 && <FormSelect name="variant" label={t('test.text')} choices={choices} />}
    </FormDialog>
  );
};
