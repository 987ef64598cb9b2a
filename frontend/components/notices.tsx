import { type ComponentType, useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { noticeStore } from '../lib/screen/notify.ts';

/** Fetched even without a notice once the page had time for itself: a lost network could not be told of otherwise. */
const AT_THE_LATEST_MS = 4000;
const RETRY_MS = 5000;

/** Shows notices; mounted once. Its parts are fetched after the screen, or with the first notice. */
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
