import { useEffect } from 'react';
import { useDebounced } from '../../../lib/screen/use-debounced.ts';
import { useStateFor } from '../../../lib/screen/use-state-for.ts';

/**
 * Returns value and change handler of a text field that reports its text once the user stops typing (debounced).
 * @param value the committed text; the field shows it again when it changes elsewhere
 * @param accepts whether a text may be committed
 */
export const useSettling = (
  value: string,
  commit: (text: string) => void,
  accepts: (text: string) => boolean = () => true,
) => {
  const [typed, setTyped] = useStateFor(value, () => value);
  const settled = useDebounced(typed);
  useEffect(() => {
    if (settled === typed && settled.trim() !== value && accepts(settled)) commit(settled.trim());
  });
  return { value: typed, onChange: setTyped };
};
