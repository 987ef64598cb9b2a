import SendRounded from '@mui/icons-material/SendRounded';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { assistantRoutes, QUESTION_CHARS } from '@prosa/shared/contracts/assistants.ts';
import type { BodyOf, ResponseOf } from '@prosa/shared/contracts/route.ts';
import { useMutation } from '@tanstack/react-query';
import { type KeyboardEvent, useState } from 'react';
import { useFormContext } from 'react-hook-form';
import { IconAction } from '../../../components/icon-action.tsx';
import { MessageField } from '../../../components/message-field.tsx';
import { StatusChip } from '../../../components/status-chip.tsx';
import { call } from '../../../lib/api/api-client.ts';
import { fieldProblems } from '../../../lib/api/api-error.ts';
import { notifyError } from '../../../lib/screen/notify.ts';
import { formatNumber } from '../../../lib/texts/format.ts';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { radius } from '../../../theme/tokens.ts';
import { AnswerSources } from '../../corrections/components/answer-sources.tsx';
import { failureOf } from '../answer-failure.ts';
import { type AssistantFields, inWords, SECTION_FIELDS, SECTIONS, type Section } from '../assistant-form.ts';

/** A message of the test, on the side on which the contact's phone shows it. */
const Bubble = ({ by, text, isOwn = false }: { by: string; text: string; isOwn?: boolean }) => (
  <Box
    sx={{
      alignSelf: isOwn ? 'flex-end' : 'flex-start',
      maxWidth: '88%',
      paddingInline: 3,
      paddingBlock: 2,
      borderRadius: `${radius.bubble}px`,
      bgcolor: isOwn ? 'bubble.own' : 'bubble.contact',
    }}
  >
    <Typography variant="caption" component="p" sx={{ color: 'text.secondary' }}>
      {by}
    </Typography>
    <Typography variant="message" component="p" sx={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
      {text}
    </Typography>
  </Box>
);

/** What came of a question: the answer, where the conversation would go and the tokens; or why there is no answer. */
const Outcome = ({ outcome }: { outcome: ResponseOf<typeof assistantRoutes.test> }) => {
  const { t } = useTranslation('assistants');
  const { ok, failure, answer, sources, queue, tokens } = outcome;
  return (
    <>
      {!ok && (
        <Alert severity="error">{t('test.failed', { reason: t(`failure.${failureOf(failure)}`) })}</Alert>
      )}
      {answer !== '' && <Bubble by={t('test.answered')} text={answer} />}
      {answer !== '' && <AnswerSources sources={sources} />}
      {queue !== null && (
        <Box>
          <StatusChip label={t('test.handsOver', { queue: queue.name })} tone="info" />
        </Box>
      )}
      {tokens > 0 && (
        <Typography variant="caption" sx={{ color: 'text.secondary', fontVariantNumeric: 'tabular-nums' }}>
          {t('test.tokens', { tokens: formatNumber(tokens) })}
        </Typography>
      )}
    </>
  );
};

type Question = BodyOf<typeof assistantRoutes.test>;

interface AssistantTestProps {
  /** Id of the stored assistant, null for a new one. The server uses its stored keys for empty fields. */
  id: number | null;
  /** Returns the form's values as a request sends them; undefined if a field is invalid. */
  draftOf: (values: AssistantFields) => Omit<Question, 'id' | 'question'> | undefined;
  /** Called to show the part of the dialog that has an invalid field. */
  onProblem: (section: Section) => void;
}

/** Asks the assistant, as it is in the form, one question of a contact. Inside the dialog's form. */
export const AssistantTest = ({ id, draftOf, onProblem }: AssistantTestProps) => {
  const { t } = useTranslation(['assistants', 'common']);
  const { getValues, getFieldState, trigger, setError } = useFormContext<AssistantFields>();
  const [question, setQuestion] = useState('');
  const [isInvalid, setInvalid] = useState(false);
  const showProblem = (): void => {
    setInvalid(true);
    const section = SECTIONS.find((each) => SECTION_FIELDS[each].some((name) => getFieldState(name).invalid));
    if (section !== undefined) onProblem(section);
  };
  const ask = useMutation({
    mutationFn: (body: Question) => call(assistantRoutes.test, { body }),
    meta: { silent: true },
    onError: (error) => {
      const fields = Object.values(SECTION_FIELDS).flat();
      const problems = fieldProblems(inWords(error, t)).flatMap(({ path, message }) => {
        const field = fields.find((name) => name === path);
        return field === undefined ? [] : [{ field, message }];
      });
      for (const { field, message } of problems) setError(field, { type: 'server', message });
      if (problems.length === 0) notifyError(error);
      else showProblem();
    },
  });
  const isOff = question.trim() === '' || ask.isPending;
  const send = async (): Promise<void> => {
    if (isOff) return;
    const draft = draftOf(getValues());
    setInvalid(false);
    if (draft !== undefined) {
      ask.mutate({ ...draft, id, question: question.trim() });
      setQuestion('');
      return;
    }
    await trigger();
    showProblem();
  };
  // The field is inside the dialog's form, so Enter must not submit the form.
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    void send();
  };
  return (
    <Box
      component="section"
      aria-label={t('test.title')}
      sx={{ flex: 1, minHeight: 0, display: 'flex', flexDirection: 'column', gap: 2 }}
    >
      <Box
        role="status"
        aria-busy={ask.isPending}
        sx={{
          flex: { xs: '0 0 auto', lg: 1 },
          minHeight: 120,
          overflowY: 'auto',
          display: 'flex',
          flexDirection: 'column',
          gap: 2,
          padding: 3,
          borderRadius: `${radius.card}px`,
          bgcolor: 'background.default',
        }}
      >
        {ask.isIdle && (
          <Typography
            variant="body2"
            sx={{ color: 'text.secondary', textAlign: 'center', marginBlock: 'auto' }}
          >
            {t('test.help')}
          </Typography>
        )}
        {ask.variables !== undefined && <Bubble by={t('test.asked')} text={ask.variables.question} isOwn />}
        {ask.isPending && (
          <Typography variant="body2" sx={{ color: 'text.secondary' }}>
            {t('common:loading')}
          </Typography>
        )}
        {ask.data !== undefined && <Outcome outcome={ask.data} />}
      </Box>
      {isInvalid && <Alert severity="warning">{t('test.invalid')}</Alert>}
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
        <MessageField
          value={question}
          autoFocus
          onChange={(event) => setQuestion(event.target.value)}
          onKeyDown={onKeyDown}
          placeholder={t('test.question')}
          inputProps={{ 'aria-label': t('test.question'), maxLength: QUESTION_CHARS }}
        />
        <IconAction
          label={t('test.ask')}
          icon={<SendRounded />}
          disabled={isOff}
          onClick={() => void send()}
          sx={{ color: 'primary.text' }}
        />
      </Box>
    </Box>
  );
};
