import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';

/** Navigation state of a link that opens a screen for adding an item. */
export const TO_ADD = { add: true } as const;

const asksToAdd = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && 'add' in state && state.add === true;

/** Returns whether the user came by a link with {@link TO_ADD}; true only once, not again after a reload. */
export const useArrivedToAdd = (): boolean => {
  const { state } = useLocation();
  const navigate = useNavigate();
  const [arrived] = useState(() => asksToAdd(state));
  useEffect(() => {
    if (asksToAdd(state)) void navigate('.', { replace: true, state: null });
  }, [state, navigate]);
  return arrived;
};
