import Box from '@mui/material/Box';
import { type MessageView, messageRoutes } from '@prosa/shared/contracts/messages.ts';
import type { TicketView } from '@prosa/shared/contracts/tickets.ts';
import type { ChannelAbilities } from '@prosa/shared/messaging/channel-abilities.ts';
import { useEffect, useRef } from 'react';
import { useStore } from 'zustand';
import { call } from '../../../../lib/api/api-client.ts';
import { queryClient } from '../../../../lib/api/query.ts';
import { notifyError } from '../../../../lib/screen/notify.ts';
import { useUser } from '../../../auth/hooks/use-user.ts';
import { fetchQuickFile } from '../../../quick-messages/fetch-quick-file.ts';
import { useReplyWindow } from '../../../tickets/hooks/use-reply-window.ts';
import { replyFactsOf } from '../../../tickets/reply-time.ts';
import { putMessages } from '../../apply-message-event.ts';
import { messageOf } from '../../composer-state.ts';
import type { ComposerStore } from '../../composer-store.ts';
import { useCompletion } from '../../hooks/use-completion.ts';
import { useFocusOnAnswer } from '../../hooks/use-composer-focus.ts';
import { useComposerText } from '../../hooks/use-composer-text.ts';
import { useTyping } from '../../hooks/use-typing.ts';
import { sendMessage } from '../../pending-messages.ts';
import { CompletionChoice } from './completion-choice.tsx';
import { ComposerBanner } from './composer-banner.tsx';
import { ComposerButton } from './composer-button.tsx';
import { ComposerDialogs } from './composer-dialogs.tsx';
import { ComposerField } from './composer-field.tsx';
import { ComposerTabs } from './composer-tabs.tsx';
import { ComposerTools } from './composer-tools.tsx';
import { ReplyCountdown } from './reply-countdown.tsx';
import { TextCounter } from './text-counter.tsx';
import { VoiceRecorder } from './voice-recorder.tsx';
import { WindowClosed } from './window-closed.tsx';

interface ComposerProps {
  ticket: TicketView;
  /** Whether space is limited: the tools are above the text instead of beside it. */
  compact: boolean;
  composer: ComposerStore;
  /** What the ticket's channel can do; undefined while unknown. */
  can: ChannelAbilities | undefined;
}

const saveEdit = (message: MessageView, body: string): void => {
  call(messageRoutes.edit, { params: { messageId: message.id }, body: { body } })
    .then((edited) => putMessages(queryClient, [edited]))
    .catch(notifyError);
};

/** The composer for replies and notes: text, emoji, files, a contact, a voice note. */
export const Composer = ({ ticket, compact, composer, can }: ComposerProps) => {
  const { id: userId, company } = useUser();
  const { dispatch } = composer;
  const state = useStore(composer);
  const field = useRef<HTMLTextAreaElement>(null);
  const { text, setText, replace, insert } = useComposerText(ticket.uuid, state, dispatch, field);
  const completion = useCompletion(text, state, {
    dispatch,
    replace,
    onQuick: ({ id, message, mediaPath }) => {
      replace(0, text.length, message);
      if (mediaPath === null) return;
      fetchQuickFile(id).then(
        (file) => dispatch({ type: 'attach', files: [file], caption: message }),
        notifyError,
      );
    },
  });
  useFocusOnAnswer(field, state);
  const facts = replyFactsOf(ticket);
  const policy = can?.replyWindow ?? null;
  const isReply = state.tab === 'reply' && state.edit === null;
  const isClosed = useReplyWindow(ticket, policy) === 'closed' && isReply;
  useEffect(() => () => dispatch({ type: 'leave' }), [dispatch]);
  const showTyping = useTyping(ticket, can, userId);

  const canSign = company.companieSettings.sendSignMessage === 'enabled';
  const send = () => {
    const body = text.trim();
    if (body === '') return;
    if (state.edit === null) {
      sendMessage(ticket, userId, messageOf(state, body, { canSign, contactName: ticket.contact.name }));
      setText('');
    } else saveEdit(state.edit.message, body);
    dispatch({ type: 'sent' });
  };
  const hasTemplates = can?.templates === true;
  const isVoiceNote = can?.voiceNotes !== false;
  const tools = (
    <ComposerTools
      state={state}
      dispatch={dispatch}
      canSign={canSign}
      hasTemplates={hasTemplates}
      onEmoji={insert}
    />
  );
  const countdown = policy !== null && facts !== undefined && isReply && (
    <ReplyCountdown policy={policy} facts={facts} />
  );

  return (
    <Box
      sx={{
        borderTop: '1px solid',
        borderColor: 'divider',
        bgcolor: 'background.paper',
        paddingInline: 3,
        paddingTop: 1,
        paddingBottom: 'max(12px, env(safe-area-inset-bottom))',
      }}
    >
      <Box sx={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between' }}>
        <ComposerTabs
          tab={state.tab}
          compact={compact}
          dispatch={dispatch}
          focus={() => field.current?.focus()}
        />
        {compact ? !state.isRecording && !isClosed && tools : countdown}
      </Box>
      {compact && countdown}
      {!isClosed && <ComposerBanner state={state} dispatch={dispatch} contactName={ticket.contact.name} />}
      <CompletionChoice completion={completion} />
      {state.isRecording ? (
        <VoiceRecorder
          format={isVoiceNote ? 'voice-note' : 'common'}
          onDone={(file) => {
            dispatch({ type: 'endRecording' });
            if (file !== null) sendMessage(ticket, userId, { body: '', file: { file, voice: isVoiceNote } });
          }}
        />
      ) : isClosed && policy !== null && facts !== undefined ? (
        <WindowClosed
          uuid={ticket.uuid}
          policy={policy}
          facts={facts}
          hasDraft={text.trim() !== ''}
          onTemplate={hasTemplates ? () => dispatch({ type: 'openDialog', dialog: 'template' }) : undefined}
        />
      ) : (
        <Box sx={{ display: 'flex', alignItems: 'flex-end', gap: 1, paddingTop: 2 }}>
          {!compact && tools}
          <ComposerField
            // One field for each conversation, because the browser's undo must not restore another conversation's text.
            key={ticket.uuid}
            state={state}
            dispatch={dispatch}
            text={text}
            onText={(typed) => {
              setText(typed);
              if (isReply && typed.trim() !== '') showTyping();
            }}
            completion={completion}
            fieldRef={field}
            onSend={send}
          />
          <ComposerButton state={state} dispatch={dispatch} text={text} onSend={send} />
        </Box>
      )}
      {can !== undefined && isReply && !isClosed && (
        <TextCounter length={text.trim().length} max={can.textChars} />
      )}
      <ComposerDialogs
        key={ticket.uuid}
        ticket={ticket}
        can={can}
        state={state}
        dispatch={dispatch}
        onCaptionSent={(caption) => {
          // A quick reply's text stays in the field until its file is sent.
          if (text === caption) setText('');
        }}
      />
    </Box>
  );
};
