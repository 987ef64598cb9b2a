import CheckRounded from '@mui/icons-material/CheckRounded';
import TranslateRounded from '@mui/icons-material/TranslateRounded';
import Box from '@mui/material/Box';
import MenuItem from '@mui/material/MenuItem';
import { LANGUAGES, type Language } from '@prosa/shared/entities/user.ts';
import { useState } from 'react';
import { IconAction } from '../../../components/icon-action.tsx';
import { LazyMenu } from '../../../components/lazy-menu.tsx';
import { notifyError } from '../../../lib/screen/notify.ts';
import { changeLanguage } from '../../../lib/texts/i18n.ts';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { LANGUAGE_NAMES } from '../language-names.ts';

/** A menu of the interface's languages, each in its own name. */
export const LanguageMenu = ({ onChange }: { onChange?: (language: Language) => void }) => {
  const { t, language: current } = useTranslation('profile');
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const choose = (language: Language) => {
    setAnchor(null);
    changeLanguage(language).catch(notifyError);
    onChange?.(language);
  };
  return (
    <>
      <IconAction
        label={t('language')}
        icon={<TranslateRounded />}
        aria-haspopup="menu"
        onClick={(event) => setAnchor(event.currentTarget)}
      />
      <LazyMenu anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)}>
        {LANGUAGES.map((language) => (
          <MenuItem
            key={language}
            lang={language}
            selected={language === current}
            onClick={() => choose(language)}
          >
            <Box component="span" sx={{ flex: 1 }}>
              {LANGUAGE_NAMES[language]}
            </Box>
            <CheckRounded aria-hidden sx={{ visibility: language === current ? 'visible' : 'hidden' }} />
          </MenuItem>
        ))}
      </LazyMenu>
    </>
  );
};
