import { ContactsScreen } from '../../features/contacts/components/contacts-screen.tsx';

export const Component = ContactsScreen;
