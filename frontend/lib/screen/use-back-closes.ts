import { useEffect, useRef } from 'react';
import { createBackStack } from './back-stack.ts';
import { useIsPhone } from './use-is-phone.ts';

const GUARD = 'overlay';
/** By then React has closed what was asked to close. */
const SETTLED_MS = 50;

const isGuard = (): boolean => {
  const state: unknown = history.state;
  return typeof state === 'object' && state !== null && GUARD in state;
};

const stack = createBackStack({
  isGuard,
  // The router's own state of the entry stays, so that the router takes it for the same entry.
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
  // Before the router hears of it.
  globalThis.addEventListener('popstate', onPop, { capture: true });
};

/** On phones, going back closes this while it is open, and nothing below it. */
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

/** Tells of every navigation by the key of its place; mounted once. */
export const useBackGuard = (locationKey: string): void => {
  useEffect(() => {
    if (locationKey !== '') stack.navigated();
  }, [locationKey]);
};
