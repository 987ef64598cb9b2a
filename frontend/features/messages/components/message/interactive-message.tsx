import Typography from '@mui/material/Typography';
import type { MessageView } from '@prosa/shared/contracts/messages.ts';
import { type InteractiveContent, interactiveContentSchema } from '@prosa/shared/messaging/rich-content.ts';
import { contentDataOf } from '@prosa/shared/messaging/stored-content.ts';
import { Suspense, useMemo, useState } from 'react';
import { lazyPart } from '../../../../lib/screen/lazy-part.ts';
import { useTranslation } from '../../../../lib/texts/use-translation.ts';
import type { MessageActions } from '../../message-actions.ts';
import { storedTemplateCard } from '../../template-card.ts';
import { InteractiveCard } from './interactive-card.tsx';
import { MessageText } from './message-text.tsx';

const ChoicesDialog = lazyPart(() => import('./choices-dialog.tsx'));

const hasChoices = (content: InteractiveContent): boolean =>
  content.kind === 'list' ||
  (content.kind === 'buttons' && content.buttons.some(({ action }) => action === 'reply'));

interface InteractiveMessageProps {
  message: MessageView;
  actions: MessageActions;
}

/** The interactive part of a message; shows the text of a message that cannot be parsed. */
const InteractiveMessage = ({ message, actions }: InteractiveMessageProps) => {
  const { t } = useTranslation('messages');
  const [choosing, setChoosing] = useState(false);
  const content = useMemo(
    () =>
      storedTemplateCard(message.dataJson) ??
      interactiveContentSchema.safeParse(contentDataOf(message.dataJson)).data,
    [message.dataJson],
  );
  if (content === undefined) {
    return message.body === '' ? (
      <Typography variant="body2" sx={{ color: 'error.text' }}>
        {t('interactive.unreadable')}
      </Typography>
    ) : (
      <MessageText text={message.body} />
    );
  }
  const { answer } = actions;
  const canAnswer = !message.fromMe && answer !== null;
  const isChoice = hasChoices(content) && (content.kind === 'list' || canAnswer);
  return (
    <>
      <InteractiveCard content={content} onChoose={isChoice ? () => setChoosing(true) : undefined} />
      {choosing && (
        <Suspense fallback={null}>
          <ChoicesDialog
            content={content}
            onClose={() => setChoosing(false)}
            onAnswer={canAnswer ? (title) => answer(message, title) : null}
          />
        </Suspense>
      )}
    </>
  );
};

export default InteractiveMessage;
