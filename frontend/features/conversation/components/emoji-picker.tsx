import { useColorScheme } from '@mui/material/styles';
import Picker, { EmojiStyle, Theme } from 'emoji-picker-react';
import { useTranslation } from 'react-i18next';

/** Emoji as the system draws them: nothing is fetched. */
const EmojiPicker = ({ onPick }: { onPick: (emoji: string) => void }) => {
  const { t } = useTranslation('conversation');
  const { colorScheme } = useColorScheme();
  return (
    <Picker
      emojiStyle={EmojiStyle.NATIVE}
      theme={colorScheme === 'dark' ? Theme.DARK : Theme.LIGHT}
      onEmojiClick={({ emoji }) => onPick(emoji)}
      searchPlaceholder={t('composer.searchEmoji')}
      previewConfig={{ showPreview: false }}
      lazyLoadEmojis
    />
  );
};

export default EmojiPicker;
