import { AppShell } from '../shell/app-shell.tsx';

export const Component = AppShell;
