import { PaneSkeleton } from '../../../components/skeletons.tsx';

/** The conversation of a ticket. */
export const ConversationPane = (_: { uuid: string }) => <PaneSkeleton />;
