import AutoAwesomeOutlined from '@mui/icons-material/AutoAwesomeOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import type { KnowledgeSource } from '@prosa/shared/entities/assistant-knowledge.ts';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { icon } from '../../../theme/tokens.ts';
import { AnswerSources } from './answer-sources.tsx';

interface AssistedLineProps {
  sources: readonly KnowledgeSource[];
  /** null if the user may not correct assistants. */
  onCorrect: (() => void) | null;
}

/** The line below an answer of an assistant: its sources, and the button that corrects it. */
const AssistedLine = ({ sources, onCorrect }: AssistedLineProps) => {
  const { t } = useTranslation('corrections');
  return (
    <Box
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        justifyContent: 'flex-end',
        columnGap: 1,
        maxWidth: '100%',
        paddingInline: 2,
        color: 'text.secondary',
      }}
    >
      <AutoAwesomeOutlined sx={{ fontSize: icon.small }} aria-hidden />
      <Typography variant="caption">{t('by')}</Typography>
      <AnswerSources sources={sources} areLinks={onCorrect !== null} />
      {onCorrect !== null && (
        <Button size="small" onClick={onCorrect}>
          {t('correct')}
        </Button>
      )}
    </Box>
  );
};

export default AssistedLine;
