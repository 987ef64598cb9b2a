import Box from '@mui/material/Box';
import { useColorScheme } from '@mui/material/styles';
import type { Language } from '@prosa/shared/entities/user.ts';
import Picker, { Categories, EmojiStyle, Theme } from 'emoji-picker-react';
import { useTranslation } from '../../../../lib/texts/use-translation.ts';
import { font, TOUCH } from '../../../../theme/tokens.ts';
import { useUser } from '../../../auth/hooks/use-user.ts';

/** Emoji names for searching; English where a language has none. */
const NAMES = {
  pt: () => import('emoji-picker-react/data/emojis-pt'),
  es: () => import('emoji-picker-react/data/emojis-es'),
} satisfies Partial<Record<Language, unknown>>;
const GROUPS = [
  Categories.SUGGESTED,
  Categories.SMILEYS_PEOPLE,
  Categories.ANIMALS_NATURE,
  Categories.FOOD_DRINK,
  Categories.TRAVEL_PLACES,
  Categories.ACTIVITIES,
  Categories.OBJECTS,
  Categories.SYMBOLS,
  Categories.FLAGS,
] as const;

interface EmojiPickerProps {
  /** Pixels. */
  size: { width: number; height: number };
  onPick: (emoji: string) => void;
}

/** A picker with the system's emoji, so that no pictures are fetched. */
const EmojiPicker = ({ size, onPick }: EmojiPickerProps) => {
  const { t } = useTranslation('messages');
  const { language } = useUser();
  const { colorScheme } = useColorScheme();
  return (
    <Box
      sx={{
        '& .EmojiPickerReact.EmojiPickerReact': {
          '--epr-font-family': font.family,
          '--epr-bg-color': 'var(--mui-palette-background-raised)',
          '--epr-category-label-bg-color': 'var(--mui-palette-background-raised)',
          '--epr-category-label-text-color': 'var(--mui-palette-text-secondary)',
          '--epr-text-color': 'var(--mui-palette-text-secondary)',
          '--epr-hover-bg-color': 'var(--mui-palette-action-hover)',
          '--epr-highlight-color': 'var(--mui-palette-primary-text)',
          '--epr-search-input-bg-color': 'var(--mui-palette-background-default)',
          '--epr-search-input-bg-color-active': 'var(--mui-palette-background-default)',
          '--epr-search-input-text-color': 'var(--mui-palette-text-primary)',
          '--epr-picker-border-color': 'transparent',
        },
        // Cells of 44 px.
        [TOUCH]: {
          '& .EmojiPickerReact.EmojiPickerReact': {
            '--epr-emoji-padding': '7px',
            '--epr-search-input-height': '44px',
            '--epr-category-navigation-button-size': '36px',
          },
        },
        '& .epr-emoji-category-label': { textTransform: 'none', fontSize: font.secondary },
      }}
    >
      <Picker
        {...size}
        key={language}
        emojiStyle={EmojiStyle.NATIVE}
        theme={colorScheme === 'dark' ? Theme.DARK : Theme.LIGHT}
        onEmojiClick={({ emoji }) => onPick(emoji)}
        categories={GROUPS.map((category) => ({ category, name: t(`emoji.group.${category}`) }))}
        {...(language === 'pt' || language === 'es' ? { emojiData: NAMES[language] } : {})}
        labels={{
          searchPlaceholder: t('emoji.search'),
          searchLabel: t('emoji.search'),
          searchClear: t('emoji.clear'),
          searchResultsNone: t('emoji.none'),
          searchResultsOne: t('emoji.one'),
          searchResultsMany: t('emoji.many'),
          categoryNavigation: t('emoji.groups'),
          loading: t('emoji.loading'),
          loadingError: t('emoji.failed'),
          retryLoading: t('emoji.retry'),
        }}
        previewConfig={{ showPreview: false }}
        skinTonesDisabled
        lazyLoadEmojis
      />
    </Box>
  );
};

export default EmojiPicker;
