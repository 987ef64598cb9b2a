import { type RefCallback, useCallback, useState } from 'react';

const asItIs = (widthPx: number): number => widthPx;

/**
 * The width of an element, px; 0 until it is there. For layouts that depend on the room they have, not on the screen.
 * @param derive makes of the width what the layout depends on, so that other changes of it draw nothing again
 */
export const useWidth = (derive = asItIs): { ref: RefCallback<HTMLElement>; width: number } => {
  const [width, setWidth] = useState(0);
  const ref = useCallback(
    (element: HTMLElement) => {
      const measure = () => setWidth(derive(element.clientWidth));
      const observer = new ResizeObserver(measure);
      measure();
      observer.observe(element);
      return () => observer.disconnect();
    },
    [derive],
  );
  return { ref, width };
};
