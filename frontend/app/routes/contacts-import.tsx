import { ImportScreen } from '../../features/contacts/components/import-screen.tsx';

export const Component = ImportScreen;
