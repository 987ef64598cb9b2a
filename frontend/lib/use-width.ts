import { type RefCallback, useCallback, useState } from 'react';

/** The width of an element, px; 0 until it is there. For layouts that depend on the room they have, not on the screen. */
export const useWidth = (): { ref: RefCallback<HTMLElement>; width: number } => {
  const [width, setWidth] = useState(0);
  const ref = useCallback((element: HTMLElement) => {
    const observer = new ResizeObserver(() => setWidth(element.clientWidth));
    setWidth(element.clientWidth);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return { ref, width };
};
