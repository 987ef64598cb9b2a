import { useEffect, useRef } from 'react';
import { isField, useShortcuts } from '../../../lib/screen/shortcuts.ts';
import { useTranslation } from '../../../lib/texts/use-translation.ts';

interface EditorKeys {
  undo: () => void;
  redo: () => void;
  remove: () => void;
  duplicate: () => void;
  selectAll: () => void;
  publish: () => void;
  /** Returns the selection as text for the clipboard; undefined if nothing is selected. */
  copy: () => string | undefined;
  /** Pastes text of the clipboard; returns whether it held parts of a flow. */
  paste: (text: string) => boolean;
}

/** Whether a dialog or menu is open: keys then belong to it. */
const isCovered = (): boolean =>
  document.querySelector('[role=dialog], [role=menu], [role=listbox]') !== null;

const whenOpen = (run: () => void) => () => {
  if (!isCovered()) run();
};

/** The keys of the editor. Copied parts are in the system's clipboard, so that they can be pasted into another flow. */
export const useEditorKeys = (keys: EditorKeys): void => {
  const { t } = useTranslation('flows');
  useShortcuts([
    {
      id: 'flows.publish',
      keys: '$mod+KeyS',
      label: t('editor.publish'),
      run: whenOpen(keys.publish),
      inFields: true,
    },
    { id: 'flows.undo', keys: '$mod+KeyZ', label: t('tool.undo'), run: whenOpen(keys.undo) },
    { id: 'flows.redo', keys: '$mod+Shift+KeyZ', label: t('tool.redo'), run: whenOpen(keys.redo) },
    { id: 'flows.redoToo', keys: '$mod+KeyY', label: t('tool.redo'), run: whenOpen(keys.redo) },
    { id: 'flows.duplicate', keys: '$mod+KeyD', label: t('keys.duplicate'), run: whenOpen(keys.duplicate) },
    { id: 'flows.all', keys: '$mod+KeyA', label: t('keys.selectAll'), run: whenOpen(keys.selectAll) },
    { id: 'flows.delete', keys: 'Delete', label: t('keys.remove'), run: whenOpen(keys.remove) },
    { id: 'flows.backspace', keys: 'Backspace', label: t('keys.remove'), run: whenOpen(keys.remove) },
  ]);
  const latest = useRef(keys);
  useEffect(() => {
    latest.current = keys;
  });
  useEffect(() => {
    const isForeign = (event: ClipboardEvent): boolean =>
      isField(event.target) || isCovered() || document.getSelection()?.isCollapsed === false;
    const put = (event: ClipboardEvent): boolean => {
      const text = isForeign(event) ? undefined : latest.current.copy();
      if (text === undefined) return false;
      event.clipboardData?.setData('text/plain', text);
      event.preventDefault();
      return true;
    };
    const onCut = (event: ClipboardEvent) => {
      if (put(event)) latest.current.remove();
    };
    const onPaste = (event: ClipboardEvent) => {
      if (isField(event.target) || isCovered()) return;
      if (latest.current.paste(event.clipboardData?.getData('text/plain') ?? '')) event.preventDefault();
    };
    document.addEventListener('copy', put);
    document.addEventListener('cut', onCut);
    document.addEventListener('paste', onPaste);
    return () => {
      document.removeEventListener('copy', put);
      document.removeEventListener('cut', onCut);
      document.removeEventListener('paste', onPaste);
    };
  }, []);
};
