import DeleteOutlineRounded from '@mui/icons-material/DeleteOutlineRounded';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { type TicketView, ticketRoutes } from '@prosa/shared/contracts/tickets.ts';
import { isAdmin } from '@prosa/shared/permissions.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { IconAction } from '../../../components/icon-action.tsx';
import { call } from '../../../lib/api/api-client.ts';
import { routeQuery } from '../../../lib/api/query.ts';
import { notifySuccess } from '../../../lib/screen/notify.ts';
import { formatWhen } from '../../../lib/texts/format.ts';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { radius } from '../../../theme/tokens.ts';
import { useUser } from '../../auth/hooks/use-user.ts';

const MIN_CHARS = 2;

/** Internal notes about a ticket; customers never see them. */
export const TicketNotes = ({ ticket }: { ticket: TicketView }) => {
  const { t } = useTranslation('contacts');
  const user = useUser();
  const [text, setText] = useState('');
  const notes = useQuery({
    ...routeQuery(ticketRoutes.listNotes, { query: { ticketId: ticket.id } }),
    staleTime: 0,
  });
  const add = useMutation({
    mutationFn: (note: string) =>
      call(ticketRoutes.createNote, { body: { note, ticketId: ticket.id, contactId: ticket.contactId } }),
    onSuccess: async () => {
      setText('');
      notifySuccess(t('notes.added'));
      await notes.refetch();
    },
  });
  const remove = useMutation({
    mutationFn: (id: string) => call(ticketRoutes.removeNote, { params: { id } }),
    onSuccess: async () => {
      notifySuccess(t('notes.removed'));
      await notes.refetch();
    },
  });
  const mayRemove = (userId: number | undefined) => isAdmin(user) || userId === user.id;
  return (
    <Box
      component="section"
      aria-label={t('notes.title')}
      sx={{ display: 'flex', flexDirection: 'column', gap: 3 }}
    >
      <Box
        component="form"
        onSubmit={(event) => {
          event.preventDefault();
          add.mutate(text.trim());
        }}
        sx={{ display: 'flex', flexDirection: 'column', gap: 2, alignItems: 'flex-end' }}
      >
        <TextField
          multiline
          minRows={2}
          maxRows={6}
          value={text}
          placeholder={t('notes.placeholder')}
          slotProps={{ htmlInput: { 'aria-label': t('notes.field'), maxLength: 4000 } }}
          onChange={(event) => setText(event.target.value)}
        />
        <Button
          type="submit"
          size="small"
          variant="outlined"
          disabled={text.trim().length < MIN_CHARS}
          loading={add.isPending}
        >
          {t('notes.add')}
        </Button>
      </Box>
      {notes.data?.map((note) => (
        <Box
          key={note.id}
          sx={{
            padding: 3,
            borderRadius: `${radius.control}px`,
            border: '1px solid',
            borderColor: 'note.border',
            bgcolor: 'note.main',
            color: 'note.text',
          }}
        >
          <Box sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
            <Typography variant="caption" sx={{ flex: 1 }}>
              {`${note.user?.name ?? t('notes.removedUser')} · ${formatWhen(note.createdAt)}`}
            </Typography>
            {mayRemove(note.user?.id) && (
              <IconAction
                label={t('notes.remove')}
                size="small"
                icon={<DeleteOutlineRounded fontSize="small" />}
                disabled={remove.isPending}
                onClick={() => remove.mutate(note.id)}
                sx={{ color: 'inherit' }}
              />
            )}
          </Box>
          <Typography variant="body2" sx={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
            {note.note}
          </Typography>
        </Box>
      ))}
    </Box>
  );
};
