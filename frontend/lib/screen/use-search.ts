import { useState } from 'react';
import { useDebounced } from './use-debounced.ts';

/** Returns the state of a list's search: the typed text, and the debounced text that is searched. */
export const useSearch = () => {
  const [typed, setTyped] = useState('');
  return {
    field: { value: typed, onChange: setTyped },
    searchParam: useDebounced(typed.trim().toLowerCase()),
  };
};
