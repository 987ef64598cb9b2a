import { useState } from 'react';

/** Whether something was ever open: from then on its parts are fetched, and stay for the way it closes. */
export const useAsked = (open: boolean): boolean => {
  const [asked, setAsked] = useState(open);
  if (open && !asked) setAsked(true);
  return asked || open;
};
