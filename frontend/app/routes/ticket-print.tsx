import { PrintScreen } from '../../features/messages/components/conversation/print-screen.tsx';

export const Component = PrintScreen;
