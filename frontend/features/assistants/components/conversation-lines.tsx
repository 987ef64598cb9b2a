import Typography from '@mui/material/Typography';
import type { AssistantCall } from '@prosa/shared/entities/assistant.ts';
import { useTranslation } from '../../../lib/texts/use-translation.ts';

/** A text as its author wrote it. */
export const WRITTEN_TEXT = { whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' } as const;

/** A conversation as a model gets it, the newest line emphasised. */
export const ConversationLines = ({ lines }: { lines: AssistantCall['question'] }) => {
  const { t } = useTranslation('assistants');
  const numbered = lines.map((line, nth) => ({ ...line, nth }));
  return numbered.map(({ by, text, nth }) => (
    <Typography
      key={nth}
      variant="message"
      component="p"
      sx={{ ...WRITTEN_TEXT, color: nth === lines.length - 1 ? 'text.primary' : 'text.secondary' }}
    >
      <strong>{t(`by.${by}`)}</strong> {text}
    </Typography>
  ));
};
