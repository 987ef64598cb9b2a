import AddRounded from '@mui/icons-material/AddRounded';
import DeleteOutlineRounded from '@mui/icons-material/DeleteOutlineRounded';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { formatBrl } from '@prosa/shared/rules/format-brl.ts';
import { PIX_KEY_TYPES } from '@prosa/shared/rules/pix-key.ts';
import { useFieldArray, useFormContext } from 'react-hook-form';
import { FormSelect, FormText } from '../../../../components/form-fields.tsx';
import { IconAction } from '../../../../components/icon-action.tsx';
import { useTranslation } from '../../../../lib/texts/use-translation.ts';
import { radius } from '../../../../theme/tokens.ts';
import { centsOf, EMPTY_ROW, EMPTY_SECTION, type InteractiveFields } from '../../interactive-form.ts';
import { PictureChoice } from './picture-choice.tsx';

const STACK = { display: 'flex', flexDirection: 'column', gap: 3 } as const;

const Rows = ({ name }: { name: `sections.${number}` }) => {
  const { t } = useTranslation('messages');
  const { fields, append, remove } = useFieldArray<InteractiveFields, `sections.${number}.rows`>({
    name: `${name}.rows`,
  });
  return (
    <Box sx={{ ...STACK, alignItems: 'flex-start' }}>
      {fields.map((field, index) => (
        <Box key={field.id} sx={{ display: 'flex', gap: 2, alignItems: 'flex-start', width: '100%' }}>
          <FormText
            name={`${name}.rows.${index}.title`}
            label={t('interactive.row', { number: index + 1 })}
            required
          />
          <FormText name={`${name}.rows.${index}.description`} label={t('interactive.rowDescription')} />
          <IconAction
            label={t('interactive.removeRow', { number: index + 1 })}
            icon={<DeleteOutlineRounded />}
            disabled={fields.length === 1}
            onClick={() => remove(index)}
            sx={{ marginTop: 6 }}
          />
        </Box>
      ))}
      <Button size="small" startIcon={<AddRounded />} onClick={() => append({ ...EMPTY_ROW })}>
        {t('interactive.addRow')}
      </Button>
    </Box>
  );
};

const Sections = () => {
  const { t } = useTranslation('messages');
  const { fields, append, remove } = useFieldArray<InteractiveFields, 'sections'>({ name: 'sections' });
  return (
    <Box sx={{ ...STACK, alignItems: 'flex-start' }}>
      {fields.map((field, index) => (
        <Box
          key={field.id}
          sx={{
            ...STACK,
            width: '100%',
            padding: 3,
            border: '1px solid',
            borderColor: 'divider',
            borderRadius: `${radius.card}px`,
          }}
        >
          <Box sx={{ display: 'flex', gap: 2, alignItems: 'flex-start' }}>
            <FormText name={`sections.${index}.title`} label={t('interactive.section')} />
            {fields.length > 1 && (
              <IconAction
                label={t('interactive.removeSection', { number: index + 1 })}
                icon={<DeleteOutlineRounded />}
                onClick={() => remove(index)}
                sx={{ marginTop: 6 }}
              />
            )}
          </Box>
          <Rows name={`sections.${index}`} />
        </Box>
      ))}
      <Button
        size="small"
        startIcon={<AddRounded />}
        onClick={() => append({ ...EMPTY_SECTION, rows: [{ ...EMPTY_ROW }] })}
      >
        {t('interactive.addSection')}
      </Button>
    </Box>
  );
};

const PixFields = () => {
  const { t } = useTranslation('messages');
  return (
    <>
      <FormText name="merchantName" label={t('interactive.merchant')} required />
      <FormText
        name="amount"
        label={t('interactive.amount')}
        required
        inputMode="numeric"
        clean={(text) => (centsOf(text) === 0 ? '' : formatBrl(centsOf(text)))}
      />
      <FormSelect
        name="keyType"
        label={t('interactive.keyTypeLabel')}
        required
        choices={PIX_KEY_TYPES.map((type) => ({ value: type, label: t(`interactive.keyType.${type}`) }))}
      />
      <FormText name="pixKey" label={t('interactive.pixKey')} required />
    </>
  );
};

/** The fields of the selected type, below the common fields. */
const TypeFields = () => {
  const { t } = useTranslation('messages');
  const type = useFormContext<InteractiveFields>().watch('type');
  switch (type) {
    case 'list':
      return <Sections />;
    case 'url':
      return <FormText name="url" label={t('interactive.url')} type="url" inputMode="url" required />;
    case 'copy':
      return <FormText name="code" label={t('interactive.code')} required />;
    case 'call':
      return <FormText name="number" label={t('interactive.number')} type="tel" inputMode="tel" required />;
    case 'pix':
      return <PixFields />;
  }
};

/** The form fields for an interactive message of the selected type. */
export const InteractiveFieldset = ({
  picture,
  onPicture,
}: {
  picture: File | null;
  onPicture: (picture: File | null) => void;
}) => {
  const { t } = useTranslation('messages');
  const type = useFormContext<InteractiveFields>().watch('type');
  const hasPicture = type !== 'list' && type !== 'pix';
  return (
    <>
      <FormText name="title" label={t('interactive.title')} required={type === 'list'} autoFocus />
      {type !== 'pix' && (
        <FormText
          name="text"
          label={t(type === 'list' ? 'interactive.text' : 'interactive.description')}
          multiline
          minRows={2}
          maxRows={6}
        />
      )}
      <TypeFields />
      {type !== 'pix' && (
        <FormText name="buttonText" label={t('interactive.buttonText')} help={t('interactive.buttonHelp')} />
      )}
      {hasPicture && <PictureChoice picture={picture} onChange={onPicture} />}
    </>
  );
};
