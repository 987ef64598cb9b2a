import { type ComponentType, useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { noticeStore } from '../lib/screen/notify.ts';

/** Delay after which the code loads even without a notice: it could not be loaded any more to report a lost network. */
const AT_THE_LATEST_MS = 4000;
const RETRY_MS = 5000;

/** Shows notices; mounted once. Its code loads after the screen, or with the first notice. */
export const Notices = () => {
  const isWanted = useStore(noticeStore, ({ wanted }) => wanted);
  const [failures, setFailures] = useState(0);
  const [Stack, setStack] = useState<ComponentType | null>(null);
  useEffect(() => {
    if (Stack !== null) return;
    const fetchStack = () => {
      import('./notice-stack.tsx').then(
        ({ NoticeStack }) => setStack(() => NoticeStack),
        () => setFailures((count) => count + 1),
      );
    };
    const delayMs = failures > 0 ? RETRY_MS : isWanted ? 0 : AT_THE_LATEST_MS;
    const timer = setTimeout(fetchStack, delayMs);
    return () => clearTimeout(timer);
  }, [Stack, isWanted, failures]);
  return Stack === null ? null : <Stack />;
};
