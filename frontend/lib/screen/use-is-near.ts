import { type RefObject, useEffect, useState } from 'react';

/** Distance from the visible area within which an element counts as near. */
const MARGIN = '100px';

/** Returns whether an element is in the visible area or close to it. */
export const useIsNear = (element: RefObject<HTMLElement | null>): boolean => {
  const [isNear, setNear] = useState(false);
  useEffect(() => {
    const { current } = element;
    if (current === null) return;
    const observer = new IntersectionObserver((entries) => setNear(entries.at(-1)?.isIntersecting ?? false), {
      rootMargin: MARGIN,
    });
    observer.observe(current);
    return () => observer.disconnect();
  }, [element]);
  return isNear;
};
