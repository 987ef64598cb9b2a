import type { SharedItemsUser } from '@prosa/shared/rules/tag-rights.ts';
import { useSession } from './use-session.ts';
import { useUser } from './use-user.ts';

/** Returns the user data that decides which tags and shared quick messages the signed-in user may change. */
export const useSharedItemsUser = (): SharedItemsUser => {
  const { id } = useUser();
  const { can } = useSession();
  return { id, managesSharedItems: can('shared-items:manage') };
};
