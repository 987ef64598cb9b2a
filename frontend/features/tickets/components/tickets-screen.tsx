import { Outlet } from 'react-router';

export const TicketsScreen = () => <Outlet />;
