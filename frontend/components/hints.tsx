import { type ComponentProps, Suspense, useEffect, useState } from 'react';
import { lazyPart } from '../lib/screen/lazy-part.ts';

const HintBubble = lazyPart(async () => ({ default: (await import('./hint-bubble.tsx')).HintBubble }));

/** How long a pointer rests before anything shows, and how soon the next one follows. */
const REST_MS = 400;
const NEXT_MS = 100;
/** From one to the next, within this. */
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
 * Shows the hint of whatever carries `data-hint` (and `data-hint-side`) while a mouse rests on it or the keyboard is
 * on it. Escape, pressing and scrolling hide it; fingers see none. A hint repeats the accessible name, so it is not
 * read out again. Mounted once: a tooltip of its own for everything in a list would take longer to draw than its rows.
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
      // Its button may be gone by now.
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
