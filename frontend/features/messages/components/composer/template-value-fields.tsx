import SwapHorizRounded from '@mui/icons-material/SwapHorizRounded';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import type { MessageTemplateView } from '@prosa/shared/contracts/message-templates.ts';
import { needsOf, type TemplateNeeds } from '@prosa/shared/rules/message-template.ts';
import { useFormContext } from 'react-hook-form';
import { FormText } from '../../../../components/form-fields.tsx';
import { languageName } from '../../../../lib/texts/language-name.ts';
import { useTranslation } from '../../../../lib/texts/use-translation.ts';
import { FormFile } from '../../../files/components/form-file.tsx';
import { NO_VALUES, type TemplateFields } from '../../template-values.ts';
import { TemplatePreview } from './template-preview.tsx';

/** File types that the provider takes in a header; a document may have any type. */
const ACCEPTED = {
  image: 'image/jpeg,image/png',
  video: 'video/mp4,video/3gpp',
  document: undefined,
} as const;

const HeaderFile = ({ kind }: { kind: NonNullable<TemplateNeeds['file']> }) => {
  const { t } = useTranslation('template-picker');
  const accept = ACCEPTED[kind];
  return (
    <FormFile
      name="file"
      current={null}
      labels={{
        choose: t(`file.${kind}`),
        change: t('file.change'),
        remove: (name) => t('file.remove', { name }),
      }}
      {...(accept === undefined ? {} : { accept })}
    />
  );
};

interface TemplateValueFieldsProps {
  template: MessageTemplateView;
  /** Shown below the fields. */
  help?: string;
  onBack: () => void;
}

/** The fields for the values of a chosen template, beside the message that results from them. */
export const TemplateValueFields = ({ template, help, onBack }: TemplateValueFieldsProps) => {
  const { t, language: userLanguage } = useTranslation('template-picker');
  const { file, ...values } = { ...NO_VALUES, ...useFormContext<TemplateFields>().watch() };
  const needs = needsOf(template);
  const nothing = !needs.header && needs.file === null && needs.body.length + needs.buttons.length === 0;
  const first = needs.header ? 'header' : (needs.body[0] ?? `button ${needs.buttons[0]}`);
  return (
    <>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 3 }}>
        <Typography sx={{ flex: 1, fontWeight: 'fontWeightMedium', overflowWrap: 'anywhere' }}>
          {`${template.name} · ${languageName(template.language, userLanguage)}`}
        </Typography>
        <Button size="small" startIcon={<SwapHorizRounded />} autoFocus={nothing} onClick={onBack}>
          {t('another')}
        </Button>
      </Box>
      <Box sx={{ display: 'flex', flexDirection: { xs: 'column', md: 'row' }, gap: 6 }}>
        <Box sx={{ display: 'flex', flexDirection: 'column', flex: 3, minWidth: 0, gap: 4 }}>
          {nothing && (
            <Typography variant="body2" sx={{ color: 'text.secondary' }}>
              {t('nothingToFill')}
            </Typography>
          )}
          {needs.file !== null && <HeaderFile kind={needs.file} />}
          {needs.header && <FormText name="header" label={t('header')} required autoFocus />}
          {needs.body.map((name) => (
            <FormText
              key={name}
              name={`body.${name}`}
              label={t('variable', { name: `{{${name}}}` })}
              {...(template.examples.body[name] === undefined
                ? {}
                : { placeholder: t('example', { text: template.examples.body[name] }) })}
              required
              autoFocus={name === first}
            />
          ))}
          {needs.buttons.map((index) => {
            const button = template.buttons[index];
            return (
              <FormText
                key={index}
                name={`buttons.${index}`}
                label={button?.kind === 'url' ? t('address', { text: button.text }) : t('code')}
                {...(button?.kind === 'url' ? { help: button.url } : {})}
                required
                autoFocus={first === `button ${index}`}
              />
            );
          })}
          {help !== undefined && !nothing && (
            <Typography variant="body2" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
              {help}
            </Typography>
          )}
        </Box>
        <Box sx={{ flex: 2, minWidth: 0 }}>
          <TemplatePreview
            template={template}
            values={values}
            file={file instanceof File ? file : null}
            label={t('preview')}
            caption={t('exact')}
          />
        </Box>
      </Box>
    </>
  );
};
