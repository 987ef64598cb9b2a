import { type MouseEvent, type PointerEvent, useEffect, useRef } from 'react';

const LONG_PRESS_MS = 450;
/** A finger is never quite still. */
const TOLERANCE_PX = 10;

/** Lets the finger that is down now press nothing when it is lifted, wherever that is: something may lie under it by then. */
const swallowClick = (): void => {
  const swallow = (event: Event) => {
    event.preventDefault();
    event.stopPropagation();
  };
  document.addEventListener('click', swallow, { capture: true, once: true });
  const forget = () => document.removeEventListener('click', swallow, { capture: true });
  document.addEventListener('pointerdown', forget, { capture: true, once: true });
};

/** Handlers that tell of a finger held on an element for a while. */
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
    // A finger calls up the browser's own menu as well.
    onContextMenu: (event: MouseEvent) => press.current !== null && event.preventDefault(),
  };
};
