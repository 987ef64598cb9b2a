import UploadFileRounded from '@mui/icons-material/UploadFileRounded';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import useMediaQuery from '@mui/material/useMediaQuery';
import { type MessageView, messageRoutes } from '@prosa/shared/contracts/messages.ts';
import type { TicketView } from '@prosa/shared/contracts/tickets.ts';
import { hasStayed } from '@prosa/shared/rules/send-failure.ts';
import { type DragEvent, Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { confirm } from '../../../../components/confirm-dialog.tsx';
import { ErrorState } from '../../../../components/error-state.tsx';
import { PaneSkeleton } from '../../../../components/skeletons.tsx';
import { call } from '../../../../lib/api/api-client.ts';
import { ApiError } from '../../../../lib/api/api-error.ts';
import { queryClient } from '../../../../lib/api/query.ts';
import { lazyPart } from '../../../../lib/screen/lazy-part.ts';
import { NOTICE_CLEARANCE, notifyError, notifyWarning } from '../../../../lib/screen/notify.ts';
import { paths } from '../../../../lib/screen/paths.ts';
import { useWidth } from '../../../../lib/screen/use-width.ts';
import { icon, layout } from '../../../../theme/tokens.ts';
import { useUser } from '../../../auth/hooks/use-user.ts';
import { contactColumn, THREE_COLUMNS, useContactColumn } from '../../../contacts/contact-column.ts';
import { acceptTicket, reopenTicket } from '../../../tickets/actions.ts';
import { putMessages } from '../../apply-message-event.ts';
import { useConversation } from '../../hooks/use-conversation.ts';
import { useSelection } from '../../hooks/use-selection.ts';
import { quoteOf } from '../../message-summary.ts';
import { deliverPending, sendMessage } from '../../pending-messages.ts';
import { PENDING_PREFIX } from '../../pending-store.ts';
import { endSelection } from '../../selection.ts';
import { Composer } from '../composer/composer.tsx';
import type { MessageActions } from '../message/message-bubble.tsx';
import { ConnectionBanner } from './connection-banner.tsx';
import { ConversationHeader } from './conversation-header.tsx';
import { MessageList } from './message-list.tsx';
import { SelectionBar } from './selection-bar.tsx';

const ConversationFiles = lazyPart(() => import('./conversation-files.tsx'));
const ContactDrawer = lazyPart(() => import('../../../contacts/components/contact-drawer.tsx'));
const ForwardDialog = lazyPart(() => import('./forward-dialog.tsx'));

/** Notices stand above what is written in. */
const clearNotices = (element: HTMLElement) => {
  const root = document.documentElement.style;
  const observer = new ResizeObserver(() =>
    root.setProperty(NOTICE_CLEARANCE, `${element.clientHeight || layout.topBar}px`),
  );
  observer.observe(element);
  return () => {
    observer.disconnect();
    root.removeProperty(NOTICE_CLEARANCE);
  };
};

/** Below this a conversation keeps what is needed all the time in sight, and the rest in menus. */
const COMPACT_PX = 480;

/** Leads back to the list, saying that the ticket is not there, or not for this person. */
const Unavailable = () => {
  const { t } = useTranslation('messages');
  const navigate = useNavigate();
  useEffect(() => {
    notifyWarning(t('unavailable'));
    void navigate(paths.tickets, { replace: true });
  }, [t, navigate]);
  return <PaneSkeleton />;
};

/** Says why nothing can be written, and offers what makes it possible. */
const TakeFirst = ({ ticket }: { ticket: TicketView }) => {
  const { t } = useTranslation('messages');
  const closed = ticket.status === 'closed';
  return (
    <Box
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        justifyContent: 'center',
        gap: 3,
        padding: 4,
        borderTop: '1px solid',
        borderColor: 'divider',
        bgcolor: 'background.paper',
      }}
    >
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {closed ? t('closedHint') : t('pendingHint')}
      </Typography>
      <Button variant="contained" onClick={() => void (closed ? reopenTicket(ticket) : acceptTicket(ticket))}>
        {closed ? t('reopen') : t('accept')}
      </Button>
    </Box>
  );
};

const isWritable = (status: TicketView['status'] | undefined): boolean =>
  status === 'open' || status === 'group';

const useMessageActions = (ticket: TicketView | undefined) => {
  const { t } = useTranslation('messages');
  const { id: userId } = useUser();
  const { id, uuid, status } = ticket ?? {};
  const contactName = ticket?.contact.name ?? '';
  const [quoted, setQuoted] = useState<MessageView | null>(null);
  const [editing, setEditing] = useState<MessageView | null>(null);
  const [forwarding, setForwarding] = useState<readonly MessageView[] | null>(null);
  const actions = useMemo<Omit<MessageActions, 'openQuoted'>>(() => {
    const remove = async (message: MessageView) => {
      const yes = await confirm({
        title: t('remove.title'),
        body: message.isPrivate ? t('remove.note') : t('remove.everyone'),
        confirmLabel: t('remove.confirm'),
        danger: true,
      });
      if (!yes) return;
      const removed = await call(messageRoutes.remove, { params: { messageId: message.id } });
      if (!message.isPrivate) putMessages(queryClient, [removed]);
    };
    const resend = async (message: MessageView) => {
      if (message.id.startsWith(PENDING_PREFIX))
        await deliverPending(message.id.slice(PENDING_PREFIX.length));
      else
        putMessages(queryClient, [await call(messageRoutes.resend, { params: { messageId: message.id } })]);
    };
    const answer = (message: MessageView, body: string) => {
      if (id !== undefined && uuid !== undefined)
        sendMessage({ id, uuid }, userId, { body, quoted: quoteOf(message, contactName) });
    };
    return {
      answer: isWritable(status) ? answer : null,
      quote: setQuoted,
      edit: setEditing,
      forward: (message) => setForwarding([message]),
      remove: (message) => void remove(message).catch(notifyError),
      resend: (message) => void resend(message).catch(notifyError),
    };
  }, [t, userId, id, uuid, status, contactName]);
  const dropQuote = useCallback(() => setQuoted(null), []);
  const endEdit = useCallback(() => setEditing(null), []);
  const endForward = useCallback(() => setForwarding(null), []);
  return { actions, quoted, dropQuote, editing, endEdit, forwarding, setForwarding, endForward };
};

/** There is no such thing for this person, or its address is none. */
const isGone = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 404 || error.status === 400);

/**
 * Leads from a found message to the end of the conversation: when asked to, when something is said, which stands there,
 * and when the message is gone.
 */
const useLeaveFound = (uuid: string, speaks: boolean, gone: boolean): (() => void) => {
  const navigate = useNavigate();
  const leave = useCallback(() => void navigate(paths.ticket(uuid), { replace: true }), [navigate, uuid]);
  useEffect(() => {
    if (speaks || gone) leave();
  }, [speaks, gone, leave]);
  return leave;
};

/** One conversation: its ticket, its messages, and where answers are written. */
export const ConversationPane = ({ uuid, found }: { uuid: string; found: string | null }) => {
  const { t } = useTranslation('messages');
  const { ticket, history, items, isOpening, unreadAbove, hasNewer, underWay } = useConversation(uuid, found);
  const goToEnd = useLeaveFound(uuid, hasNewer && underWay > 0, found !== null && isGone(history.error));
  const { actions, quoted, dropQuote, editing, endEdit, forwarding, setForwarding, endForward } =
    useMessageActions(ticket.data);
  const selected = useSelection(items);
  const column = useRef<HTMLDivElement>(null);
  const hasColumn = useMediaQuery(THREE_COLUMNS, { noSsr: true });
  const columnOpen = useContactColumn();
  const [overlay, setOverlay] = useState(false);
  const drawer = hasColumn ? columnOpen : overlay;
  const setDrawer = (open: boolean) => (hasColumn ? contactColumn.setState({ open }) : setOverlay(open));
  const [dragging, setDragging] = useState(false);
  const [dropped, setDropped] = useState<readonly File[]>([]);
  const { ref, width } = useWidth();
  const endDrop = useCallback(() => setDropped([]), []);

  if (isGone(ticket.error)) return <Unavailable />;
  if (ticket.isError) return <ErrorState error={ticket.error} onRetry={() => void ticket.refetch()} />;
  if (ticket.data === undefined) return <PaneSkeleton />;

  const stayed = items.filter(
    (item) => item.kind === 'message' && item.message.ticketId === ticket.data.id && hasStayed(item.message),
  );
  const compact = width - (drawer && hasColumn ? layout.contactDrawer : 0) < COMPACT_PX;
  const writable = isWritable(ticket.data.status);
  const leaveSelection = () => {
    endSelection();
    // The keyboard stays in the conversation.
    column.current?.querySelector<HTMLElement>('[role="log"]')?.focus({ preventScroll: true });
  };
  const onDrag = (event: DragEvent) => {
    if (!writable || !event.dataTransfer.types.includes('Files')) return;
    event.preventDefault();
    setDragging(true);
  };
  const onDrop = (event: DragEvent) => {
    if (!writable) return;
    event.preventDefault();
    setDragging(false);
    setDropped([...event.dataTransfer.files]);
  };
  return (
    <Box ref={ref} sx={{ position: 'relative', display: 'flex', height: '100%', minWidth: 0, flex: 1 }}>
      <Box
        ref={column}
        onDragOver={onDrag}
        onDragLeave={(event) => event.currentTarget === event.target && setDragging(false)}
        onDrop={onDrop}
        sx={{ position: 'relative', flex: 1, minWidth: 0, display: 'flex', flexDirection: 'column' }}
      >
        <ConversationHeader
          ticket={ticket.data}
          compact={compact}
          onToggleContact={() => setDrawer(!drawer)}
          contactOpen={drawer}
        />
        {writable && <ConnectionBanner ticket={ticket.data} stayed={stayed.length} />}
        {(history.isPending || isOpening) && <PaneSkeleton />}
        {history.isError && <ErrorState error={history.error} onRetry={() => void history.refetch()} />}
        {history.isSuccess && !isOpening && (
          <MessageList
            items={items}
            isGroup={ticket.data.isGroup}
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
          />
        )}
        {selected !== null && (
          <SelectionBar
            count={selected.length}
            onForward={() => setForwarding(selected)}
            onEnd={leaveSelection}
          />
        )}
        {/* What is being written or recorded waits. */}
        <Box ref={clearNotices} sx={{ display: selected === null ? 'block' : 'none', flexShrink: 0 }}>
          {writable ? (
            <Composer
              ticket={ticket.data}
              compact={compact}
              quoted={quoted}
              onQuoteDone={dropQuote}
              editing={editing}
              onEditDone={endEdit}
              dropped={dropped}
              onDropDone={endDrop}
            />
          ) : (
            <TakeFirst ticket={ticket.data} />
          )}
        </Box>
        {dragging && (
          <Box
            onDragLeave={() => setDragging(false)}
            sx={{
              position: 'absolute',
              inset: 0,
              display: 'flex',
              flexDirection: 'column',
              alignItems: 'center',
              justifyContent: 'center',
              gap: 2,
              bgcolor: 'backdrop',
              color: 'common.white',
            }}
          >
            <UploadFileRounded sx={{ fontSize: icon.hero }} />
            <Typography variant="h3">{t('drop')}</Typography>
          </Box>
        )}
      </Box>
      <Suspense fallback={null}>
        {drawer && (
          <ContactDrawer
            ticket={ticket.data}
            files={<ConversationFiles uuid={ticket.data.uuid} />}
            over={!hasColumn}
            onClose={() => setDrawer(false)}
          />
        )}
        {forwarding !== null && (
          <ForwardDialog
            messages={forwarding}
            onDone={() => {
              endForward();
              leaveSelection();
            }}
            onClose={endForward}
          />
        )}
      </Suspense>
    </Box>
  );
};
