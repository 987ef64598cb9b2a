import Box from '@mui/material/Box';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { type HintSide, placeHint } from '../lib/place-hint.ts';
import { font, layout, motion, radius } from '../theme/tokens.ts';

/** How long a pointer rests before anything shows, and how soon the next one follows. */
const REST_MS = 400;
const NEXT_MS = 100;
/** From one to the next, within this. */
const STILL_READING_MS = 500;

interface Shown {
  text: string;
  side: HintSide;
  anchor: Element;
}

const SIDES: readonly HintSide[] = ['bottom', 'top', 'left', 'right'];
const hintOf = (target: EventTarget | null): Shown | null => {
  const anchor = target instanceof Element ? target.closest('[data-hint]') : null;
  const text = anchor?.getAttribute('data-hint') ?? '';
  const side = SIDES.find((name) => name === anchor?.getAttribute('data-hint-side')) ?? 'bottom';
  return anchor === null || text === '' ? null : { text, side, anchor };
};

/**
 * Shows the hint of whatever carries `data-hint` (and `data-hint-side`) while a mouse rests on it or the keyboard is
 * on it. Escape, pressing and scrolling hide it; fingers see none. A hint repeats the accessible name, so it is not
 * read out again. Mounted once.
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
  return shown === null ? null : createPortal(<Hint {...shown} />, document.body);
};

const Hint = ({ text, side, anchor }: Shown) => {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const { current } = box;
    if (current === null) return;
    const room = { width: globalThis.innerWidth, height: globalThis.innerHeight };
    const size = { width: current.offsetWidth, height: current.offsetHeight };
    const { left, top } = placeHint(anchor.getBoundingClientRect(), size, room, side);
    current.style.transform = `translate(${Math.round(left)}px, ${Math.round(top)}px)`;
  }, [anchor, side]);
  return (
    <Box
      ref={box}
      role="tooltip"
      sx={{
        position: 'fixed',
        top: 0,
        left: 0,
        zIndex: 'tooltip',
        width: 'max-content',
        maxWidth: `min(${layout.popoverList}px, calc(100vw - 16px))`,
        paddingInline: 2,
        paddingBlock: 1,
        borderRadius: `${radius.control}px`,
        bgcolor: 'text.primary',
        color: 'background.paper',
        fontSize: font.caption,
        fontWeight: font.weight.medium,
        lineHeight: 1.4,
        overflowWrap: 'anywhere',
        pointerEvents: 'none',
        animation: `hint ${motion.fastMs}ms ${motion.easing}`,
        '@keyframes hint': { from: { opacity: 0 } },
      }}
    >
      {text}
    </Box>
  );
};
