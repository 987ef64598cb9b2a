import CheckRounded from '@mui/icons-material/CheckRounded';
import Box from '@mui/material/Box';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import Typography from '@mui/material/Typography';
import { CAMPAIGN_MESSAGE_MAX } from '@prosa/shared/contracts/campaigns.ts';
import { RECEIVER_VARIABLES } from '@prosa/shared/rules/campaign-settings.ts';
import { useController, useWatch } from 'react-hook-form';
import { FormPart } from '../../../components/form-part.tsx';
import { VariableField } from '../../../components/variable-field.tsx';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { layout } from '../../../theme/tokens.ts';
import { useOwnVariables } from '../hooks/use-own-variables.ts';

/** One text of a campaign, with the variables that are filled for each receiver. */
const CampaignText = ({ name, label, required }: { name: string; label: string; required: boolean }) => {
  const { t } = useTranslation('campaigns');
  const own = useOwnVariables();
  const { field, fieldState } = useController({ name });
  const value: unknown = field.value;
  return (
    <VariableField
      name={field.name}
      label={label}
      required={required}
      hint={t('text.variables')}
      variables={[
        ...RECEIVER_VARIABLES.map((key) => ({ placeholder: `{${key}}`, label: t(`text.variable.${key}`) })),
        ...own.map(({ key }) => ({ placeholder: `{${key}}`, label: key })),
      ]}
      maxChars={CAMPAIGN_MESSAGE_MAX}
      minRows={6}
      maxRows={12}
      inputRef={field.ref}
      value={typeof value === 'string' ? value : ''}
      onBlur={field.onBlur}
      onChange={field.onChange}
      error={fieldState.invalid}
      helperText={fieldState.error?.message}
    />
  );
};

interface CampaignTextsProps {
  /** The fields of the texts, in their order. */
  names: readonly string[];
  label: string;
  help: string;
  /** Whether the first text must not be empty. */
  required: boolean;
  /** Whether the part of the dialog with these texts is shown. */
  active: boolean;
  /** The index of the shown text. */
  shown: number;
  onShow: (index: number) => void;
}

/** The texts of which one is chosen for each receiver, one at a time. */
export const CampaignTexts = ({
  names,
  label,
  help,
  required,
  active,
  shown,
  onShow,
}: CampaignTextsProps) => {
  const { t } = useTranslation('campaigns');
  const texts: unknown[] = useWatch({ name: [...names] });
  const nameOf = (index: number) => t('text.one', { label, number: index + 1 });
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', gap: 3 }}>
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {help}
      </Typography>
      {/* Tabs that are not displayed cannot measure their line. */}
      {active && (
        <Tabs
          value={shown}
          onChange={(_event, index: number) => onShow(index)}
          aria-label={t('text.all', { label })}
        >
          {names.map((name, index) => {
            const text = texts[index];
            const isFilled = typeof text === 'string' && text.trim() !== '';
            return (
              <Tab
                key={name}
                value={index}
                label={
                  <Box component="span" sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
                    {index + 1}
                    {isFilled && <CheckRounded fontSize="small" />}
                  </Box>
                }
                aria-label={isFilled ? t('text.filled', { name: nameOf(index) }) : nameOf(index)}
                sx={{ minWidth: layout.touchTarget }}
              />
            );
          })}
        </Tabs>
      )}
      {names.map((name, index) => (
        <FormPart key={name} shown={index === shown} onProblem={() => onShow(index)}>
          <CampaignText name={name} label={nameOf(index)} required={required && index === 0} />
        </FormPart>
      ))}
    </Box>
  );
};
