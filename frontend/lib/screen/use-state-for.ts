import { useCallback, useState } from 'react';

/**
 * `useState` with a key. A new key resets the state before any render with the old value. Late updates for an old key
 * are ignored. For components that stay mounted when their subject changes, such as the open conversation.
 */
export const useStateFor = <T>(key: string, initial: () => T): [T, (value: T) => void] => {
  const [held, setHeld] = useState(() => ({ key, value: initial() }));
  const current = held.key === key ? held : { key, value: initial() };
  if (current !== held) setHeld(current);
  const set = useCallback((value: T) => setHeld((now) => (now.key === key ? { key, value } : now)), [key]);
  return [current.value, set];
};
