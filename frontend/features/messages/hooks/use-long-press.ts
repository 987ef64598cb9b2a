import { type MouseEvent, type PointerEvent, useEffect, useRef } from 'react';

const LONG_PRESS_MS = 450;
/** A finger is never quite still. */
const TOLERANCE_PX = 10;

/** Handlers that tell of a finger held on an element for a while; what the finger does next presses nothing. */
export const useLongPress = (onLongPress: (element: HTMLElement) => void) => {
  const press = useRef<{ timer: ReturnType<typeof setTimeout>; x: number; y: number } | null>(null);
  const wasLong = useRef(false);
  const end = () => {
    if (press.current !== null) clearTimeout(press.current.timer);
    press.current = null;
  };
  useEffect(() => () => clearTimeout(press.current?.timer), []);
  return {
    onPointerDown: ({ pointerType, currentTarget, clientX: x, clientY: y }: PointerEvent<HTMLElement>) => {
      wasLong.current = false;
      end();
      if (pointerType !== 'touch') return;
      const timer = setTimeout(() => {
        press.current = null;
        wasLong.current = true;
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
    onContextMenu: (event: MouseEvent) => {
      // The browser's own menu of a long press.
      if (press.current !== null || wasLong.current) event.preventDefault();
    },
    onClickCapture: (event: MouseEvent) => {
      if (!wasLong.current) return;
      wasLong.current = false;
      event.preventDefault();
      event.stopPropagation();
    },
  };
};
