import type { MessageView } from '@prosa/shared/contracts/messages.ts';
import type { DraftTab } from '../tickets/drafts.ts';
import { quoteOf } from './message-summary.ts';

/** Kinds of autocomplete in the composer. */
export type CompletionKind = 'quick' | 'emoji';

/** Message kinds that are composed in a separate dialog. */
export type ComposedKind = 'contact' | 'location' | 'interactive' | 'template';

/** State of the composer of one conversation. The texts of replies and notes are stored separately, as drafts. */
export interface ComposerState {
  readonly tab: DraftTab;
  /** The message that the reply quotes. */
  readonly quoted: MessageView | null;
  /** The sent message being edited, with its new text so far. */
  readonly edit: { readonly message: MessageView; readonly text: string } | null;
  /** Last known cursor position in the text. */
  readonly cursor: number;
  /** The word for which the user dismissed the autocomplete, by kind. */
  readonly dismissed: Readonly<Record<CompletionKind, string | null>>;
  /** Files in the preview before sending, and the initial caption of the first file. */
  readonly attachment: { readonly files: readonly File[]; readonly caption: string } | null;
  readonly dialog: ComposedKind | 'camera' | null;
  readonly isRecording: boolean;
  /** Whether the user signs replies. */
  readonly isSigned: boolean;
}

export type ComposerAction =
  | { type: 'chooseTab'; tab: DraftTab }
  | { type: 'quote'; message: MessageView }
  | { type: 'edit'; message: MessageView }
  | { type: 'changeEdit'; text: string }
  /** Cancels the quote and the edit. */
  | { type: 'dropMessage' }
  /** The text was sent or saved. */
  | { type: 'sent' }
  | { type: 'moveCursor'; cursor: number }
  | { type: 'dismiss'; kind: CompletionKind; word: string }
  | { type: 'attach'; files: readonly File[]; caption: string }
  | { type: 'endAttaching' }
  | { type: 'openDialog'; dialog: ComposedKind | 'camera' }
  | { type: 'closeDialog' }
  | { type: 'startRecording' }
  | { type: 'endRecording' }
  | { type: 'sign'; isSigned: boolean }
  /** The composer unmounts. */
  | { type: 'leave' };

export const startComposer = (isSigned: boolean): ComposerState => ({
  tab: 'reply',
  quoted: null,
  edit: null,
  cursor: 0,
  dismissed: { quick: null, emoji: null },
  attachment: null,
  dialog: null,
  isRecording: false,
  isSigned,
});

/** Returns the composer's state after an action. */
export const reduceComposer = (state: ComposerState, action: ComposerAction): ComposerState => {
  switch (action.type) {
    case 'chooseTab':
      return { ...state, tab: action.tab };
    case 'quote':
      return { ...state, quoted: action.message };
    case 'edit':
      // Starting the same edit again keeps its text.
      return state.edit?.message === action.message
        ? state
        : { ...state, edit: { message: action.message, text: action.message.body } };
    case 'changeEdit':
      return state.edit === null ? state : { ...state, edit: { ...state.edit, text: action.text } };
    case 'dropMessage':
      return { ...state, quoted: null, edit: null };
    case 'sent':
      // A reply that the user started before the edit keeps its quoted message.
      return state.edit === null ? { ...state, quoted: null } : { ...state, edit: null };
    case 'moveCursor':
      return action.cursor === state.cursor ? state : { ...state, cursor: action.cursor };
    case 'dismiss':
      return { ...state, dismissed: { ...state.dismissed, [action.kind]: action.word } };
    case 'attach':
      return action.files.length === 0
        ? state
        : { ...state, attachment: { files: action.files, caption: action.caption } };
    case 'endAttaching':
      return { ...state, attachment: null };
    case 'openDialog':
      return { ...state, dialog: action.dialog };
    case 'closeDialog':
      return { ...state, dialog: null };
    case 'startRecording':
      return { ...state, isRecording: true };
    case 'endRecording':
      return { ...state, isRecording: false };
    case 'sign':
      return { ...state, isSigned: action.isSigned };
    case 'leave': {
      // Keeps the quoted and the edited message, because the user chose them outside the composer.
      const left = { ...startComposer(state.isSigned), quoted: state.quoted };
      return state.edit === null ? left : { ...left, edit: { ...state.edit, text: state.edit.message.body } };
    }
  }
};

/** Returns whether the message can contain only text: a note or an edited message. */
export const isTextOnly = ({ tab, edit }: ComposerState): boolean => tab === 'note' || edit !== null;

/** Returns the message shown above the text: the edited message, else the quoted message of a reply, else null. */
export const messageAbove = ({ tab, quoted, edit }: ComposerState): MessageView | null =>
  edit?.message ?? (tab === 'note' ? null : quoted);

export type ComposerStep = 'record' | 'send' | 'keepNote' | 'saveEdit';

/** Returns the action of the main button. */
export const stepOf = ({ tab, edit }: ComposerState, text: string): ComposerStep => {
  if (edit !== null) return 'saveEdit';
  if (tab === 'note') return 'keepNote';
  return text.trim() === '' ? 'record' : 'send';
};

/** Returns the message to send for a text. */
export const messageOf = (
  { tab, quoted, isSigned }: ComposerState,
  body: string,
  { canSign, contactName }: { canSign: boolean; contactName: string },
) => {
  const isReply = tab === 'reply';
  return {
    body,
    isPrivate: !isReply,
    signed: isReply && canSign && isSigned,
    quoted: isReply && quoted !== null ? quoteOf(quoted, contactName) : null,
  };
};
