import { DashboardScreen } from '../../features/dashboard/components/dashboard-screen.tsx';

export const Component = DashboardScreen;
