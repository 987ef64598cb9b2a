import Box from '@mui/material/Box';
import useMediaQuery from '@mui/material/useMediaQuery';
import { Suspense, useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';
import { useStore } from 'zustand';
import { ErrorState } from '../../../../components/error-state.tsx';
import { PaneSkeleton } from '../../../../components/skeletons.tsx';
import { isGone } from '../../../../lib/api/api-error.ts';
import { clearNotices } from '../../../../lib/screen/clear-notices.ts';
import { lazyPart } from '../../../../lib/screen/lazy-part.ts';
import { notifyWarning } from '../../../../lib/screen/notify.ts';
import { paths } from '../../../../lib/screen/paths.ts';
import { useStateFor } from '../../../../lib/screen/use-state-for.ts';
import { useWidth } from '../../../../lib/screen/use-width.ts';
import { readStored } from '../../../../lib/storage.ts';
import { useTranslation } from '../../../../lib/texts/use-translation.ts';
import { layout } from '../../../../theme/tokens.ts';
import { contactColumn, THREE_COLUMNS, useContactColumn } from '../../../contacts/contact-column.ts';
import { useAbilities } from '../../../tickets/hooks/use-abilities.ts';
import { createComposerStore } from '../../composer-store.ts';
import { useOpenTicket } from '../../hooks/use-conversation.ts';
import { useFileDrop } from '../../hooks/use-file-drop.ts';
import { useMayReply } from '../../hooks/use-may-reply.ts';
import { isWritable } from '../../is-writable.ts';
import { selectionStore } from '../../selection.ts';
import { Composer } from '../composer/composer.tsx';
import { ConversationHeader, type TicketPart } from './conversation-header.tsx';
import { ConversationMessages } from './conversation-messages.tsx';
import { DropCover } from './drop-cover.tsx';
import { TakeFirst } from './take-first.tsx';

const ConversationFiles = lazyPart(() => import('./conversation-files.tsx'));
const ContactDrawer = lazyPart(() => import('../../../contacts/components/contact-drawer.tsx'));

/** Below this width, only the most used elements stay visible. The others move into menus. */
const COMPACT_PX = 480;

/** Redirects to the list with a notice that the ticket does not exist or is not accessible. */
const Unavailable = () => {
  const { t } = useTranslation('messages');
  const navigate = useNavigate();
  useEffect(() => {
    notifyWarning(t('unavailable'));
    void navigate(paths.tickets, { replace: true });
  }, [t, navigate]);
  return <PaneSkeleton />;
};

interface ConversationPaneProps {
  uuid: string;
  /** Id of the message that a search found; null without one. */
  found: string | null;
  /** The dialog for scheduling a message to the ticket's contact. */
  ScheduleDialog: TicketPart;
}

/**
 * The open conversation: header, messages, composer and contact panel. Header and composer stay mounted when the
 * conversation changes.
 */
export const ConversationPane = ({ uuid, found, ScheduleDialog }: ConversationPaneProps) => {
  const ticket = useOpenTicket(uuid);
  const [composer] = useStateFor(uuid, () => createComposerStore(readStored('signMessages') ?? false));
  const isSelecting = useStore(selectionStore, ({ ids }) => ids !== null);
  const hasColumn = useMediaQuery(THREE_COLUMNS, { noSsr: true });
  const columnOpen = useContactColumn();
  const [overlay, setOverlay] = useStateFor(uuid, () => false);
  const drawer = hasColumn ? columnOpen : overlay;
  const setDrawer = (open: boolean) => (hasColumn ? contactColumn.setState({ open }) : setOverlay(open));
  const can = useAbilities(ticket.data?.whatsappId);
  const mayReply = useMayReply(ticket.data, can);
  const drop = useFileDrop(mayReply, (files) => composer.dispatch({ type: 'attach', files, caption: '' }));
  const { ref, width } = useWidth();
  // Kept while conversations change, because the next list has most likely the same height.
  const listHeight = useRef(globalThis.innerHeight);

  if (isGone(ticket.error)) return <Unavailable />;
  if (ticket.isError) return <ErrorState error={ticket.error} onRetry={() => void ticket.refetch()} />;

  const shown = ticket.data;
  const compact = width - (drawer && hasColumn ? layout.contactDrawer : 0) < COMPACT_PX;
  return (
    <Box ref={ref} sx={{ position: 'relative', display: 'flex', height: '100%', minWidth: 0, flex: 1 }}>
      <Box
        {...drop.handlers}
        sx={{ position: 'relative', flex: 1, minWidth: 0, display: 'flex', flexDirection: 'column' }}
      >
        {shown !== undefined && (
          <ConversationHeader
            ticket={shown}
            ScheduleDialog={ScheduleDialog}
            compact={compact}
            onToggleContact={() => setDrawer(!drawer)}
            contactOpen={drawer}
          />
        )}
        <ConversationMessages
          key={`${uuid} ${found ?? ''}`}
          uuid={uuid}
          ticket={shown}
          found={found}
          dispatch={composer.dispatch}
          lastHeight={listHeight}
        />
        {shown !== undefined && (
          // Hidden, not unmounted, so that an edit or a recording continues.
          <Box ref={clearNotices} sx={{ display: isSelecting ? 'none' : 'block', flexShrink: 0 }}>
            {isWritable(shown.status) ? (
              <Composer ticket={shown} compact={compact} composer={composer} can={can} />
            ) : (
              <TakeFirst ticket={shown} />
            )}
          </Box>
        )}
        {drop.isOver && <DropCover onLeave={drop.leave} />}
      </Box>
      {shown !== undefined && drawer && (
        <Suspense fallback={null}>
          <ContactDrawer
            key={uuid}
            ticket={shown}
            files={<ConversationFiles uuid={uuid} />}
            over={!hasColumn}
            onClose={() => setDrawer(false)}
          />
        </Suspense>
      )}
    </Box>
  );
};
