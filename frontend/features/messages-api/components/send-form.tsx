import { zodResolver } from '@hookform/resolvers/zod';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { externalRoutes } from '@prosa/shared/contracts/external.ts';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import * as z from 'zod';
import { FormSelect, FormText } from '../../../components/form-fields.tsx';
import { ERROR_AFTER_MS } from '../../../components/form-timing.ts';
import { fieldMessage } from '../../../lib/api/field-message.ts';
import { notifySuccess } from '../../../lib/screen/notify.ts';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { radius } from '../../../theme/tokens.ts';
import { colleagueList } from '../../directory/colleague-list.ts';
import { queueList } from '../../directory/queue-list.ts';
import { FormFile } from '../../files/components/form-file.tsx';
import { callExternal } from '../call-external.ts';
import { useExternalError } from '../use-external-error.ts';
import { SentMessage } from './sent-message.tsx';

const { sendMessage } = externalRoutes;
/** Longest id of a group. */
const NUMBER_MAX_DIGITS = 40;
const common = z.object({
  token: z.string().trim().min(1),
  // The contract's own message is for programs.
  number: z.string().min(1).max(NUMBER_MAX_DIGITS),
  userId: z.int().nullable(),
  queueId: z.int().nullable(),
});
const SCHEMAS = {
  text: common.extend({ body: z.string().trim().min(1), media: z.unknown() }),
  media: common.extend({
    body: z.string().trim(),
    media: z.custom<File>((value) => value instanceof File, { params: { kind: 'missing' } }),
  }),
} as const;
const EMPTY = { token: '', number: '', body: '', userId: null, queueId: null, media: 'keep' };

/** The messages of a successful call, with the token that may read their status. */
interface Sent {
  ids: readonly string[];
  token: string;
}

/**
 * A form that sends a text or a file by the external API, and shows what becomes of it. The token is kept in this
 * component alone: it is neither stored nor part of an address.
 */
export const SendForm = ({ kind }: { kind: 'text' | 'media' }) => {
  const { t } = useTranslation('messages-api');
  const errorText = useExternalError();
  const titleId = useId();
  const [failure, setFailure] = useState<unknown>(null);
  const [sent, setSent] = useState<Sent | null>(null);
  const { data: queues } = useQuery(queueList);
  const { data: colleagues } = useQuery(colleagueList);
  const form = useForm({
    resolver: zodResolver(SCHEMAS[kind], { error: fieldMessage }),
    defaultValues: EMPTY,
    mode: 'onTouched',
    delayError: ERROR_AFTER_MS,
  });
  const submit = form.handleSubmit(async ({ token, media, ...body }) => {
    setFailure(null);
    setSent(null);
    try {
      const file = media instanceof File ? media : undefined;
      const answer = await callExternal(
        sendMessage,
        token,
        file === undefined ? { body } : { body: { ...body, body: body.body || file.name }, file },
      );
      notifySuccess(t('test.sent'));
      setSent({ ids: answer.messages.map(({ id }) => id), token });
    } catch (error) {
      setFailure(error);
    }
  });
  return (
    <FormProvider {...form}>
      <Box
        component="form"
        noValidate
        aria-labelledby={titleId}
        onSubmit={(event) => void submit(event)}
        sx={{
          display: 'flex',
          flexDirection: 'column',
          gap: 4,
          minWidth: 0,
          padding: { xs: 4, md: 6 },
          bgcolor: 'background.paper',
          border: 1,
          borderColor: 'divider',
          borderRadius: `${radius.card}px`,
        }}
      >
        <Typography id={titleId} variant="h3" component="h2">
          {t(`test.${kind}`)}
        </Typography>
        {failure !== null && <Alert severity="error">{errorText(failure)}</Alert>}
        <FormText
          name="token"
          label={t('test.token')}
          help={t('test.tokenHelp')}
          autoComplete="off"
          required
        />
        <FormText
          name="number"
          label={t('test.number')}
          help={t('test.numberHelp')}
          clean={(text) => text.replace(/\D/g, '')}
          inputMode="numeric"
          autoComplete="off"
          required
        />
        <FormText
          name="body"
          label={t('test.body')}
          multiline
          minRows={3}
          {...(kind === 'text' ? { required: true } : { help: t('test.bodyHelp') })}
        />
        {kind === 'media' && (
          <FormFile
            name="media"
            current={null}
            help={t('test.fileHelp')}
            labels={{
              choose: t('test.choose'),
              change: t('test.change'),
              remove: (name) => t('test.remove', { name }),
            }}
          />
        )}
        <FormSelect
          name="queueId"
          label={t('test.queue')}
          noneLabel={t('test.noQueue')}
          choices={(queues ?? []).map(({ id, name }) => ({ value: id, label: name }))}
        />
        <FormSelect
          name="userId"
          label={t('test.user')}
          noneLabel={t('test.noUser')}
          choices={(colleagues ?? []).map(({ id, name }) => ({ value: id, label: name }))}
        />
        <Button
          type="submit"
          variant="contained"
          loading={form.formState.isSubmitting}
          sx={{ alignSelf: 'flex-start' }}
        >
          {t('test.send')}
        </Button>
        {sent?.ids.map((id) => (
          <SentMessage key={id} id={id} token={sent.token} />
        ))}
      </Box>
    </FormProvider>
  );
};
