import {
  CORRECTED_ANSWER_CHARS,
  CORRECTED_QUESTION_CHARS,
} from '@prosa/shared/contracts/assistant-corrections.ts';
import type { MessageView } from '@prosa/shared/contracts/messages.ts';
import { useQuery } from '@tanstack/react-query';
import { notifyAction } from '../../../../lib/screen/notify.ts';
import { useTranslation } from '../../../../lib/texts/use-translation.ts';
import { useUser } from '../../../auth/hooks/use-user.ts';
import { CorrectionDialog } from '../../../corrections/components/correction-dialog.tsx';
import { correctionList } from '../../../corrections/correction-list.ts';
import { draftOf, draftStore, setDraft } from '../../../tickets/drafts.ts';
import type { ComposerStore } from '../../composer-store.ts';

interface CorrectAnswerProps {
  /** An answer of an assistant. */
  message: MessageView & { assistant: NonNullable<MessageView['assistant']> };
  question: string;
  ticketUuid: string;
  dispatch: ComposerStore['dispatch'];
  onClose: () => void;
}

/**
 * The dialog for correcting an answer in a conversation. An answer that rests on a correction changes that one, as long
 * as it exists. The right answer is then offered as a reply.
 */
const CorrectAnswer = ({ message, question, ticketUuid, dispatch, onClose }: CorrectAnswerProps) => {
  const { t } = useTranslation('corrections');
  const { id: userId } = useUser();
  const { promptId, sources } = message.assistant;
  const source = sources.find(({ kind }) => kind === 'correction');
  const { data, isLoading } = useQuery({ ...correctionList(promptId), enabled: source !== undefined });
  if (isLoading) return null;
  const given = message.body || (message.transcribedText ?? '');
  const putIntoReply = (answer: string): void => {
    const draft = draftOf(draftStore.getState().texts, userId, ticketUuid, 'reply');
    setDraft(userId, ticketUuid, 'reply', draft === '' ? answer : `${draft}\n${answer}`);
    dispatch({ type: 'chooseTab', tab: 'reply' });
  };
  return (
    <CorrectionDialog
      assistantId={promptId}
      correction={data?.corrections.find(({ id }) => id === source?.id) ?? null}
      question={question.slice(0, CORRECTED_QUESTION_CHARS).toWellFormed()}
      answer={given.slice(0, CORRECTED_ANSWER_CHARS).toWellFormed()}
      given={given}
      onSaved={({ answer }) => notifyAction(t('saved'), { label: t('use'), run: () => putIntoReply(answer) })}
      onClose={onClose}
    />
  );
};

export default CorrectAnswer;
