import { useState } from 'react';

/**
 * A value that is saved when it changes, and shown immediately. A mutation's pending state starts a moment later, so
 * a switch would flip back in between.
 * @param saved the value on the server
 * @returns the displayed value, and a function that shows another value until `done`, which `save` calls once the
 * value is saved or refused
 */
export const useUnsaved = <T>(saved: T) => {
  const [unsaved, setUnsaved] = useState<{ value: T } | null>(null);
  const choose = (value: T, save: (done: () => void) => void): void => {
    setUnsaved({ value });
    save(() => setUnsaved(null));
  };
  return { shown: unsaved === null ? saved : unsaved.value, choose };
};
