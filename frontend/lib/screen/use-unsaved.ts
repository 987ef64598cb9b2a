import { useState } from 'react';

/**
 * A choice that is saved as it is made, and shown from that moment on. A mutation tells of itself only a moment later:
 * until then a switch would turn back.
 * @param saved what the server knows
 * @returns what to show; and what shows a choice until `done`, which `save` calls once the choice is saved or refused
 */
export const useUnsaved = <T>(saved: T) => {
  const [unsaved, setUnsaved] = useState<{ value: T } | null>(null);
  const choose = (value: T, save: (done: () => void) => void): void => {
    setUnsaved({ value });
    save(() => setUnsaved(null));
  };
  return { shown: unsaved === null ? saved : unsaved.value, choose };
};
