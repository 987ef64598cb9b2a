import { useEffect, useState } from 'react';

/** Searches and filters wait this long for more typing. */
export const DEBOUNCE_MS = 500;

/** A value once it has stopped changing. Clearing it is not waited for. */
export const useDebounced = (value: string, delayMs = DEBOUNCE_MS): string => {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), value === '' ? 0 : delayMs);
    return () => clearTimeout(timer);
  }, [value, delayMs]);
  return settled;
};
