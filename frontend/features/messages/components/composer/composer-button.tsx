import MicNoneRounded from '@mui/icons-material/MicNoneRounded';
import SendRounded from '@mui/icons-material/SendRounded';
import { IconAction } from '../../../../components/icon-action.tsx';
import { useTranslation } from '../../../../lib/texts/use-translation.ts';
import { type ComposerAction, type ComposerState, stepOf } from '../../composer-state.ts';

interface ComposerButtonProps {
  state: ComposerState;
  dispatch: (action: ComposerAction) => void;
  text: string;
  onSend: () => void;
}

/** The composer's main button: sends the text, or starts a voice recording when the text is empty. */
export const ComposerButton = ({ state, dispatch, text, onSend }: ComposerButtonProps) => {
  const { t } = useTranslation('messages');
  const step = stepOf(state, text);
  return step === 'record' ? (
    <IconAction
      label={t('composer.record')}
      icon={<MicNoneRounded />}
      onClick={() => dispatch({ type: 'startRecording' })}
    />
  ) : (
    <IconAction
      label={t(`composer.${step}`)}
      icon={<SendRounded />}
      disabled={text.trim() === ''}
      onClick={onSend}
      sx={{ color: 'primary.text' }}
    />
  );
};
