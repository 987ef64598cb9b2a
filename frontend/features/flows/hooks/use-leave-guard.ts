import { useEffect, useRef } from 'react';
import { useBlocker } from 'react-router';
import { confirm } from '../../../components/confirm-dialog.tsx';
import { useTranslation } from '../../../lib/texts/use-translation.ts';

/**
 * Saves what is unsaved before the user leaves the screen, and asks only if that fails. When the tab is closed, the
 * browser asks.
 */
export const useLeaveGuard = (isUnsaved: boolean, flush: () => Promise<boolean>): void => {
  const { t } = useTranslation('flows');
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => isUnsaved && currentLocation.pathname !== nextLocation.pathname,
  );
  const question = useRef({
    title: t('leave.title'),
    body: t('leave.body'),
    confirmLabel: t('leave.confirm'),
    cancelLabel: t('leave.cancel'),
    danger: true,
  });
  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    void (async () => {
      if ((await flush()) || (await confirm(question.current))) blocker.proceed();
      else blocker.reset();
    })();
  }, [blocker, flush]);
  useEffect(() => {
    if (!isUnsaved) return;
    const onBeforeUnload = (event: BeforeUnloadEvent) => event.preventDefault();
    globalThis.addEventListener('beforeunload', onBeforeUnload);
    return () => globalThis.removeEventListener('beforeunload', onBeforeUnload);
  }, [isUnsaved]);
};
