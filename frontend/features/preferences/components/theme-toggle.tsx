import DarkModeOutlined from '@mui/icons-material/DarkModeOutlined';
import LightModeOutlined from '@mui/icons-material/LightModeOutlined';
import { useColorScheme } from '@mui/material/styles';
import { IconAction } from '../../../components/icon-action.tsx';
import { useTranslation } from '../../../lib/texts/use-translation.ts';

/** A button that switches between the light and dark theme. */
export const ThemeToggle = ({ onChange }: { onChange?: (theme: 'light' | 'dark') => void }) => {
  const { t } = useTranslation('profile');
  const { mode, setMode } = useColorScheme();
  const next = mode === 'dark' ? 'light' : 'dark';
  return (
    <IconAction
      label={t(next === 'dark' ? 'useDark' : 'useLight')}
      icon={next === 'dark' ? <DarkModeOutlined /> : <LightModeOutlined />}
      onClick={() => {
        setMode(next);
        onChange?.(next);
      }}
    />
  );
};
