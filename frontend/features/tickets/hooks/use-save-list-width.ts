import { userRoutes } from '@prosa/shared/contracts/users.ts';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../../lib/api/api-client.ts';
import { replaceUser, sessionStore } from '../../../lib/session/session-store.ts';

/**
 * Returns a function that saves the list's width in pixels in the account. Widths are sent one after the other, so
 * that the last one wins.
 */
export const useSaveListWidth = (): ((widthPx: number) => void) => {
  const save = useMutation({
    scope: { id: userRoutes.setListWidth.id },
    mutationFn: ({ id, widthPx }: { id: number; widthPx: number }) =>
      call(userRoutes.setListWidth, { params: { id }, body: { defaultTicketsManagerWidth: widthPx } }),
  });
  return (widthPx) => {
    const { user } = sessionStore.getState();
    if (user === null || user.defaultTicketsManagerWidth === widthPx) return;
    replaceUser({ ...user, defaultTicketsManagerWidth: widthPx });
    save.mutate({ id: user.id, widthPx });
  };
};
