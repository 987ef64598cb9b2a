import { PaneSkeleton } from '../../components/skeletons.tsx';

export const Component = PaneSkeleton;
