import Box from '@mui/material/Box';
import type { TicketView } from '@prosa/shared/contracts/tickets.ts';
import { hasStayed } from '@prosa/shared/rules/send-failure.ts';
import { type RefObject, Suspense, useCallback, useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';
import { ErrorState } from '../../../../components/error-state.tsx';
import { PaneSkeleton } from '../../../../components/skeletons.tsx';
import { isGone } from '../../../../lib/api/api-error.ts';
import { lazyPart } from '../../../../lib/screen/lazy-part.ts';
import { paths } from '../../../../lib/screen/paths.ts';
import { withTexts } from '../../../../lib/texts/with-texts.ts';
import type { ComposerStore } from '../../composer-store.ts';
import { useConversation } from '../../hooks/use-conversation.ts';
import { useMarkRead } from '../../hooks/use-mark-read.ts';
import { useMessageActions } from '../../hooks/use-message-actions.ts';
import { useSelection } from '../../hooks/use-selection.ts';
import { isWritable } from '../../is-writable.ts';
import { questionBefore } from '../../question-before.ts';
import { endSelection } from '../../selection.ts';
import { ConnectionBanner } from './connection-banner.tsx';
import { MessageList } from './message-list.tsx';
import { SelectionBar } from './selection-bar.tsx';

const ForwardDialog = lazyPart(() => import('./forward-dialog.tsx'));
const CorrectAnswer = lazyPart(() => withTexts(import('./correct-answer.tsx'), 'corrections'));

/**
 * Returns a function that navigates from a found message to the end of the conversation. Also navigates there when the
 * found message was deleted, and when the user sends a message, because it appears at the end.
 */
const useLeaveFound = (uuid: string, speaks: boolean, gone: boolean): (() => void) => {
  const navigate = useNavigate();
  const leave = useCallback(() => void navigate(paths.ticket(uuid), { replace: true }), [navigate, uuid]);
  useEffect(() => {
    if (speaks || gone) leave();
  }, [speaks, gone, leave]);
  return leave;
};

interface ConversationMessagesProps {
  uuid: string;
  /** undefined while the ticket loads. */
  ticket: TicketView | undefined;
  found: string | null;
  dispatch: ComposerStore['dispatch'];
  /** Height in px of the last list of messages. */
  lastHeight: RefObject<number>;
}

/**
 * The messages of a conversation. Loads them, marks them as read, and handles selection and forwarding. Remounted for
 * each conversation and each found message.
 */
export const ConversationMessages = ({
  uuid,
  ticket,
  found,
  dispatch,
  lastHeight,
}: ConversationMessagesProps) => {
  const { history, items, unreadAbove, hasNewer, newestId, underWay } = useConversation(uuid, found);
  useMarkRead(ticket, newestId);
  const goToEnd = useLeaveFound(uuid, hasNewer && underWay > 0, found !== null && isGone(history.error));
  const { actions, forwarding, setForwarding, endForward, correcting, endCorrection } = useMessageActions(
    ticket,
    dispatch,
  );
  const selected = useSelection(items);
  const column = useRef<HTMLDivElement>(null);

  if (ticket === undefined) return <PaneSkeleton />;
  const stayed = items.filter(
    (item) => item.kind === 'message' && item.message.ticketId === ticket.id && hasStayed(item.message),
  );
  const leaveSelection = () => {
    endSelection();
    // Otherwise the keyboard focus would be lost when the selection bar unmounts.
    column.current?.querySelector<HTMLElement>('[role="log"]')?.focus({ preventScroll: true });
  };
  return (
    <Box ref={column} sx={{ flex: 1, minHeight: 0, display: 'flex', flexDirection: 'column' }}>
      {isWritable(ticket.status) && <ConnectionBanner ticket={ticket} stayed={stayed.length} />}
      {history.isPending && <PaneSkeleton />}
      {history.isError && <ErrorState error={history.error} onRetry={() => void history.refetch()} />}
      {history.isSuccess && (
        <MessageList
          items={items}
          isGroup={ticket.isGroup}
          hasOlder={history.hasNextPage}
          isLoadingOlder={history.isFetchingNextPage}
          unreadAbove={unreadAbove}
          found={found}
          hasNewer={hasNewer}
          onLoadNewer={() => {
            if (!history.isFetchingPreviousPage) void history.fetchPreviousPage();
          }}
          onToEnd={goToEnd}
          onLoadOlder={() => void history.fetchNextPage()}
          actions={actions}
          lastHeight={lastHeight}
        />
      )}
      {selected !== null && (
        <SelectionBar
          count={selected.length}
          onForward={() => setForwarding(selected)}
          onEnd={leaveSelection}
        />
      )}
      {forwarding !== null && (
        <Suspense fallback={null}>
          <ForwardDialog
            messages={forwarding}
            onDone={() => {
              endForward();
              leaveSelection();
            }}
            onClose={endForward}
          />
        </Suspense>
      )}
      {correcting?.assistant !== undefined && (
        <Suspense fallback={null}>
          <CorrectAnswer
            message={{ ...correcting, assistant: correcting.assistant }}
            question={questionBefore(
              items.flatMap((item) => (item.kind === 'message' ? [item.message] : [])),
              correcting.id,
            )}
            ticketUuid={uuid}
            dispatch={dispatch}
            onClose={endCorrection}
          />
        </Suspense>
      )}
    </Box>
  );
};
