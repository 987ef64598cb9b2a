import { useEffect, useState } from 'react';

/** Delay before a search or filter is applied, because the user may type more. */
export const DEBOUNCE_MS = 500;

/** Returns a value after it has stopped changing (debounced). Clearing it applies immediately. */
export const useDebounced = (value: string, delayMs = DEBOUNCE_MS): string => {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), value === '' ? 0 : delayMs);
    return () => clearTimeout(timer);
  }, [value, delayMs]);
  return settled;
};
