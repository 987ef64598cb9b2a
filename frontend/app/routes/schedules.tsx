import { SchedulesScreen } from '../../features/schedules/components/schedules-screen.tsx';

export const Component = SchedulesScreen;
