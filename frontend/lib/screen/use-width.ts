import { type RefCallback, useCallback, useState } from 'react';

const asItIs = (widthPx: number): number => widthPx;

/**
 * Returns an element's width in px; 0 until it is mounted. For layouts that depend on the available space, not on the
 * screen.
 * @param derive computes the value that the layout depends on, so that other width changes cause no re-render
 */
export const useWidth = (derive = asItIs): { ref: RefCallback<HTMLElement>; width: number } => {
  const [width, setWidth] = useState(0);
  const ref = useCallback(
    (element: HTMLElement) => {
      // The observer reports the first width before the browser paints; reading it here would force a layout. An element
      // that is hidden for a moment, while a part of the screen loads, keeps its width.
      const observer = new ResizeObserver(() => {
        if (element.clientWidth > 0) setWidth(derive(element.clientWidth));
      });
      observer.observe(element);
      return () => observer.disconnect();
    },
    [derive],
  );
  return { ref, width };
};
