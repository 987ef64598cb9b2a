import PushPinRounded from '@mui/icons-material/PushPinRounded';
import type { MessageView } from '@prosa/shared/contracts/messages.ts';
import { useNow } from '../../../../lib/screen/use-now.ts';
import { formatDateTime } from '../../../../lib/texts/format.ts';
import { useTranslation } from '../../../../lib/texts/use-translation.ts';
import { icon } from '../../../../theme/tokens.ts';
import { isPinned } from '../../pinned-messages.ts';

const Mark = ({ message, until }: { message: MessageView; until: string }) => {
  const { t } = useTranslation('messages');
  const isOn = useNow((nowMs) => Number(isPinned(message, nowMs))) === 1;
  return isOn ? (
    <PushPinRounded
      titleAccess={t('pinned.until', { when: formatDateTime(until) })}
      sx={{ fontSize: icon.small }}
    />
  ) : null;
};

/** Shows that a message is pinned in its chat, until the pin ends. */
export const PinMark = ({ message }: { message: MessageView }) =>
  // Only pinned messages need the time.
  message.pinnedUntil === null ? null : <Mark message={message} until={message.pinnedUntil} />;
