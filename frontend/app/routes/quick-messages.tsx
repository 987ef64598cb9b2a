import { QuickMessagesScreen } from '../../features/quick-messages/components/quick-messages-screen.tsx';

export const Component = QuickMessagesScreen;
