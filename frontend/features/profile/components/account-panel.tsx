import DarkModeOutlined from '@mui/icons-material/DarkModeOutlined';
import DevicesOutlined from '@mui/icons-material/DevicesOutlined';
import LightModeOutlined from '@mui/icons-material/LightModeOutlined';
import LogoutRounded from '@mui/icons-material/LogoutRounded';
import PersonOutlineRounded from '@mui/icons-material/PersonOutlineRounded';
import TranslateRounded from '@mui/icons-material/TranslateRounded';
import Box from '@mui/material/Box';
import Divider from '@mui/material/Divider';
import ListItemIcon from '@mui/material/ListItemIcon';
import MenuItem from '@mui/material/MenuItem';
import MenuList from '@mui/material/MenuList';
import { useColorScheme } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { LANGUAGES, type Language } from '@prosa/shared/entities/user.ts';
import { useState } from 'react';
import { notifyError } from '../../../lib/screen/notify.ts';
import { useIsPhone } from '../../../lib/screen/use-is-phone.ts';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { layout } from '../../../theme/tokens.ts';
import { signOut } from '../../auth/api/sign-out.ts';
import { useUser } from '../../auth/hooks/use-user.ts';
import { useSavePreferences } from '../../preferences/hooks/use-save-preferences.ts';
import { LANGUAGE_NAMES } from '../../preferences/language-names.ts';
import { VolumeSlider } from './volume-slider.tsx';

interface AccountPanelProps {
  onClose: () => void;
  onEdit: () => void;
  onSessions: () => void;
}

/** The account menu: profile, sessions, language, theme, sign out, and the sound volume on phones. */
export const AccountPanel = ({ onClose, onEdit, onSessions }: AccountPanelProps) => {
  const { t, language: current } = useTranslation('profile');
  const user = useUser();
  const savePreferences = useSavePreferences();
  const phone = useIsPhone();
  const { mode, setMode } = useColorScheme();
  const [choosing, setChoosing] = useState(false);
  const next = mode === 'dark' ? 'light' : 'dark';
  const chooseLanguage = (language: Language) => {
    onClose();
    savePreferences({ language });
  };
  return (
    <>
      <Box sx={{ paddingInline: 3, paddingBlock: 2 }}>
        <Typography variant="subtitle1" component="p" noWrap>
          {user.name}
        </Typography>
        <Typography variant="body2" component="p" noWrap sx={{ color: 'text.secondary' }}>
          {user.email}
        </Typography>
      </Box>
      {phone && !choosing && (
        <Box sx={{ paddingInline: 5, paddingBlock: 2, minHeight: layout.control }}>
          <VolumeSlider />
        </Box>
      )}
      <Divider sx={{ marginBlock: 1 }} />
      <MenuList
        key={choosing ? 'languages' : 'account'}
        aria-label={t('account')}
        autoFocusItem
        disablePadding
      >
        {choosing
          ? LANGUAGES.map((language) => (
              <MenuItem
                key={language}
                lang={language}
                selected={language === current}
                onClick={() => chooseLanguage(language)}
              >
                {LANGUAGE_NAMES[language]}
              </MenuItem>
            ))
          : [
              <MenuItem key="profile" onClick={onEdit}>
                <ListItemIcon>
                  <PersonOutlineRounded />
                </ListItemIcon>
                {t('edit')}
              </MenuItem>,
              <MenuItem key="sessions" onClick={onSessions}>
                <ListItemIcon>
                  <DevicesOutlined />
                </ListItemIcon>
                {t('sessions')}
              </MenuItem>,
              <MenuItem key="language" onClick={() => setChoosing(true)}>
                <ListItemIcon>
                  <TranslateRounded />
                </ListItemIcon>
                <Box component="span" sx={{ flex: 1 }}>
                  {t('language')}
                </Box>
                <Typography variant="body2" component="span" sx={{ color: 'text.secondary' }}>
                  {LANGUAGE_NAMES[user.language]}
                </Typography>
              </MenuItem>,
              <MenuItem
                key="theme"
                onClick={() => {
                  setMode(next);
                  savePreferences({ defaultTheme: next });
                }}
              >
                <ListItemIcon>{next === 'dark' ? <DarkModeOutlined /> : <LightModeOutlined />}</ListItemIcon>
                {t(next === 'dark' ? 'useDark' : 'useLight')}
              </MenuItem>,
              <Divider key="line" sx={{ marginBlock: 1 }} />,
              <MenuItem
                key="out"
                onClick={() => {
                  onClose();
                  signOut().catch(notifyError);
                }}
              >
                <ListItemIcon>
                  <LogoutRounded />
                </ListItemIcon>
                {t('signOut')}
              </MenuItem>,
            ]}
      </MenuList>
    </>
  );
};
