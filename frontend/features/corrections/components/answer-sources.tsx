import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import type { KnowledgeSource } from '@prosa/shared/entities/assistant-knowledge.ts';
import { Link as RouterLink } from 'react-router';
import { paths } from '../../../lib/screen/paths.ts';
import { useTranslation } from '../../../lib/texts/use-translation.ts';

/** The pages on which sources are changed. A correction is changed in its own dialog. */
const PAGES: Readonly<Partial<Record<KnowledgeSource['kind'], string>>> = {
  quickMessage: paths.quickMessages,
  fileList: paths.fileLists,
};

interface AnswerSourcesProps {
  sources: readonly KnowledgeSource[];
  /** Whether names lead to the pages of quick replies and file lists. */
  areLinks?: boolean;
}

/** The sources on which an answer of an assistant rests. */
export const AnswerSources = ({ sources, areLinks = false }: AnswerSourcesProps) => {
  const { t } = useTranslation('corrections');
  return (
    <Typography
      variant="caption"
      component="span"
      sx={{ minWidth: 0, color: 'text.secondary', overflowWrap: 'anywhere' }}
    >
      {t(sources.length === 0 ? 'instructions' : 'based')}
      {sources.map(({ kind, id, title }, nth) => {
        const name = t(`source.${kind}`, { title });
        const page = areLinks ? PAGES[kind] : undefined;
        return (
          <span key={`${kind} ${id}`}>
            {nth === 0 ? ' ' : ', '}
            {page === undefined ? (
              name
            ) : (
              <Link component={RouterLink} to={page} color="inherit">
                {name}
              </Link>
            )}
          </span>
        );
      })}
    </Typography>
  );
};
