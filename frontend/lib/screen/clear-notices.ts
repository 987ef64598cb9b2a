import { layout } from '../../theme/tokens.ts';
import { NOTICE_CLEARANCE } from './notify.ts';

/** Moves notices above a composer while it is mounted, as its `ref`. */
export const clearNotices = (element: HTMLElement) => {
  const root = document.documentElement.style;
  const observer = new ResizeObserver(() =>
    root.setProperty(NOTICE_CLEARANCE, `${element.clientHeight || layout.topBar}px`),
  );
  observer.observe(element);
  return () => {
    observer.disconnect();
    root.removeProperty(NOTICE_CLEARANCE);
  };
};
