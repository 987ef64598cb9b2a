import { MomentsScreen } from '../../features/moments/components/moments-screen.tsx';

export const Component = MomentsScreen;
