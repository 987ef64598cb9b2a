import { ConnectionsScreen } from '../../features/connections/components/connections-screen.tsx';

export const Component = ConnectionsScreen;
