import { useSyncExternalStore } from 'react';
import { useIsPhone } from './use-is-phone.ts';

/** Maximum height that a phone's window has left while its on-screen keyboard is up. */
const ROOM_MAX_PX = 520;

/** Height of the visible part of the window, whatever the zoom. Only some browsers shrink the page for the keyboard. */
const visiblePx = (): number => {
  const view = globalThis.visualViewport;
  return Math.round(view === null ? globalThis.innerHeight : view.height * view.scale);
};

const subscribe = (onChange: () => void) => {
  globalThis.visualViewport?.addEventListener('resize', onChange);
  return () => globalThis.visualViewport?.removeEventListener('resize', onChange);
};

/** Returns the height in pixels that a phone's on-screen keyboard leaves; null while there is no keyboard. */
export const useKeyboardRoom = (): number | null => {
  const phone = useIsPhone();
  const heightPx = useSyncExternalStore(subscribe, visiblePx);
  return phone && heightPx <= ROOM_MAX_PX ? heightPx : null;
};
