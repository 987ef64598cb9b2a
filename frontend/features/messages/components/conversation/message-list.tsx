import KeyboardArrowUpRounded from '@mui/icons-material/KeyboardArrowUpRounded';
import Box from '@mui/material/Box';
import Fab from '@mui/material/Fab';
import type { MessageView } from '@prosa/shared/contracts/messages.ts';
import { useVirtualizer, type Virtualizer } from '@tanstack/react-virtual';
import { type RefObject, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { VisuallyHidden } from '../../../../components/visually-hidden.tsx';
import { OLDER_WITHIN_PX } from '../../../../lib/screen/scroll-distances.ts';
import { useTranslation } from '../../../../lib/texts/use-translation.ts';
import { useUser } from '../../../auth/hooks/use-user.ts';
import type { ConversationItem } from '../../conversation-items.ts';
import type { MessageActions } from '../../message-actions.ts';
import { MessageBubble } from '../message/message-bubble.tsx';
import { ListLine, useDayText } from './list-line.tsx';
import { PinnedStrip } from './pinned-strip.tsx';
import { ToEndButton } from './to-end-button.tsx';

/** Distance from the end that still counts as being at the end. */
const NEAR_END_PX = 80;
const ESTIMATE_PX = { day: 40, unread: 40, message: 64 } as const;
const OVERSCAN = 4;

interface MessageListProps {
  items: readonly ConversationItem[];
  isGroup: boolean;
  hasOlder: boolean;
  isLoadingOlder: boolean;
  /** Number of unread messages that are not loaded yet. */
  unreadAbove: number;
  /** A message found by search: the list opens at it and highlights it. */
  found: string | null;
  /** Whether newer messages exist beyond the loaded ones. */
  hasNewer: boolean;
  onLoadNewer: () => void;
  /** Scrolls to the end when the messages before it are not all loaded. */
  onToEnd: () => void;
  onLoadOlder: () => void;
  actions: Omit<MessageActions, 'openQuoted'>;
  /** Height in px of the last list, which this one most likely has, too. */
  lastHeight: RefObject<number>;
}

const isNearEnd = ({ scrollHeight, clientHeight, scrollTop }: HTMLElement): boolean =>
  scrollHeight - clientHeight - scrollTop <= NEAR_END_PX;

/**
 * Returns a row's height in px: from the ResizeObserver, else from the cache, else the estimate. Does not read the
 * height from the element, because that would force a layout on each render. The observer reports before the browser
 * paints.
 */
const measureRow = (
  row: Element,
  entry: ResizeObserverEntry | undefined,
  { indexFromElement, itemSizeCache, options }: Virtualizer<HTMLDivElement, Element>,
): number => {
  const box = entry?.borderBoxSize[0];
  if (box !== undefined) return Math.round(box.blockSize);
  const index = indexFromElement(row);
  return itemSizeCache.get(options.getItemKey(index)) ?? options.estimateSize(index);
};

/** Returns the offset in px at which a list of this height opens, by the estimated heights of its rows. */
const firstOffset = (items: readonly ConversationItem[], startAt: number, listHeight: number): number => {
  const isAtEnd = startAt < 0;
  const before = isAtEnd ? items : items.slice(0, startAt);
  const sum = before.reduce((px, { kind }) => px + ESTIMATE_PX[kind], 0);
  return Math.max(0, sum - (isAtEnd ? listHeight : ESTIMATE_PX.day));
};

/** Returns whether a message's text already starts with its author's name. */
const namesWriter = ({ body, user }: MessageView): boolean =>
  user !== null && body.startsWith(`*${user.name.replaceAll('*', '')}:*`);

/**
 * The messages of a conversation, anchored at the newest; older messages are inserted above without moving the
 * visible ones.
 */
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
  lastHeight,
}: MessageListProps) => {
  const { t } = useTranslation('messages');
  const user = useUser();
  const dayText = useDayText();
  const scroller = useRef<HTMLDivElement>(null);
  const follows = useRef(true);
  const [atEnd, setAtEnd] = useState(true);
  const [topDay, setTopDay] = useState('');
  const foundAt =
    found === null ? -1 : items.findIndex((item) => item.kind === 'message' && item.message.id === found);
  const unreadAt = items.findIndex((item) => item.kind === 'unread');
  const startAt = foundAt < 0 ? unreadAt : foundAt;
  const virtualizer = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => ESTIMATE_PX[items[index]?.kind ?? 'message'],
    // The first render already contains the rows that are shown, and no others.
    initialRect: { width: 0, height: lastHeight.current },
    initialOffset: () => firstOffset(items, startAt, lastHeight.current),
    // Stable while the items are the same, because a new function makes the virtualizer position every row again.
    getItemKey: useCallback((index: number) => items[index]?.key ?? index, [items]),
    measureElement: measureRow,
    overscan: OVERSCAN,
    anchorTo: 'end',
    followOnAppend: !hasNewer,
    scrollEndThreshold: NEAR_END_PX,
    // Space for the sticky day header.
    scrollPaddingStart: ESTIMATE_PX.day,
  });

  // The conversation opens at the found message or at its unread line, otherwise at its end. Row heights are
  // estimates until they are measured, so the position is set again until the user scrolls or a new message arrives.
  // A jump to the end is held in the same way, and new messages do not end it.
  const held = useRef<'start' | 'end' | null>('start');
  const height = virtualizer.getTotalSize();
  const place = useCallback(() => {
    const element = scroller.current;
    if (held.current === null || element === null) return;
    // Set directly, because the virtualizer waits while a finger may still touch the screen.
    element.scrollTop =
      (startAt < 0 || held.current === 'end'
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
  const release = () => {
    held.current = null;
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
    // A page of newer messages contains no new message.
    const isPage = wasBehind.current;
    wasBehind.current = hasNewer;
    if (isPage) return;
    if (held.current === 'start') held.current = null;
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
  // Keeps the last message visible when the composer grows or the on-screen keyboard opens.
  useEffect(() => {
    const element = scroller.current;
    if (element === null) return;
    const observer = new ResizeObserver(([entry]) => {
      lastHeight.current = entry?.borderBoxSize[0]?.blockSize ?? lastHeight.current;
      if (follows.current) virtualizer.scrollToEnd();
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [virtualizer, lastHeight]);
  const onScroll = () => {
    const element = scroller.current;
    if (element === null) return;
    if (element.scrollTop < OLDER_WITHIN_PX && hasOlder && !isLoadingOlder) onLoadOlder();
    if (hasNewer && isNearEnd(element)) onLoadNewer();
    lookForEnd();
    const rows = virtualizer.getVirtualItems();
    const isUnder = ({ start, end }: { start: number; end: number }) =>
      end > element.scrollTop && start < element.scrollTop + ESTIMATE_PX.day;
    // The sticky day header must not cover another divider line.
    const covers = rows.some((row) => isUnder(row) && items[row.index]?.kind !== 'message');
    const first = rows.find((row) => row.end > element.scrollTop)?.index ?? 0;
    setTopDay(covers ? '' : (items.slice(first).find((item) => item.kind !== 'unread')?.day ?? ''));
  };

  const shown = useRef(items);
  useEffect(() => {
    shown.current = items;
  });
  // Stable for the life of the list, because bubbles re-render when it changes.
  const allActions = useMemo<MessageActions>(
    () => ({
      ...actions,
      openQuoted: (id) => {
        held.current = null;
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
    <>
      <PinnedStrip items={items} onOpen={allActions.openQuoted} />
      <Box sx={{ position: 'relative', flex: 1, minHeight: 0, bgcolor: 'background.default' }}>
        <Box
          ref={scroller}
          onScroll={onScroll}
          onWheel={release}
          onTouchMove={release}
          onPointerDown={release}
          onKeyDown={release}
          role="log"
          aria-label={t('messages')}
          aria-live="off"
          tabIndex={0}
          sx={{
            height: '100%',
            // A short conversation is aligned at the end, near the composer.
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
                  {item.kind === 'day' && <ListLine text={dayText(item.day)} tone="day" />}
                  {item.kind === 'unread' && (
                    <ListLine text={t('unread', { count: item.count })} tone="unread" />
                  )}
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
            <ListLine text={dayText(topDay)} tone="day" />
          </Box>
        )}
        {unreadAbove > 0 && (
          <Fab
            size="small"
            variant="extended"
            color="primary"
            disabled={isLoadingOlder}
            onClick={() => {
              release();
              virtualizer.scrollToIndex(0);
            }}
            sx={{ position: 'absolute', top: 12, insetInlineEnd: 16, boxShadow: 'none' }}
          >
            <KeyboardArrowUpRounded />
            {t('unreadAbove', { count: unreadAbove })}
          </Fab>
        )}
        {(!atEnd || hasNewer) && (
          <ToEndButton
            missed={missed}
            onClick={() => {
              held.current = 'end';
              if (hasNewer) onToEnd();
              else virtualizer.scrollToEnd();
              setMissed(0);
            }}
          />
        )}
        <div aria-live="polite">
          <VisuallyHidden>{announced}</VisuallyHidden>
        </div>
      </Box>
    </>
  );
};
