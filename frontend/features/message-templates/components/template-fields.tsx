import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { TEMPLATE_LIMITS } from '@prosa/shared/contracts/message-templates.ts';
import { TEMPLATE_CATEGORIES } from '@prosa/shared/entities/message-template.ts';
import { variablesOf } from '@prosa/shared/rules/message-template.ts';
import { useFormContext, useWatch } from 'react-hook-form';
import { FormSelect, FormText } from '../../../components/form-fields.tsx';
import { languageName } from '../../../lib/texts/language-name.ts';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { TemplatePreview } from '../../messages/components/composer/template-preview.tsx';
import { cleanName, examplesOf, partsOf, sampleOf, type TemplateFields } from '../template-form.ts';
import { BodyField } from './body-field.tsx';
import { ButtonFields } from './button-fields.tsx';
import { CountedText } from './counted-text.tsx';
import { HeaderFields } from './header-fields.tsx';

const LANGUAGES = [
  'pt_BR',
  'pt_PT',
  'en',
  'en_US',
  'en_GB',
  'es',
  'es_AR',
  'es_ES',
  'es_MX',
  'tr',
  'fr',
  'it',
  'de',
] as const;
const STACK = { display: 'flex', flexDirection: 'column', gap: 4, minWidth: 0 } as const;

/** Name, language and category; name and language of an existing template are fixed. */
const IdentityFields = ({ isNew, isApproved }: { isNew: boolean; isApproved: boolean }) => {
  const { t, language: userLanguage } = useTranslation('message-templates');
  const { control } = useFormContext<TemplateFields>();
  const [language, category] = useWatch({ control, name: ['language', 'category'] });
  const languages = LANGUAGES.some((code) => code === language) ? LANGUAGES : [language, ...LANGUAGES];
  // The parts of a template that signs users in are fixed by Meta, so the form cannot write one.
  const categories = TEMPLATE_CATEGORIES.filter((one) => one !== 'AUTHENTICATION' || one === category);
  return (
    <>
      {isNew && (
        <>
          <CountedText
            name="name"
            label={t('field.name')}
            help={t('field.nameHelp')}
            max={TEMPLATE_LIMITS.name}
            clean={cleanName}
            required
            autoFocus
          />
          <FormSelect
            name="language"
            label={t('field.language')}
            required
            choices={languages.map((code) => ({ value: code, label: languageName(code, userLanguage) }))}
          />
        </>
      )}
      <FormSelect
        name="category"
        label={t('field.category')}
        help={isApproved ? t('field.categoryFixed') : t(`categoryHelp.${category}`)}
        disabled={isApproved}
        required
        choices={categories.map((value) => ({ value, label: t(`category.${value}`) }))}
      />
    </>
  );
};

/** An example for each variable of the text, which the reviewers read. */
const ExampleFields = () => {
  const { t } = useTranslation('message-templates');
  const { control } = useFormContext<TemplateFields>();
  const names = variablesOf(useWatch({ control, name: 'body' }));
  if (names.length === 0) return null;
  return (
    <Box role="group" aria-label={t('examples')} sx={STACK}>
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {t('examplesHelp')}
      </Typography>
      {names.map((name) => (
        <FormText
          key={name}
          name={`examples.${name}`}
          label={t('field.example', { name: `{{${name}}}` })}
          required
        />
      ))}
    </Box>
  );
};

const Preview = () => {
  const { t } = useTranslation('message-templates');
  const fields = useFormContext<TemplateFields>().watch();
  return (
    <TemplatePreview
      template={partsOf(fields)}
      values={examplesOf(fields)}
      file={sampleOf(fields)}
      label={t('preview')}
      caption={t('previewHelp')}
    />
  );
};

/** The fields of a template, beside a preview with its examples. */
export const TemplateFieldset = (props: { isNew: boolean; isApproved: boolean }) => {
  const { t } = useTranslation('message-templates');
  return (
    <Box sx={{ display: 'flex', flexDirection: { xs: 'column', md: 'row' }, gap: 6 }}>
      <Box sx={{ ...STACK, flex: 3 }}>
        <IdentityFields {...props} />
        <HeaderFields isNew={props.isNew} />
        <BodyField />
        <ExampleFields />
        <CountedText name="footer" label={t('field.footer')} max={TEMPLATE_LIMITS.footer} />
        <ButtonFields />
      </Box>
      <Box sx={{ flex: 2, minWidth: 0 }}>
        <Preview />
      </Box>
    </Box>
  );
};
