import Box from '@mui/material/Box';
import Chip from '@mui/material/Chip';
import Typography from '@mui/material/Typography';
import { FILES_MAX, IDEMPOTENCY_HOURS, SCHEDULE_AHEAD_DAYS } from '@prosa/shared/contracts/external.ts';
import { fullPathOf } from '@prosa/shared/contracts/route.ts';
import { SCHEDULE_BODY_MAX, SCHEDULE_BODY_MIN } from '@prosa/shared/contracts/schedules.ts';
import { EXTERNAL_RATE } from '@prosa/shared/rules/external-rate.ts';
import { LINKED_IMAGE_MAX_BYTES, MULTIPART_MAX_BYTES } from '@prosa/shared/rules/file-limits.ts';
import { type ReactNode, useState } from 'react';
import { formatNumber } from '../../../lib/texts/format.ts';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { layout, radius, TOUCH } from '../../../theme/tokens.ts';
import { fieldsOf, requestFieldsOf } from '../contract-fields.ts';
import { answerText, DOCUMENTED_CALLS, type DocumentedCall, fieldText } from '../documented-calls.ts';
import { EXAMPLE_LANGUAGES, type ExampleLanguage } from '../examples/example-request.ts';
import { EXAMPLES } from '../examples/examples.ts';
import { CodeBlock } from './code-block.tsx';
import { ErrorList } from './error-list.tsx';
import { EventBodies } from './event-bodies.tsx';
import { FieldList } from './field-list.tsx';
import { VerifyExample } from './verify-example.tsx';

const LANGUAGE_NAMES: Record<ExampleLanguage, string> = {
  curl: 'curl',
  javascript: 'JavaScript',
  python: 'Python',
  php: 'PHP',
};
const EXAMPLE_IMAGE = 'https://example.com/photo.jpg';
const MINUTE_MS = 60_000;
const MEGABYTE = 1_000_000;
/** Returns the limits for the texts, from the values that the server enforces. */
const limitsOf = () => ({
  files: FILES_MAX,
  formMb: formatNumber(MULTIPART_MAX_BYTES / MEGABYTE),
  imageMb: formatNumber(LINKED_IMAGE_MAX_BYTES / MEGABYTE),
  hours: IDEMPOTENCY_HOURS,
  days: SCHEDULE_AHEAD_DAYS,
  minChars: SCHEDULE_BODY_MIN,
  maxChars: SCHEDULE_BODY_MAX,
  perMinute: formatNumber((EXTERNAL_RATE.limit * MINUTE_MS) / EXTERNAL_RATE.windowMs),
  atOnce: EXTERNAL_RATE.limit,
});

const sectionId = (name: string): string => `messages-api-${name}`;

interface SectionProps {
  name: string;
  title: string;
  /** Shown beside the explanation in a wide window. */
  aside?: ReactNode;
  children: ReactNode;
}

const Section = ({ name, title, aside, children }: SectionProps) => (
  <Box
    component="section"
    aria-labelledby={sectionId(name)}
    sx={{
      display: 'grid',
      gap: { xs: 4, lg: 6 },
      gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'repeat(2, minmax(0, 1fr))' },
      alignItems: 'start',
      padding: { xs: 4, md: 6 },
      bgcolor: 'background.paper',
      border: 1,
      borderColor: 'divider',
      borderRadius: `${radius.card}px`,
    }}
  >
    <Box sx={{ display: 'flex', flexDirection: 'column', gap: 3, minWidth: 0 }}>
      <Typography id={sectionId(name)} variant="h3" component="h2" tabIndex={-1}>
        {title}
      </Typography>
      {children}
    </Box>
    {aside}
  </Box>
);

interface CallProps {
  call: DocumentedCall;
  language: ExampleLanguage;
  onChoose: (language: ExampleLanguage) => void;
}

/** One call: what it does, its fields, its response and an example. */
const Call = ({ call, language, onChoose }: CallProps) => {
  const { name, row, fields, answers, example } = call;
  const { t } = useTranslation('messages-api');
  const [nowMs] = useState(Date.now);
  const limits = limitsOf();
  const title = t(`call.${name}.title`);
  const [sent, answered] = [requestFieldsOf(row), fieldsOf(row.response, 'output')];
  const request = example({
    origin: window.location.origin,
    token: t('sample.token'),
    text: t('sample.text'),
    name: t('sample.name'),
    imageUrl: EXAMPLE_IMAGE,
    nowMs,
  });
  return (
    <Section
      name={name}
      title={title}
      aside={
        <CodeBlock
          label={t('docs.example', { call: title })}
          chosen={language}
          onChoose={onChoose}
          versions={EXAMPLE_LANGUAGES.map((each) => ({
            language: each,
            name: LANGUAGE_NAMES[each],
            code: EXAMPLES[each](request),
          }))}
        />
      }
    >
      <Box component="code" sx={{ overflowWrap: 'anywhere' }}>{`${row.method} ${fullPathOf(row)}`}</Box>
      <Typography>{t(`call.${name}.about`, limits)}</Typography>
      <FieldList
        label={t('docs.fieldsOf', { call: title })}
        fields={fields.map((field) => {
          const path = field.replaceAll('_', '.');
          return {
            path,
            meaning: t(`field.${fieldText(call, field)}`, limits),
            ...(sent.get(path) ?? { type: '', isRequired: false }),
          };
        })}
      />
      {answers.length > 0 && (
        <>
          <Typography variant="subtitle1" component="h3">
            {t('docs.answer')}
          </Typography>
          <FieldList
            label={t('docs.answersOf', { call: title })}
            fields={answers.map((path) => ({
              path,
              type: answered.get(path)?.type ?? '',
              isRequired: false,
              meaning: t(`answer.${answerText(call, path)}`),
            }))}
          />
        </>
      )}
    </Section>
  );
};

/** The documentation of the external API, complete enough to write a program with. */
export const Documentation = () => {
  const { t } = useTranslation('messages-api');
  const [language, setLanguage] = useState<ExampleLanguage>('curl');
  const limits = limitsOf();
  const titles = [
    ...DOCUMENTED_CALLS.map(({ name }) => ({ name, title: t(`call.${name}.title`) })),
    { name: 'idempotency', title: t('docs.idempotency.title') },
    { name: 'errors', title: t('docs.errors.title') },
    { name: 'webhooks', title: t('docs.webhooks.title') },
  ];
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', gap: 4 }}>
      <Typography sx={{ maxWidth: '72ch' }}>{t('docs.intro')}</Typography>
      <Box component="nav" aria-label={t('docs.contents')} sx={{ display: 'flex', flexWrap: 'wrap', gap: 2 }}>
        {titles.map(({ name, title }) => (
          <Chip
            key={name}
            clickable
            label={title}
            component="button"
            type="button"
            onClick={() => document.getElementById(sectionId(name))?.focus()}
            sx={{ [TOUCH]: { height: layout.touchTarget } }}
          />
        ))}
      </Box>
      {DOCUMENTED_CALLS.map((call) => (
        <Call key={call.name} call={call} language={language} onChoose={setLanguage} />
      ))}
      <Section name="idempotency" title={t('docs.idempotency.title')}>
        <Typography>{t('docs.idempotency.what', limits)}</Typography>
        <Typography>{t('docs.idempotency.why')}</Typography>
      </Section>
      <Section
        name="errors"
        title={t('docs.errors.title')}
        aside={<ErrorList label={t('docs.errors.title')} />}
      >
        <Typography>{t('docs.errors.shape')}</Typography>
        <Typography>{t('docs.errors.retries', limits)}</Typography>
        <Typography>{t('docs.errors.limit', limits)}</Typography>
      </Section>
      <Section name="webhooks" title={t('docs.webhooks.title')} aside={<VerifyExample />}>
        <Typography>{t('docs.webhooks.what')}</Typography>
        <Typography>{t('docs.webhooks.verify')}</Typography>
        <EventBodies />
      </Section>
    </Box>
  );
};
