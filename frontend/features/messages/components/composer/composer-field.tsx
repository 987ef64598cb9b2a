import type { ClipboardEvent, KeyboardEvent, RefObject, SyntheticEvent } from 'react';
import { MessageField } from '../../../../components/message-field.tsx';
import { useIsPhone } from '../../../../lib/screen/use-is-phone.ts';
import { useKeyboardRoom } from '../../../../lib/screen/use-keyboard-room.ts';
import { useTranslation } from '../../../../lib/texts/use-translation.ts';
import { font } from '../../../../theme/tokens.ts';
import type { ComposerAction, ComposerState } from '../../composer-state.ts';
import type { useCompletion } from '../../hooks/use-completion.ts';
import { useFocusOnOpening } from '../../hooks/use-composer-focus.ts';

const MAX_LINES = 8;
/** Fewer lines above an on-screen keyboard, so that the messages keep most of the room. */
const MAX_LINES_ABOVE_KEYBOARD = 3;

interface ComposerFieldProps {
  state: ComposerState;
  dispatch: (action: ComposerAction) => void;
  text: string;
  onText: (text: string) => void;
  completion: ReturnType<typeof useCompletion>;
  fieldRef: RefObject<HTMLTextAreaElement | null>;
  onSend: () => void;
}

/** The composer's text field. Handles its keyboard shortcuts and pasted files. */
export const ComposerField = ({
  state,
  dispatch,
  text,
  onText,
  completion,
  fieldRef,
  onSend,
}: ComposerFieldProps) => {
  const { t } = useTranslation('messages');
  const phone = useIsPhone();
  useFocusOnOpening(fieldRef);
  const maxLines = useKeyboardRoom() === null ? MAX_LINES : MAX_LINES_ABOVE_KEYBOARD;
  const isNote = state.tab === 'note';
  const onKeyDown = (event: KeyboardEvent) => {
    if (completion.onKeyDown(event)) {
      event.preventDefault();
      event.stopPropagation();
      return;
    }
    if (event.key === 'Escape' && (state.edit !== null || state.quoted !== null)) {
      event.stopPropagation();
      dispatch({ type: 'dropMessage' });
    }
    // On phones Enter inserts a line break, as in every messenger; the button sends.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing || phone) return;
    event.preventDefault();
    onSend();
  };
  const onPaste = (event: ClipboardEvent) => {
    const files = [...event.clipboardData.files];
    if (files.length === 0 || isNote) return;
    event.preventDefault();
    dispatch({ type: 'attach', files, caption: '' });
  };
  return (
    <MessageField
      inputRef={fieldRef}
      multiline
      maxRows={maxLines}
      fullWidth
      value={text}
      onChange={({ target }) => {
        onText(target.value);
        dispatch({ type: 'moveCursor', cursor: target.selectionStart ?? 0 });
      }}
      onKeyDown={onKeyDown}
      onPaste={onPaste}
      placeholder={isNote ? t('composer.notePlaceholder') : t('composer.placeholder')}
      inputProps={{
        onSelect: ({ currentTarget }: SyntheticEvent<HTMLTextAreaElement>) =>
          dispatch({ type: 'moveCursor', cursor: currentTarget.selectionStart }),
        ...completion.fieldProps,
        'aria-label': isNote ? t('composer.noteField') : t('composer.field'),
        dir: 'auto',
        enterKeyHint: 'send',
      }}
      sx={{
        paddingBlock: 2,
        borderColor: isNote ? 'note.border' : 'divider',
        bgcolor: isNote ? 'note.main' : 'background.default',
        color: isNote ? 'note.text' : 'text.primary',
        fontSize: font.message,
      }}
    />
  );
};
