import { QueuesScreen } from '../../features/queues/components/queues-screen.tsx';

export const Component = QueuesScreen;
