import { UsersScreen } from '../../features/users/components/users-screen.tsx';

export const Component = UsersScreen;
