import { TagsScreen } from '../../features/tags/components/tags-screen.tsx';

export const Component = TagsScreen;
