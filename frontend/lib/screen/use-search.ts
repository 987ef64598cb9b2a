import { useState } from 'react';
import { useDebounced } from './use-debounced.ts';

/** What is typed into the search of a list, and what is searched for once the typing has stopped. */
export const useSearch = () => {
  const [typed, setTyped] = useState('');
  return {
    field: { value: typed, onChange: setTyped },
    searchParam: useDebounced(typed.trim().toLowerCase()),
  };
};
