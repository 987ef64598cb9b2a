import { type MouseEvent, type PointerEvent, useEffect, useRef } from 'react';

const LONG_PRESS_MS = 450;
/** Tolerated movement, because a finger is never quite still. */
const TOLERANCE_PX = 10;

/** Ignores the click when the current touch ends, because another element may be under the finger by then. */
const swallowClick = (): void => {
  const swallow = (event: Event) => {
    event.preventDefault();
    event.stopPropagation();
  };
  document.addEventListener('click', swallow, { capture: true, once: true });
  const forget = () => document.removeEventListener('click', swallow, { capture: true });
  document.addEventListener('pointerdown', forget, { capture: true, once: true });
};

/** Returns handlers that detect a long press on an element. */
export const useLongPress = (onLongPress: (element: HTMLElement) => void) => {
  const press = useRef<{ timer: ReturnType<typeof setTimeout>; x: number; y: number } | null>(null);
  const end = () => {
    if (press.current !== null) clearTimeout(press.current.timer);
    press.current = null;
  };
  useEffect(() => () => clearTimeout(press.current?.timer), []);
  return {
    onPointerDown: ({ pointerType, currentTarget, clientX: x, clientY: y }: PointerEvent<HTMLElement>) => {
      end();
      if (pointerType !== 'touch') return;
      const timer = setTimeout(() => {
        swallowClick();
        onLongPress(currentTarget);
      }, LONG_PRESS_MS);
      press.current = { timer, x, y };
    },
    onPointerMove: ({ clientX, clientY }: PointerEvent<HTMLElement>) => {
      const at = press.current;
      if (at !== null && Math.hypot(clientX - at.x, clientY - at.y) > TOLERANCE_PX) end();
    },
    onPointerUp: end,
    onPointerCancel: end,
    // A long press would also open the browser's own menu.
    onContextMenu: (event: MouseEvent) => press.current !== null && event.preventDefault(),
  };
};
