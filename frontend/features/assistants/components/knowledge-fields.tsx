import Typography from '@mui/material/Typography';
import { KNOWLEDGE_KINDS } from '@prosa/shared/entities/assistant-knowledge.ts';
import { useController } from 'react-hook-form';
import { SwitchField } from '../../../components/switch-field.tsx';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import type { AssistantFields } from '../assistant-form.ts';

/** What the assistant reads of the company, with a switch for each kind. Corrections have none. */
export const KnowledgeFields = () => {
  const { t } = useTranslation('assistants');
  const { field } = useController<AssistantFields, 'knowledge'>({ name: 'knowledge' });
  const chosen = field.value ?? [];
  return (
    <>
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {t('knowledge.corrections')}
      </Typography>
      {KNOWLEDGE_KINDS.map((kind) => (
        <SwitchField
          key={kind}
          label={t(`knowledge.${kind}`)}
          help={t(`knowledge.${kind}Help`)}
          checked={chosen.includes(kind)}
          onBlur={field.onBlur}
          onChange={(isOn) =>
            field.onChange(KNOWLEDGE_KINDS.filter((one) => (one === kind ? isOn : chosen.includes(one))))
          }
        />
      ))}
    </>
  );
};
