import Alert from '@mui/material/Alert';
import Autocomplete from '@mui/material/Autocomplete';
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import { type InternalChatView, internalChatRoutes } from '@prosa/shared/contracts/internal-chats.ts';
import { CHAT_MEMBERS_MAX, CHAT_TITLE_MAX } from '@prosa/shared/entities/internal-chat.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { ResponsiveDialog } from '../../../components/responsive-dialog.tsx';
import { useChoiceTexts } from '../../../components/use-choice-texts.ts';
import { call } from '../../../lib/api/api-client.ts';
import { errorText } from '../../../lib/api/error-text.ts';
import { queryClient } from '../../../lib/api/query.ts';
import { notifySuccess } from '../../../lib/screen/notify.ts';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { useUser } from '../../auth/hooks/use-user.ts';
import { colleagueList } from '../../directory/colleague-list.ts';
import { putChat } from '../chat-cache.ts';
import { isChatReady } from '../chat-form.ts';
import type { Mentionable } from '../mentions.ts';

type Kind = 'direct' | 'group';

interface UserFieldProps {
  chosen: readonly Mentionable[];
  /** Whether several users can be chosen. */
  isGroup: boolean;
  onChange: (users: Mentionable[]) => void;
}

/** Chooses one or several colleagues by their names. */
const UserField = ({ chosen, isGroup, onChange }: UserFieldProps) => {
  const { t } = useTranslation('internal-chats');
  const texts = useChoiceTexts();
  const { id: userId } = useUser();
  const { data = [], isPending } = useQuery(colleagueList);
  const options: Mentionable[] = data.filter(({ id }) => id !== userId);
  const shared = {
    options,
    loading: isPending,
    getOptionLabel: ({ name }: Mentionable) => name,
    getOptionKey: ({ id }: Mentionable) => id,
    isOptionEqualToValue: (a: Mentionable, b: Mentionable) => a.id === b.id,
  };
  return isGroup ? (
    <Autocomplete
      {...shared}
      {...texts}
      multiple
      filterSelectedOptions
      disableCloseOnSelect
      value={[...chosen]}
      onChange={(_event, users) => onChange(users)}
      renderInput={(params) => (
        <TextField {...params} label={t('field.users')} helperText={t('field.usersHelp')} autoFocus />
      )}
    />
  ) : (
    <Autocomplete
      {...shared}
      {...texts}
      value={chosen[0] ?? null}
      onChange={(_event, user) => onChange(user === null ? [] : [user])}
      renderInput={(params) => <TextField {...params} label={t('field.user')} autoFocus />}
    />
  );
};

interface ChatDialogProps {
  /** The group that is changed; null makes a new chat. */
  chat: InternalChatView | null;
  onClose: () => void;
  onSaved: (chat: InternalChatView) => void;
}

/** The dialog for a new chat, direct or a group, or for changing a group. */
const ChatDialog = ({ chat, onClose, onSaved }: ChatDialogProps) => {
  const { t } = useTranslation(['internal-chats', 'common']);
  const titleId = useId();
  const { id: userId } = useUser();
  const [kind, setKind] = useState<Kind>(chat === null ? 'direct' : 'group');
  const [title, setTitle] = useState(chat?.title ?? '');
  const [users, setUsers] = useState<readonly Mentionable[]>(
    () => chat?.users.filter((member) => member.userId !== userId).map(({ user }) => user) ?? [],
  );
  const isGroup = kind === 'group';
  const save = useMutation({
    mutationFn: () => {
      const ids = users.map(({ id }) => id);
      return chat === null
        ? call(internalChatRoutes.create, {
            body: { users: ids, isGroup, title: isGroup ? title.trim() : '' },
          })
        : call(internalChatRoutes.update, {
            params: { id: chat.id },
            body: { users: [...ids, userId], title: title.trim() },
          });
    },
    onSuccess: (saved) => {
      putChat(queryClient, saved, userId);
      if (chat !== null) notifySuccess(t('saved'));
      onSaved(saved);
    },
    // The dialog shows the error.
    meta: { silent: true },
  });
  return (
    <ResponsiveDialog open onClose={onClose} labelledBy={titleId} width="narrow">
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          save.mutate();
        }}
        style={{ display: 'contents' }}
      >
        <DialogTitle id={titleId}>
          {chat === null ? t('newTitle') : t('editTitle', { name: chat.title })}
        </DialogTitle>
        <DialogContent>
          <Stack sx={{ gap: 4, paddingTop: 1 }}>
            {save.isError && <Alert severity="error">{errorText(save.error)}</Alert>}
            {chat === null && (
              <ToggleButtonGroup
                exclusive
                fullWidth
                size="small"
                aria-label={t('field.kind')}
                value={kind}
                onChange={(_event, chosen: Kind | null) => {
                  if (chosen === null) return;
                  setKind(chosen);
                  if (chosen === 'direct') setUsers(users.slice(0, 1));
                }}
              >
                <ToggleButton value="direct">{t('kind.direct')}</ToggleButton>
                <ToggleButton value="group">{t('kind.group')}</ToggleButton>
              </ToggleButtonGroup>
            )}
            {isGroup && (
              <TextField
                label={t('field.title')}
                value={title}
                onChange={({ target }) => setTitle(target.value)}
                slotProps={{ htmlInput: { maxLength: CHAT_TITLE_MAX } }}
              />
            )}
            <UserField key={kind} chosen={users} isGroup={isGroup} onChange={setUsers} />
          </Stack>
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose}>{t('common:cancel')}</Button>
          <Button
            type="submit"
            variant="contained"
            loading={save.isPending}
            disabled={!isChatReady({ isGroup, title, users: users.length }, CHAT_MEMBERS_MAX)}
          >
            {chat === null ? t('create') : t('save')}
          </Button>
        </DialogActions>
      </form>
    </ResponsiveDialog>
  );
};
export default ChatDialog;
