import { type LoaderFunctionArgs, useParams, useSearchParams } from 'react-router';
import { ConversationPane } from '../../features/messages/components/conversation/conversation-pane.tsx';
import { fetchConversation } from '../../features/messages/hooks/use-conversation.ts';
import { lazyPart } from '../../lib/screen/lazy-part.ts';
import { withTexts } from '../../lib/texts/with-texts.ts';

const FOUND = 'message';

const ScheduleDialog = lazyPart(() =>
  withTexts(
    import('../../features/schedules/components/ticket-schedule-dialog.tsx'),
    'schedules',
    'template',
    'template-picker',
  ),
);

/** Starts the requests of a conversation on the click, because rendering its pane takes as long as they do. */
export const loader = ({ params: { uuid = '' }, request }: LoaderFunctionArgs): null => {
  fetchConversation(uuid, new URL(request.url).searchParams.get(FOUND));
  return null;
};

export const Component = () => {
  const { uuid = '' } = useParams();
  const found = useSearchParams()[0].get(FOUND);
  return <ConversationPane uuid={uuid} found={found} ScheduleDialog={ScheduleDialog} />;
};
