import type { RefObject } from 'react';
import { useStore } from 'zustand';
import { changeWithCursor } from '../../../lib/screen/change-with-cursor.ts';
import { useUser } from '../../auth/hooks/use-user.ts';
import { draftOf, draftStore, setDraft } from '../../tickets/drafts.ts';
import type { ComposerAction, ComposerState } from '../composer-state.ts';

/** Returns the composer's text, a draft or the text of an edited message, with functions that change it. */
export const useComposerText = (
  ticketUuid: string,
  { tab, edit }: ComposerState,
  dispatch: (action: ComposerAction) => void,
  field: RefObject<HTMLTextAreaElement | null>,
) => {
  const { id: userId } = useUser();
  const draft = useStore(draftStore, ({ texts }) => draftOf(texts, userId, ticketUuid, tab));
  const text = edit?.text ?? draft;
  const setText = (value: string): void =>
    edit === null ? setDraft(userId, ticketUuid, tab, value) : dispatch({ type: 'changeEdit', text: value });
  /** Replaces the text between two positions and puts the cursor after the new part. */
  const replace = (from: number, to: number, part: string): void => {
    const change = () => setText(text.slice(0, from) + part + text.slice(to));
    changeWithCursor(field.current, change, from + part.length);
  };
  /** Inserts a part at the cursor; replaces the selection. */
  const insert = (part: string): void => {
    const at = field.current?.selectionStart ?? text.length;
    replace(at, field.current?.selectionEnd ?? at, part);
  };
  return { text, setText, replace, insert };
};
