import { LinkReturnScreen } from '../../features/connections/components/link-return-screen.tsx';

export const Component = LinkReturnScreen;
