import KeyboardArrowDownRounded from '@mui/icons-material/KeyboardArrowDownRounded';
import KeyboardArrowUpRounded from '@mui/icons-material/KeyboardArrowUpRounded';
import Box from '@mui/material/Box';
import Fab from '@mui/material/Fab';
import Typography from '@mui/material/Typography';
import type { MessageView } from '@prosa/shared/contracts/messages.ts';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { VisuallyHidden } from '../../../../components/visually-hidden.tsx';
import { OLDER_WITHIN_PX } from '../../../../lib/screen/scroll-distances.ts';
import { daysAgo, formatDay } from '../../../../lib/texts/format.ts';
import { radius } from '../../../../theme/tokens.ts';
import { useUser } from '../../../auth/hooks/use-user.ts';
import type { ConversationItem } from '../../conversation-items.ts';
import { type MessageActions, MessageBubble } from '../message/message-bubble.tsx';

/** Still counts as being at the end. */
const NEAR_END_PX = 80;
const ESTIMATE_PX = { day: 40, unread: 40, message: 64 } as const;
const OVERSCAN = 12;

interface MessageListProps {
  items: readonly ConversationItem[];
  isGroup: boolean;
  hasOlder: boolean;
  isLoadingOlder: boolean;
  /** Unread messages that are not loaded yet. */
  unreadAbove: number;
  /** A message that was looked for: the list opens at it and marks it. */
  found: string | null;
  /** Whether more follows what is loaded. */
  hasNewer: boolean;
  onLoadNewer: () => void;
  /** Shows the end, where not all that lies before it is loaded. */
  onToEnd: () => void;
  onLoadOlder: () => void;
  actions: Omit<MessageActions, 'openQuoted'>;
}

const isNearEnd = ({ scrollHeight, clientHeight, scrollTop }: HTMLElement): boolean =>
  scrollHeight - clientHeight - scrollTop <= NEAR_END_PX;

/** A signed text says itself who wrote it. */
const namesWriter = ({ body, user }: MessageView): boolean =>
  user !== null && body.startsWith(`*${user.name.replaceAll('*', '')}:*`);

const Line = ({ text, tone }: { text: string; tone: 'day' | 'unread' }) => (
  <Box sx={{ display: 'flex', justifyContent: 'center', paddingBlock: 2 }}>
    <Typography
      variant="caption"
      role="separator"
      sx={{
        paddingInline: 3,
        paddingBlock: 1,
        borderRadius: `${radius.pill}px`,
        bgcolor: tone === 'unread' ? 'primary.soft' : 'background.raised',
        color: tone === 'unread' ? 'primary.text' : 'text.secondary',
        border: '1px solid',
        borderColor: 'divider',
        fontWeight: 'fontWeightMedium',
      }}
    >
      {text}
    </Typography>
  </Box>
);

const useDayText = () => {
  const { t } = useTranslation('messages');
  return (day: string): string => {
    const ago = daysAgo(day);
    if (ago === 0) return t('day.today');
    return ago === 1 ? t('day.yesterday') : formatDay(day);
  };
};

/** The messages of a conversation, anchored at the newest; older ones come in above without moving what is read. */
export const MessageList = ({
  items,
  isGroup,
  hasOlder,
  isLoadingOlder,
  unreadAbove,
  found,
  hasNewer,
  onLoadNewer,
  onToEnd,
  onLoadOlder,
  actions,
}: MessageListProps) => {
  const { t } = useTranslation('messages');
  const user = useUser();
  const dayText = useDayText();
  const scroller = useRef<HTMLDivElement>(null);
  const follows = useRef(true);
  const [atEnd, setAtEnd] = useState(true);
  const [topDay, setTopDay] = useState('');
  const virtualizer = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => ESTIMATE_PX[items[index]?.kind ?? 'message'],
    // One and the same as long as the items are: with another every row is placed anew.
    getItemKey: useCallback((index: number) => items[index]?.key ?? index, [items]),
    overscan: OVERSCAN,
    anchorTo: 'end',
    followOnAppend: !hasNewer,
    scrollEndThreshold: NEAR_END_PX,
    // Room for the day that sticks to the top.
    scrollPaddingStart: ESTIMATE_PX.day,
  });

  // The conversation opens at the message that was looked for or at its unread line, otherwise at its end. Heights are guesses until rows were measured: the
  // place is taken again until the person moves or something new is said.
  const isOpening = useRef(true);
  const foundAt =
    found === null ? -1 : items.findIndex((item) => item.kind === 'message' && item.message.id === found);
  const unreadAt = items.findIndex((item) => item.kind === 'unread');
  const startAt = foundAt < 0 ? unreadAt : foundAt;
  const height = virtualizer.getTotalSize();
  const place = useCallback(() => {
    const element = scroller.current;
    if (!isOpening.current || element === null) return;
    // Set here and not by the virtualizer, which waits where a finger may still be on the glass.
    element.scrollTop =
      (startAt < 0
        ? undefined
        : virtualizer.getOffsetForIndex(startAt, foundAt < 0 ? 'start' : 'center')?.[0]) ??
      element.scrollHeight;
  }, [startAt, foundAt, virtualizer]);
  useLayoutEffect(place, [place]);
  useEffect(() => {
    const content = scroller.current?.firstElementChild;
    if (content === null || content === undefined) return;
    const observer = new ResizeObserver(place);
    observer.observe(content);
    return () => observer.disconnect();
  }, [place]);
  const endOpening = () => {
    isOpening.current = false;
  };

  const lastMessage = items.findLast((item) => item.kind === 'message')?.message;
  const lastKey = lastMessage?.clientId ?? lastMessage?.id;
  const isOwn = lastMessage?.fromMe ?? false;
  const previousKey = useRef(lastKey);
  const wasBehind = useRef(hasNewer);
  const [missed, setMissed] = useState(0);
  useEffect(() => {
    if (previousKey.current === lastKey) return;
    previousKey.current = lastKey;
    // A page that follows was said before.
    const isPage = wasBehind.current;
    wasBehind.current = hasNewer;
    if (isPage) return;
    isOpening.current = false;
    if (isOwn) virtualizer.scrollToEnd();
    else if (scroller.current !== null && !isNearEnd(scroller.current)) setMissed((count) => count + 1);
  }, [lastKey, isOwn, hasNewer, virtualizer]);

  const lookForEnd = useCallback(() => {
    const element = scroller.current;
    if (element === null) return;
    const end = isNearEnd(element);
    follows.current = end;
    setAtEnd(end);
    if (end) setMissed(0);
  }, []);
  useEffect(() => {
    if (height > 0) lookForEnd();
  }, [height, lookForEnd]);
  // A growing composer or a phone's keyboard must not cover what was said last.
  useEffect(() => {
    const element = scroller.current;
    if (element === null) return;
    const observer = new ResizeObserver(() => follows.current && virtualizer.scrollToEnd());
    observer.observe(element);
    return () => observer.disconnect();
  }, [virtualizer]);
  const onScroll = () => {
    const element = scroller.current;
    if (element === null) return;
    if (element.scrollTop < OLDER_WITHIN_PX && hasOlder && !isLoadingOlder) onLoadOlder();
    if (hasNewer && isNearEnd(element)) onLoadNewer();
    lookForEnd();
    const rows = virtualizer.getVirtualItems();
    const isUnder = ({ start, end }: { start: number; end: number }) =>
      end > element.scrollTop && start < element.scrollTop + ESTIMATE_PX.day;
    // No line is covered by another.
    const covers = rows.some((row) => isUnder(row) && items[row.index]?.kind !== 'message');
    const first = rows.find((row) => row.end > element.scrollTop)?.index ?? 0;
    setTopDay(covers ? '' : (items.slice(first).find((item) => item.kind !== 'unread')?.day ?? ''));
  };

  const shown = useRef(items);
  useEffect(() => {
    shown.current = items;
  });
  // The same for as long as the list stands: bubbles are drawn again where it changes.
  const allActions = useMemo<MessageActions>(
    () => ({
      ...actions,
      openQuoted: (id) => {
        const index = shown.current.findIndex((item) => item.kind === 'message' && item.message.id === id);
        if (index >= 0) virtualizer.scrollToIndex(index, { align: 'center', behavior: 'smooth' });
      },
    }),
    [actions, virtualizer],
  );

  const announced =
    lastMessage !== undefined && !lastMessage.fromMe
      ? t('announce', { name: lastMessage.contact?.name ?? '', text: lastMessage.body })
      : '';

  return (
    <Box sx={{ position: 'relative', flex: 1, minHeight: 0, bgcolor: 'background.default' }}>
      <Box
        ref={scroller}
        onScroll={onScroll}
        onWheel={endOpening}
        onTouchMove={endOpening}
        onPointerDown={endOpening}
        onKeyDown={endOpening}
        role="log"
        aria-label={t('messages')}
        aria-live="off"
        tabIndex={0}
        sx={{
          height: '100%',
          // A short conversation stands at the end, near where it goes on.
          display: 'flex',
          flexDirection: 'column',
          overflowY: 'auto',
          overflowAnchor: 'none',
          contain: 'strict',
          containerType: 'inline-size',
          paddingBottom: 3,
        }}
      >
        <div style={{ height, position: 'relative', flexShrink: 0, marginTop: 'auto' }}>
          {virtualizer.getVirtualItems().map((row) => {
            const item = items[row.index];
            if (item === undefined) return null;
            return (
              <div
                key={row.key}
                ref={virtualizer.measureElement}
                data-index={row.index}
                style={{
                  position: 'absolute',
                  insetInline: 0,
                  top: 0,
                  transform: `translateY(${row.start}px)`,
                }}
              >
                {item.kind === 'day' && <Line text={dayText(item.day)} tone="day" />}
                {item.kind === 'unread' && <Line text={t('unread', { count: item.count })} tone="unread" />}
                {item.kind === 'message' && (
                  <MessageBubble
                    message={item.message}
                    isFirst={item.isFirst}
                    isLast={item.isLast}
                    isFound={item.message.id === found}
                    showWriter={
                      item.message.fromMe
                        ? item.message.user?.id !== user.id && !namesWriter(item.message)
                        : isGroup
                    }
                    actions={allActions}
                  />
                )}
              </div>
            );
          })}
        </div>
      </Box>
      {topDay !== '' && !atEnd && (
        <Box aria-hidden sx={{ position: 'absolute', top: 0, insetInline: 0, pointerEvents: 'none' }}>
          <Line text={dayText(topDay)} tone="day" />
        </Box>
      )}
      {unreadAbove > 0 && (
        <Fab
          size="small"
          variant="extended"
          color="primary"
          disabled={isLoadingOlder}
          onClick={() => {
            endOpening();
            virtualizer.scrollToIndex(0);
          }}
          sx={{ position: 'absolute', top: 12, insetInlineEnd: 16, boxShadow: 'none' }}
        >
          <KeyboardArrowUpRounded />
          {t('unreadAbove', { count: unreadAbove })}
        </Fab>
      )}
      {(!atEnd || hasNewer) && (
        <Fab
          size="small"
          variant={missed > 0 ? 'extended' : 'circular'}
          color={missed > 0 ? 'primary' : 'default'}
          aria-label={missed > 0 ? t('newMessages', { count: missed }) : t('toEnd')}
          onClick={() => {
            if (hasNewer) onToEnd();
            else virtualizer.scrollToEnd();
            setMissed(0);
          }}
          sx={{
            position: 'absolute',
            bottom: 16,
            insetInlineEnd: 16,
            boxShadow: 'none',
            border: '1px solid',
            borderColor: 'divider',
          }}
        >
          <KeyboardArrowDownRounded />
          {missed > 0 && t('newMessages', { count: missed })}
        </Fab>
      )}
      <div aria-live="polite">
        <VisuallyHidden>{announced}</VisuallyHidden>
      </div>
    </Box>
  );
};
