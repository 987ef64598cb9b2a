import type { MessageView } from '@prosa/shared/contracts/messages.ts';
import { useEffect, useMemo } from 'react';
import { useStore } from 'zustand';
import type { ConversationItem } from '../conversation-items.ts';
import { isForwardable } from '../is-forwardable.ts';
import { endSelection, selectionStore } from '../selection.ts';

/** Returns the selected messages of the open conversation, oldest first; null when selection mode is off. */
export const useSelection = (items: readonly ConversationItem[]): readonly MessageView[] | null => {
  const ids = useStore(selectionStore, (state) => state.ids);
  useEffect(() => endSelection, []);
  return useMemo(
    () =>
      ids &&
      // A message deleted meanwhile is no longer selected.
      items.flatMap((item) =>
        item.kind === 'message' && ids.has(item.message.id) && isForwardable(item.message)
          ? [item.message]
          : [],
      ),
    [ids, items],
  );
};
