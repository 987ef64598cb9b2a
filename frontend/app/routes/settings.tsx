import { SettingsScreen } from '../../features/settings/components/settings-screen.tsx';

export const Component = SettingsScreen;
