import { type RefObject, useEffect, useRef } from 'react';
import { isField } from '../../../lib/screen/shortcuts.ts';
import { useIsPhone } from '../../../lib/screen/use-is-phone.ts';
import type { ComposerState } from '../composer-state.ts';

/**
 * Focuses the field when it mounts, with the cursor at the end of the draft. Does nothing on touch devices, because the
 * on-screen keyboard would open, or while another field has the focus.
 */
export const useFocusOnOpening = (field: RefObject<HTMLTextAreaElement | null>): void => {
  const phone = useIsPhone();
  const isWanted = useRef(!phone && matchMedia('(hover: hover)').matches);
  useEffect(() => {
    const element = field.current;
    if (element === null || !isWanted.current || isField(document.activeElement)) return;
    element.focus({ preventScroll: true });
    element.setSelectionRange(element.value.length, element.value.length);
  }, [field]);
};

/** Focuses the field when the user quotes or edits a message. */
export const useFocusOnAnswer = (
  field: RefObject<HTMLTextAreaElement | null>,
  { quoted, edit }: ComposerState,
): void => {
  const edited = edit?.message ?? null;
  useEffect(() => {
    if (edited !== null || quoted !== null) field.current?.focus();
  }, [field, edited, quoted]);
};
