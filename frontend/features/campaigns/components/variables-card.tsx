import AddRounded from '@mui/icons-material/AddRounded';
import DeleteOutlineRounded from '@mui/icons-material/DeleteOutlineRounded';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import type { CampaignSettingValues } from '@prosa/shared/contracts/campaign-settings.ts';
import { CAMPAIGN_VARIABLES_MAX, RECEIVER_VARIABLES } from '@prosa/shared/rules/campaign-settings.ts';
import { useFieldArray, useWatch } from 'react-hook-form';
import { FormText } from '../../../components/form-fields.tsx';
import { IconAction } from '../../../components/icon-action.tsx';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { GroupCard, GroupRow } from '../../settings/components/group-card.tsx';

/** Returns a variable as it stands in a message. */
const placeholderOf = (key: string): string => `{${key}}`;

const VariableFields = ({ index, onRemove }: { index: number; onRemove: () => void }) => {
  const { t } = useTranslation('campaigns');
  const key = useWatch<CampaignSettingValues, `variables.${number}.key`>({ name: `variables.${index}.key` });
  const number = index + 1;
  return (
    <GroupRow>
      <Box
        role="group"
        aria-label={t('settings.variables.one', { number })}
        sx={{
          display: 'grid',
          gridTemplateColumns: { xs: 'minmax(0, 1fr) auto', md: 'minmax(0, 1fr) minmax(0, 2fr) auto' },
          gap: 3,
          alignItems: 'start',
        }}
      >
        <FormText
          name={`variables.${index}.key`}
          label={t('settings.variables.key')}
          required
          {...(key === ''
            ? {}
            : { help: t('settings.variables.inMessage', { placeholder: placeholderOf(key) }) })}
        />
        <Box sx={{ gridColumn: { xs: '1 / -1', md: 'auto' }, gridRow: { xs: 2, md: 'auto' } }}>
          <FormText
            name={`variables.${index}.value`}
            label={t('settings.variables.value')}
            required
            multiline
            maxRows={4}
          />
        </Box>
        <IconAction
          label={t('settings.variables.remove', { number })}
          icon={<DeleteOutlineRounded />}
          onClick={onRemove}
          sx={{ marginTop: 5.5 }}
        />
      </Box>
    </GroupRow>
  );
};

/** The company's own variables for the messages of campaigns. */
export const VariablesCard = () => {
  const { t } = useTranslation('campaigns');
  const { fields, append, remove } = useFieldArray<CampaignSettingValues, 'variables'>({ name: 'variables' });
  const [name, email, number] = RECEIVER_VARIABLES.map(placeholderOf);
  return (
    <GroupCard title={t('settings.variables.title')}>
      <GroupRow>
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {t('settings.variables.help', { name, email, number })}
        </Typography>
      </GroupRow>
      {fields.map((field, index) => (
        <VariableFields key={field.id} index={index} onRemove={() => remove(index)} />
      ))}
      <GroupRow>
        <Button
          size="small"
          startIcon={<AddRounded />}
          disabled={fields.length >= CAMPAIGN_VARIABLES_MAX}
          onClick={() => append({ key: '', value: '' })}
        >
          {t('settings.variables.add')}
        </Button>
      </GroupRow>
    </GroupCard>
  );
};
