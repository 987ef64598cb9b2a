import { useState } from 'react';

/**
 * Returns whether something was ever open: from then on its code is loaded, and stays mounted for the closing
 * animation.
 */
export const useAsked = (open: boolean): boolean => {
  const [asked, setAsked] = useState(open);
  if (open && !asked) setAsked(true);
  return asked || open;
};
