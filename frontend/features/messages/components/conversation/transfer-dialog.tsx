import Autocomplete from '@mui/material/Autocomplete';
import Box from '@mui/material/Box';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { type TicketView, ticketRoutes } from '@prosa/shared/contracts/tickets.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useController } from 'react-hook-form';
import * as z from 'zod';
import { FormDialog } from '../../../../components/form-dialog.tsx';
import { FormSelect, FormText } from '../../../../components/form-fields.tsx';
import { useChoiceTexts } from '../../../../components/use-choice-texts.ts';
import { UserAvatar } from '../../../../components/user-avatar.tsx';
import { call } from '../../../../lib/api/api-client.ts';
import { queryClient } from '../../../../lib/api/query.ts';
import { notifySuccess } from '../../../../lib/screen/notify.ts';
import { useTranslation } from '../../../../lib/texts/use-translation.ts';
import { useUser } from '../../../auth/hooks/use-user.ts';
import { colleagueList } from '../../../directory/colleague-list.ts';
import { queueList } from '../../../directory/queue-list.ts';
import { putTicket } from '../../../tickets/put-ticket.ts';
import { viewerOf } from '../../../tickets/viewer-of.ts';

/** Minimum number of characters to search for colleagues. */
const SEARCH_MIN = 3;
const schema = z.object({ queueId: z.int(), userId: z.int().nullable(), msgTransfer: z.string().max(4096) });

const dot = (online: boolean) => (
  <Box
    component="span"
    aria-hidden
    sx={{ width: 8, height: 8, borderRadius: '50%', bgcolor: online ? 'success.main' : 'text.disabled' }}
  />
);

const ColleagueField = () => {
  const { t } = useTranslation('messages');
  const texts = useChoiceTexts();
  const me = useUser();
  const { field } = useController({ name: 'userId' });
  const [typed, setTyped] = useState('');
  const { data = [] } = useQuery({ ...colleagueList, staleTime: 0 });
  const found = typed.trim().length < SEARCH_MIN ? [] : data.filter(({ id }) => id !== me.id);
  return (
    <Autocomplete
      options={found}
      getOptionLabel={(user) => user.name}
      isOptionEqualToValue={(a, b) => a.id === b.id}
      value={data.find(({ id }) => id === field.value) ?? null}
      onChange={(_event, user) => field.onChange(user?.id ?? null)}
      onInputChange={(_event, text) => setTyped(text)}
      {...texts}
      noOptionsText={typed.trim().length < SEARCH_MIN ? t('transfer.typeMore') : t('transfer.nobody')}
      renderOption={({ key, ...props }, user) => (
        <Box component="li" key={key} {...props} sx={{ gap: 2 }}>
          <UserAvatar name={user.name} src={user.profileImage} size="small" />
          <Box sx={{ minWidth: 0 }}>
            <Typography variant="body1" noWrap>
              {user.name}
            </Typography>
            <Typography
              variant="caption"
              noWrap
              sx={{ display: 'flex', alignItems: 'center', gap: 1, color: 'text.secondary' }}
            >
              {dot(user.online)}
              {[
                user.online ? t('transfer.online') : t('transfer.offline'),
                ...user.queues.map(({ name }) => name),
              ].join(' · ')}
            </Typography>
          </Box>
        </Box>
      )}
      renderInput={(params) => (
        <TextField {...params} label={t('transfer.user')} helperText={t('transfer.userHelp')} />
      )}
    />
  );
};

interface TransferDialogProps {
  ticket: TicketView;
  /** The user who is preselected. */
  userId?: number;
  onClose: () => void;
  onTransferred?: () => void;
}

/** The dialog for transferring a ticket to a queue, and optionally to a user in it. */
const TransferDialog = ({ ticket, userId: chosenId, onClose, onTransferred }: TransferDialogProps) => {
  const { t } = useTranslation('messages');
  const user = useUser();
  const { data: queues = [] } = useQuery(queueList);
  return (
    <FormDialog
      open
      width="narrow"
      title={t('transfer.title')}
      schema={schema}
      submitLabel={t('transfer.submit')}
      defaultValues={{
        userId: chosenId ?? null,
        msgTransfer: '',
        ...(ticket.queueId === null ? {} : { queueId: ticket.queueId }),
      }}
      onClose={onClose}
      onSubmit={async ({ queueId, userId, msgTransfer }) => {
        const saved = await call(ticketRoutes.update, {
          params: { id: ticket.id },
          body: {
            status:
              userId === null
                ? 'pending'
                : ticket.isGroup && ticket.whatsapp?.groupAsTicket !== 'enabled'
                  ? 'group'
                  : 'open',
            userId,
            queueId,
            msgTransfer: msgTransfer.trim() === '' ? null : msgTransfer.trim(),
            isTransfered: true,
          },
        });
        putTicket(queryClient, saved, viewerOf(user));
        notifySuccess(t('transfer.done'));
        onClose();
        onTransferred?.();
      }}
    >
      <FormSelect
        name="queueId"
        label={t('transfer.queue')}
        required
        autoFocus
        choices={queues.map(({ id, name }) => ({ value: id, label: name }))}
      />
      <ColleagueField />
      <FormText
        name="msgTransfer"
        label={t('transfer.message')}
        help={t('transfer.messageHelp')}
        multiline
        minRows={2}
        maxRows={6}
      />
    </FormDialog>
  );
};

export default TransferDialog;
