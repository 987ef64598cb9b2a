import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { OLDER_CHAT_WITHIN_PX } from '../../../lib/screen/scroll-distances.ts';

/** Distance from the end that still counts as being at the end. */
const NEAR_END_PX = 80;

/**
 * Keeps a list's place. The list is laid out from its end (`column-reverse`), so its scroll position is 0 at the end and
 * negative above: older messages above and a changed height do not move the visible ones. A new message does not
 * either, unless the user is at the end or has sent it.
 * @param last the newest message: its key, and whether the user has sent it
 * @param loadOlder loads older messages; null while there are none or they are being loaded
 */
export const useChatScroll = (
  last: { key: string; own: boolean } | undefined,
  loadOlder: (() => void) | null,
) => {
  const scroller = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const height = useRef(0);
  const [isAtEnd, setAtEnd] = useState(true);
  const [missed, setMissed] = useState(0);

  const onScroll = useCallback(() => {
    const element = scroller.current;
    if (element === null) return;
    const end = -element.scrollTop <= NEAR_END_PX;
    setAtEnd(end);
    if (end) setMissed(0);
    const above = element.scrollHeight - element.clientHeight + element.scrollTop;
    if (above < OLDER_CHAT_WITHIN_PX) loadOlder?.();
  }, [loadOlder]);
  // A page may be shorter than the distance at which the next one is loaded.
  useEffect(onScroll, [onScroll]);

  useEffect(() => {
    if (content.current === null) return;
    const observer = new ResizeObserver(([entry]) => {
      if (entry !== undefined) height.current = entry.contentRect.height;
    });
    observer.observe(content.current);
    return () => observer.disconnect();
  }, []);

  const toEnd = useCallback(() => {
    if (scroller.current !== null) scroller.current.scrollTop = 0;
  }, []);
  const key = last?.key;
  const own = last?.own === true;
  const known = useRef(key);
  useLayoutEffect(() => {
    const element = scroller.current;
    if (known.current === key || element === null) return;
    const isFirst = known.current === undefined;
    known.current = key;
    if (isFirst) return;
    if (own) {
      element.scrollTop = 0;
      return;
    }
    if (-element.scrollTop <= NEAR_END_PX) {
      element.scrollTop = 0;
      return;
    }
    element.scrollTop -= (content.current?.getBoundingClientRect().height ?? 0) - height.current;
    setMissed((count) => count + 1);
  }, [key, own]);
  return { scroller, content, onScroll, isAtEnd, missed, toEnd };
};
