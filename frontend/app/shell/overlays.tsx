import AddCommentOutlined from '@mui/icons-material/AddCommentOutlined';
import DarkModeOutlined from '@mui/icons-material/DarkModeOutlined';
import KeyboardOutlined from '@mui/icons-material/KeyboardOutlined';
import LightModeOutlined from '@mui/icons-material/LightModeOutlined';
import LogoutRounded from '@mui/icons-material/LogoutRounded';
import { useColorScheme } from '@mui/material/styles';
import { Suspense, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useStore } from 'zustand';
import { signOut } from '../../features/auth/api/sign-out.ts';
import { newTicketStore, openNewTicketDialog } from '../../features/contacts/new-ticket-store.ts';
import { useSavePreferences } from '../../features/preferences/hooks/use-save-preferences.ts';
import { ticketDialogs } from '../../features/tickets/dialogs-store.ts';
import { commandStore, openCommandPalette, useCommands } from '../../lib/screen/commands.ts';
import { lazyPart, rarePart } from '../../lib/screen/lazy-part.ts';
import { notifyError } from '../../lib/screen/notify.ts';
import { useShortcuts } from '../../lib/screen/shortcuts.ts';
import { useBackGuard } from '../../lib/screen/use-back-closes.ts';
import { useTranslation } from '../../lib/texts/use-translation.ts';
import { withTexts } from '../../lib/texts/with-texts.ts';
import { useNavigation } from './use-navigation.ts';

const CommandPalette = lazyPart(async () => ({
  default: (await withTexts(import('../../features/palette/components/command-palette.tsx'), 'palette'))
    .CommandPalette,
}));
const ShortcutsDialog = rarePart(async () => ({
  default: (await import('../../components/shortcuts-dialog.tsx')).ShortcutsDialog,
}));

const TicketDialogs = rarePart(async () => ({
  default: (await import('../../features/tickets/components/ticket-dialogs.tsx')).TicketDialogs,
}));

/** Tells the back stack about each navigation. */
const BackGuard = () => {
  useBackGuard(useLocation().key);
  return null;
};

/** Renders the command palette and the shortcut sheet, with their commands for every screen. */
export const Overlays = () => {
  const { t } = useTranslation('shell');
  const navigate = useNavigate();
  const savePreferences = useSavePreferences();
  const { mode, setMode } = useColorScheme();
  const paletteOpen = useStore(commandStore, (state) => state.open);
  const beginning = useStore(newTicketStore, ({ dialog }) => dialog !== null);
  const asking = useStore(ticketDialogs, (state) => Object.values(state).some((dialog) => dialog !== null));
  const [helpOpen, setHelpOpen] = useState(false);
  const entries = useNavigation().flat();
  const next = mode === 'dark' ? 'light' : 'dark';

  useCommands([
    ...entries.map((entry) => ({
      id: `go-${entry.feature}`,
      label: entry.label,
      group: t('group.go'),
      icon: <entry.Icon />,
      run: () => void navigate(entry.path),
    })),
    {
      id: 'new-ticket',
      label: t('newTicket'),
      group: t('group.app'),
      icon: <AddCommentOutlined />,
      run: () => openNewTicketDialog(),
    },
    {
      id: `theme-${next}`,
      label: t(next === 'dark' ? 'useDark' : 'useLight'),
      group: t('group.app'),
      icon: next === 'dark' ? <DarkModeOutlined /> : <LightModeOutlined />,
      run: () => {
        setMode(next);
        savePreferences({ defaultTheme: next });
      },
    },
    {
      id: 'shortcuts',
      label: t('showShortcuts'),
      group: t('group.app'),
      icon: <KeyboardOutlined />,
      run: () => setHelpOpen(true),
    },
    {
      id: 'sign-out',
      label: t('signOut'),
      group: t('group.app'),
      icon: <LogoutRounded />,
      run: () => void signOut().catch(notifyError),
    },
  ]);
  useShortcuts([
    {
      id: 'palette',
      keys: '$mod+KeyK',
      inFields: true,
      label: t('findOrDo'),
      run: openCommandPalette,
    },
    { id: 'help', keys: '[Shift]+?', label: t('showShortcuts'), run: () => setHelpOpen(true) },
  ]);

  return (
    <Suspense fallback={null}>
      <BackGuard />
      {paletteOpen && <CommandPalette />}
      {(asking || beginning) && <TicketDialogs />}
      {helpOpen && <ShortcutsDialog open onClose={() => setHelpOpen(false)} />}
    </Suspense>
  );
};
