import { PrintScreen } from '../../features/messages/components/print-screen.tsx';

export const Component = PrintScreen;
