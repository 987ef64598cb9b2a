import { useParams, useSearchParams } from 'react-router';
import { ConversationPane } from '../../features/messages/components/conversation/conversation-pane.tsx';

export const Component = () => {
  const { uuid = '' } = useParams();
  const found = useSearchParams()[0].get('message');
  return <ConversationPane uuid={uuid} found={found} />;
};
