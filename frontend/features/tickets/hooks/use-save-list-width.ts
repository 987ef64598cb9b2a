import { userRoutes } from '@prosa/shared/contracts/users.ts';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../../lib/api/api-client.ts';
import { replaceUser, sessionStore } from '../../../lib/session/session-store.ts';

/** Keeps the width of the ticket list in the account, in pixels. Widths are sent one after the other: the last one stays. */
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
