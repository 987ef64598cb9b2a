import { useEffect, useRef } from 'react';
import { createBackStack } from './back-stack.ts';
import { useIsPhone } from './use-is-phone.ts';

const GUARD = 'overlay';
/** Time for React to close a layer. */
const SETTLED_MS = 50;

const isGuard = (): boolean => {
  const state: unknown = history.state;
  return typeof state === 'object' && state !== null && GUARD in state;
};

const stack = createBackStack({
  isGuard,
  // Keeps the router's own state, so that the router treats it as the same entry.
  pushGuard: () => history.pushState({ ...history.state, [GUARD]: true }, ''),
  back: () => history.back(),
});

let listening = false;
const listen = () => {
  if (listening) return;
  listening = true;
  const onPop = (event: PopStateEvent) => {
    if (stack.popped((then) => setTimeout(then, SETTLED_MS))) event.stopImmediatePropagation();
  };
  // In the capture phase, so that it runs before the router's listener.
  globalThis.addEventListener('popstate', onPop, { capture: true });
};

/** On phones, going back closes this layer while it is open, and no layer below it. */
export const useBackCloses = (open: boolean, onClose: () => void): void => {
  const phone = useIsPhone();
  const close = useRef(onClose);
  useEffect(() => {
    close.current = onClose;
  });
  useEffect(() => {
    if (!open || !phone) return;
    listen();
    return stack.open(() => close.current());
  }, [open, phone]);
};

/** Reports every navigation to the back stack, by its location key; mounted once. */
export const useBackGuard = (locationKey: string): void => {
  useEffect(() => {
    if (locationKey !== '') stack.navigated();
  }, [locationKey]);
};
