import AddRounded from '@mui/icons-material/AddRounded';
import DeleteOutlineRounded from '@mui/icons-material/DeleteOutlineRounded';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import MenuItem from '@mui/material/MenuItem';
import Typography from '@mui/material/Typography';
import { TEMPLATE_LIMITS } from '@prosa/shared/contracts/message-templates.ts';
import { useState } from 'react';
import { useFieldArray, useFormContext, useWatch } from 'react-hook-form';
import { FormText } from '../../../components/form-fields.tsx';
import { IconAction } from '../../../components/icon-action.tsx';
import { LazyMenu } from '../../../components/lazy-menu.tsx';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { radius } from '../../../theme/tokens.ts';
import { BUTTON_KINDS, emptyButton, needsExample, type TemplateFields } from '../template-form.ts';
import { CountedText } from './counted-text.tsx';

const ButtonFieldset = ({ index, onRemove }: { index: number; onRemove: () => void }) => {
  const { t } = useTranslation('message-templates');
  const { control } = useFormContext<TemplateFields>();
  const button = useWatch({ control, name: `buttons.${index}` });
  const { kind } = button;
  const name = t('button.numbered', { number: index + 1, kind: t(`button.${kind}`) });
  return (
    <Box
      role="group"
      aria-label={name}
      sx={{
        display: 'flex',
        flexDirection: 'column',
        gap: 3,
        padding: 3,
        border: '1px solid',
        borderColor: 'divider',
        borderRadius: `${radius.card}px`,
      }}
    >
      <Box sx={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: 2 }}>
        <Typography variant="body2" sx={{ fontWeight: 'fontWeightMedium' }}>
          {name}
        </Typography>
        <IconAction
          size="small"
          label={t('button.remove', { number: index + 1 })}
          icon={<DeleteOutlineRounded />}
          onClick={onRemove}
        />
      </Box>
      {kind !== 'copy' && (
        <CountedText
          name={`buttons.${index}.text`}
          label={t('field.buttonText')}
          max={TEMPLATE_LIMITS.buttonText}
          required
        />
      )}
      {kind === 'url' && (
        <FormText
          name={`buttons.${index}.value`}
          label={t('field.url')}
          help={t('field.urlHelp', { variable: '{{1}}' })}
          type="url"
          inputMode="url"
          required
        />
      )}
      {kind === 'call' && (
        <FormText
          name={`buttons.${index}.value`}
          label={t('field.number')}
          help={t('field.numberHelp')}
          type="tel"
          inputMode="tel"
          required
        />
      )}
      {needsExample(button) && (
        <FormText
          name={`buttons.${index}.example`}
          label={kind === 'copy' ? t('field.codeExample') : t('field.urlExample')}
          help={t('field.exampleHelp')}
          required
        />
      )}
    </Box>
  );
};

/** The buttons of a template. */
export const ButtonFields = () => {
  const { t } = useTranslation('message-templates');
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const { fields, append, remove } = useFieldArray<TemplateFields, 'buttons'>({ name: 'buttons' });
  return (
    <>
      {fields.map((field, index) => (
        <ButtonFieldset key={field.id} index={index} onRemove={() => remove(index)} />
      ))}
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 3 }}>
        <Button
          size="small"
          startIcon={<AddRounded />}
          aria-haspopup="menu"
          disabled={fields.length >= TEMPLATE_LIMITS.buttons}
          onClick={(event) => setAnchor(event.currentTarget)}
        >
          {t('button.add')}
        </Button>
        {fields.length > 0 && (
          <Typography variant="caption" sx={{ color: 'text.secondary' }}>
            {t('length', { length: fields.length, max: TEMPLATE_LIMITS.buttons })}
          </Typography>
        )}
      </Box>
      <LazyMenu open={anchor !== null} anchorEl={anchor} onClose={() => setAnchor(null)}>
        {BUTTON_KINDS.map((kind) => (
          <MenuItem
            key={kind}
            onClick={() => {
              setAnchor(null);
              append(emptyButton(kind));
            }}
          >
            {t(`button.${kind}`)}
          </MenuItem>
        ))}
      </LazyMenu>
    </>
  );
};
