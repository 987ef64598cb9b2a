import ArrowBackRounded from '@mui/icons-material/ArrowBackRounded';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useNavigate } from 'react-router';
import { IconAction } from '../../../components/icon-action.tsx';
import { paths } from '../../../lib/screen/paths.ts';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import type { DraftStatus } from '../hooks/use-draft.ts';
import { SaveMark } from './save-mark.tsx';

interface EditorHeaderProps {
  name: string;
  status: DraftStatus;
  /** Whether the draft differs from what is published. */
  isUnpublished: boolean;
  isPublishing: boolean;
  onPublish: () => void;
}

/** The head of the editor: the flow's name, whether the draft is saved, and the button that publishes. */
export const EditorHeader = ({ name, status, isUnpublished, isPublishing, onPublish }: EditorHeaderProps) => {
  const { t } = useTranslation('flows');
  const navigate = useNavigate();
  return (
    <Box
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        columnGap: 3,
        rowGap: 1,
        paddingInline: { xs: 2, md: 4 },
        paddingBlock: 3,
        borderBottom: 1,
        borderColor: 'divider',
        bgcolor: 'background.paper',
      }}
    >
      <IconAction
        label={t('editor.back')}
        icon={<ArrowBackRounded />}
        onClick={() => void navigate(paths.flows)}
      />
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Typography variant="h3" component="h1" noWrap>
          {t('editor.title')}
        </Typography>
        <Typography variant="body2" noWrap sx={{ color: 'text.secondary' }}>
          {name}
        </Typography>
      </Box>
      <Button variant="contained" loading={isPublishing} onClick={onPublish} sx={{ order: { xs: 0, md: 1 } }}>
        {t('editor.publish')}
      </Button>
      <Box
        sx={{
          display: 'flex',
          flexWrap: 'wrap',
          alignItems: 'center',
          columnGap: 4,
          width: { xs: '100%', md: 'auto' },
          paddingInline: { xs: 2, md: 0 },
        }}
      >
        {isUnpublished && (
          <Typography variant="body2" sx={{ color: 'text.secondary' }}>
            {t('editor.reminder')}
          </Typography>
        )}
        <SaveMark status={status} />
      </Box>
    </Box>
  );
};
