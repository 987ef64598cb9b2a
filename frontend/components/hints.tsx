import { type ComponentProps, Suspense, useEffect, useState } from 'react';
import { lazyPart } from '../lib/screen/lazy-part.ts';

const HintBubble = lazyPart(async () => ({ default: (await import('./hint-bubble.tsx')).HintBubble }));

/** Delay before a hint shows, and the shorter delay of the next hint. */
const REST_MS = 400;
const NEXT_MS = 100;
/** Maximum time between two hints for the shorter delay. */
const STILL_READING_MS = 500;

type Shown = ComponentProps<typeof HintBubble>;

const SIDES: readonly Shown['side'][] = ['bottom', 'top', 'left', 'right'];
const hintOf = (target: EventTarget | null): Shown | null => {
  const anchor = target instanceof Element ? target.closest('[data-hint]') : null;
  const text = anchor?.getAttribute('data-hint') ?? '';
  const side = SIDES.find((name) => name === anchor?.getAttribute('data-hint-side')) ?? 'bottom';
  return anchor === null || text === '' ? null : { text, side, anchor };
};

/**
 * Shows the hint of an element with `data-hint` (and `data-hint-side`) while the mouse rests on it or it has keyboard
 * focus. Escape, pressing and scrolling hide it; touch shows none. A hint repeats the accessible name, so screen
 * readers do not read it again. Mounted once, because a separate tooltip for every element in a list would take
 * longer to render than the rows.
 */
export const Hints = () => {
  const [shown, setShown] = useState<Shown | null>(null);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let current: Element | null = null;
    let isShown = false;
    let hiddenAt = Number.NEGATIVE_INFINITY;
    const hide = () => {
      clearTimeout(timer);
      current = null;
      if (!isShown) return;
      isShown = false;
      hiddenAt = performance.now();
      setShown(null);
    };
    const show = (hint: Shown) => {
      // The element may have been removed by now.
      if (!hint.anchor.isConnected) return;
      isShown = true;
      setShown(hint);
    };
    const pointed = (event: PointerEvent) => {
      if (event.pointerType === 'touch') return;
      const hint = hintOf(event.target);
      if (hint !== null && hint.anchor === current) return;
      hide();
      if (hint === null) return;
      current = hint.anchor;
      const isNext = performance.now() - hiddenAt < STILL_READING_MS;
      timer = setTimeout(() => show(hint), isNext ? NEXT_MS : REST_MS);
    };
    const left = (event: PointerEvent) => event.relatedTarget === null && hide();
    const focused = (event: FocusEvent) => {
      hide();
      const hint = hintOf(event.target);
      if (hint === null || !hint.anchor.matches(':focus-visible')) return;
      current = hint.anchor;
      show(hint);
    };
    const pressedKey = (event: KeyboardEvent) => event.key === 'Escape' && hide();
    const listening = new AbortController();
    const options = { capture: true, passive: true, signal: listening.signal };
    document.addEventListener('pointerover', pointed, options);
    document.addEventListener('pointerout', left, options);
    document.addEventListener('pointerdown', hide, options);
    document.addEventListener('focusin', focused, options);
    document.addEventListener('focusout', hide, options);
    document.addEventListener('keydown', pressedKey, options);
    document.addEventListener('scroll', hide, options);
    globalThis.addEventListener('resize', hide, options);
    return () => {
      listening.abort();
      clearTimeout(timer);
    };
  }, []);
  return <Suspense fallback={null}>{shown !== null && <HintBubble {...shown} />}</Suspense>;
};
