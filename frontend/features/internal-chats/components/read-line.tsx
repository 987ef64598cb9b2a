import Typography from '@mui/material/Typography';
import type { InternalChatView } from '@prosa/shared/contracts/internal-chats.ts';
import { VisuallyHidden } from '../../../components/visually-hidden.tsx';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { useUser } from '../../auth/hooks/use-user.ts';
import { readersOf } from '../chat-readers.ts';

/** Maximum of names that the line shows; more are a number, and all are in its hint. */
const NAMED = 2;

/** The line below the user's newest message that names the members who have read it. */
export const ReadLine = ({ chat, messageId }: { chat: InternalChatView; messageId: number }) => {
  const { t, language } = useTranslation('internal-chats');
  const { names, others } = readersOf(chat, messageId, useUser().id);
  if (others === 0) return null;
  const list = new Intl.ListFormat(language).format(names);
  const whole =
    names.length === 0
      ? t('read.nobody')
      : names.length === others && others > 1
        ? t('read.everybody')
        : t('read.by', { names: list });
  const isShort = names.length <= NAMED || names.length === others;
  return (
    <Typography
      variant="caption"
      data-hint={names.length === 0 ? '' : t('read.by', { names: list })}
      sx={{ marginTop: 1, color: 'text.secondary' }}
    >
      {isShort ? whole : <span aria-hidden>{t('read.some', { readers: names.length, total: others })}</span>}
      {!isShort && <VisuallyHidden>{whole}</VisuallyHidden>}
    </Typography>
  );
};
