import PushPinRounded from '@mui/icons-material/PushPinRounded';
import ButtonBase from '@mui/material/ButtonBase';
import Typography from '@mui/material/Typography';
import type { MessageView } from '@prosa/shared/contracts/messages.ts';
import { useMemo } from 'react';
import { useNow } from '../../../../lib/screen/use-now.ts';
import { truncate } from '../../../../lib/texts/format.ts';
import { useTranslation } from '../../../../lib/texts/use-translation.ts';
import { icon } from '../../../../theme/tokens.ts';
import { previewText } from '../../../tickets/preview-text.ts';
import type { ConversationItem } from '../../conversation-items.ts';
import { summaryOf } from '../../message-summary.ts';
import { isPinned } from '../../pinned-messages.ts';

const MAX_CHARS = 160;
const HEIGHT_PX = 44;

interface PinnedStripProps {
  items: readonly ConversationItem[];
  /** Scrolls to a message. */
  onOpen: (id: string) => void;
}

const Strip = ({
  pinned,
  onOpen,
}: {
  pinned: readonly MessageView[];
  onOpen: PinnedStripProps['onOpen'];
}) => {
  const { t } = useTranslation('messages');
  const id = useNow((nowMs) => pinned.findLast((message) => isPinned(message, nowMs))?.id ?? '');
  const message = pinned.find((one) => one.id === id);
  if (message === undefined) return null;
  const text = truncate(previewText(summaryOf(message, (kind) => t(`kind.${kind}`))), MAX_CHARS);
  return (
    <ButtonBase
      aria-label={t('pinned.open', { text })}
      onClick={() => onOpen(message.id)}
      sx={{
        flexShrink: 0,
        justifyContent: 'flex-start',
        gap: 2,
        minHeight: HEIGHT_PX,
        paddingInline: 4,
        borderBottom: '1px solid',
        borderColor: 'divider',
        bgcolor: 'background.paper',
      }}
    >
      <PushPinRounded aria-hidden sx={{ fontSize: icon.small, color: 'text.secondary' }} />
      <Typography variant="body2" noWrap dir="auto" sx={{ minWidth: 0 }}>
        {text}
      </Typography>
    </ButtonBase>
  );
};

/** A strip above the messages that names the newest pinned message among the loaded ones. */
export const PinnedStrip = ({ items, onOpen }: PinnedStripProps) => {
  const pinned = useMemo(
    () =>
      items.flatMap((item) =>
        item.kind === 'message' && item.message.pinnedUntil !== null ? [item.message] : [],
      ),
    [items],
  );
  return pinned.length === 0 ? null : <Strip pinned={pinned} onOpen={onOpen} />;
};
