import { type MessageView, messageRoutes } from '@prosa/shared/contracts/messages.ts';
import type { TicketView } from '@prosa/shared/contracts/tickets.ts';
import { useCallback, useMemo, useState } from 'react';
import { confirm } from '../../../components/confirm-dialog.tsx';
import { call } from '../../../lib/api/api-client.ts';
import { queryClient } from '../../../lib/api/query.ts';
import { notifyError } from '../../../lib/screen/notify.ts';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { useUser } from '../../auth/hooks/use-user.ts';
import { useMayManageAssistants } from '../../directory/hooks/use-may-manage-assistants.ts';
import { useAbilities } from '../../tickets/hooks/use-abilities.ts';
import { putMessages } from '../apply-message-event.ts';
import type { ComposerStore } from '../composer-store.ts';
import { isWritable } from '../is-writable.ts';
import type { MessageActions } from '../message-actions.ts';
import { quoteOf } from '../message-summary.ts';
import { deliverPending, sendMessage } from '../pending-messages.ts';
import { PENDING_PREFIX } from '../pending-store.ts';
import { useMayReply } from './use-may-reply.ts';

/** Returns the actions on a conversation's messages, the messages to forward, and the answer to correct. */
export const useMessageActions = (ticket: TicketView | undefined, dispatch: ComposerStore['dispatch']) => {
  const { t } = useTranslation('messages');
  const { id: userId } = useUser();
  const { id, uuid, status } = ticket ?? {};
  const can = useAbilities(ticket?.whatsappId);
  const mayReply = useMayReply(ticket, can);
  const isQuotable = can?.quotes !== false && (mayReply || !isWritable(status));
  const contactName = ticket?.contact.name ?? '';
  const mayCorrect = useMayManageAssistants();
  const [forwarding, setForwarding] = useState<readonly MessageView[] | null>(null);
  const [correcting, setCorrecting] = useState<MessageView | null>(null);
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
      can,
      answer: mayReply ? answer : null,
      quote: isQuotable ? (message) => dispatch({ type: 'quote', message }) : null,
      edit: (message) => dispatch({ type: 'edit', message }),
      forward: (message) => setForwarding([message]),
      remove: (message) => void remove(message).catch(notifyError),
      resend: (message) => void resend(message).catch(notifyError),
      correct: mayCorrect ? setCorrecting : null,
    };
  }, [t, userId, id, uuid, can, mayReply, mayCorrect, isQuotable, contactName, dispatch]);
  const endForward = useCallback(() => setForwarding(null), []);
  const endCorrection = useCallback(() => setCorrecting(null), []);
  return { actions, forwarding, setForwarding, endForward, correcting, endCorrection };
};
