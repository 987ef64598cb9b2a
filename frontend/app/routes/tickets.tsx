import { TicketsScreen } from '../../features/tickets/components/tickets-screen.tsx';

export const Component = TicketsScreen;
