import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';

/** The state of a link that leads to a screen to add something there. */
export const TO_ADD = { add: true } as const;

const asksToAdd = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && 'add' in state && state.add === true;

/** Whether a link with {@link TO_ADD} brought the person here; it says so once, not again when the page is reloaded. */
export const useArrivedToAdd = (): boolean => {
  const { state } = useLocation();
  const navigate = useNavigate();
  const [arrived] = useState(() => asksToAdd(state));
  useEffect(() => {
    if (asksToAdd(state)) void navigate('.', { replace: true, state: null });
  }, [state, navigate]);
  return arrived;
};
