import { Welcome } from '../../features/tickets/components/welcome.tsx';

export const Component = Welcome;
