import { TEMPLATE_LIMITS } from '@prosa/shared/contracts/message-templates.ts';
import type { TemplateFileKind } from '@prosa/shared/entities/message-template.ts';
import { variablesOf } from '@prosa/shared/rules/message-template.ts';
import { TEMPLATE_SAMPLES } from '@prosa/shared/rules/template-samples.ts';
import { useFormContext, useWatch } from 'react-hook-form';
import { FormSelect, FormText } from '../../../components/form-fields.tsx';
import { formatBytes } from '../../../lib/texts/format.ts';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { FormFile } from '../../files/components/form-file.tsx';
import { HEADER_KINDS, type TemplateFields } from '../template-form.ts';
import { CountedText } from './counted-text.tsx';

/** The example of the header's file. Its kind is its key, so that each kind has a field of its own. */
const SampleField = ({ kind, isNew }: { kind: TemplateFileKind; isNew: boolean }) => {
  const { t } = useTranslation('message-templates');
  const { types, maxBytes } = TEMPLATE_SAMPLES[kind];
  const takes = t(`sample.takes.${kind}`, { limit: formatBytes(maxBytes) });
  return (
    <FormFile
      name={`header.files.${kind}`}
      current={null}
      labels={{
        choose: t(`sample.choose.${kind}`),
        change: t('sample.change'),
        remove: (name) => t('sample.remove', { name }),
      }}
      help={`${takes} ${isNew ? t('sample.help') : t('sample.again')}`}
      accept={types.join(',')}
      maxBytes={maxBytes}
    />
  );
};

/** The header of a template: a text with one variable at most, or a file. */
export const HeaderFields = ({ isNew }: { isNew: boolean }) => {
  const { t } = useTranslation('message-templates');
  const { control } = useFormContext<TemplateFields>();
  const { kind, text } = useWatch({ control, name: 'header' });
  return (
    <>
      <FormSelect
        name="header.kind"
        label={t('field.header')}
        required
        choices={HEADER_KINDS.map((value) => ({ value, label: t(`header.${value}`) }))}
      />
      {kind !== 'none' && kind !== 'text' && <SampleField key={kind} kind={kind} isNew={isNew} />}
      {kind === 'text' && (
        <CountedText
          name="header.text"
          label={t('field.headerText')}
          help={t('field.headerHelp', { variable: '{{1}}' })}
          max={TEMPLATE_LIMITS.header}
          required
        />
      )}
      {kind === 'text' && variablesOf(text).length > 0 && (
        <FormText
          name="header.example"
          label={t('field.headerExample')}
          help={t('field.exampleHelp')}
          required
        />
      )}
    </>
  );
};
