import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import FormControlLabel from '@mui/material/FormControlLabel';
import Radio from '@mui/material/Radio';
import RadioGroup from '@mui/material/RadioGroup';
import Typography from '@mui/material/Typography';
import type { InteractiveContent } from '@prosa/shared/messaging/rich-content.ts';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ResponsiveDialog } from '../../../components/responsive-dialog.tsx';

interface ChoicesDialogProps {
  content: InteractiveContent;
  onClose: () => void;
  /** Answers with one; null where nobody can, as one's own message. */
  onAnswer: ((title: string) => void) | null;
}

interface Choice {
  title: string;
  description: string;
}

const sectionsOf = (content: InteractiveContent): { title: string; rows: Choice[] }[] => {
  if (content.kind === 'list') return content.sections;
  if (content.kind === 'pix') return [];
  const rows = content.buttons.flatMap(({ action, title }) =>
    action === 'reply' ? [{ title, description: '' }] : [],
  );
  return [{ title: '', rows }];
};

const Row = ({ title, description }: Choice) => (
  <Box sx={{ paddingBlock: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
    <Typography variant="body1">{title}</Typography>
    {description !== '' && (
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {description}
      </Typography>
    )}
  </Box>
);

/** What a message offers to choose from; one of the contact's is answered by choosing. */
const ChoicesDialog = ({ content, onClose, onAnswer }: ChoicesDialogProps) => {
  const { t } = useTranslation('messages');
  const titleId = useId();
  const sections = sectionsOf(content);
  const rows = sections.flatMap((section) => section.rows);
  const [chosen, setChosen] = useState<number | null>(null);
  const [failed, setFailed] = useState(false);
  const answer = () => {
    const row = chosen === null ? undefined : rows[chosen];
    setFailed(row === undefined);
    if (row === undefined || onAnswer === null) return;
    onAnswer(row.title);
    onClose();
  };
  const heading = content.kind === 'list' ? content.button : t('interactive.answer');
  let count = -1;
  return (
    <ResponsiveDialog open onClose={onClose} labelledBy={titleId} width="narrow">
      <DialogTitle id={titleId} sx={{ overflowWrap: 'anywhere' }}>
        {heading}
      </DialogTitle>
      <DialogContent>
        {failed && (
          <Alert severity="error" sx={{ marginBottom: 2 }}>
            {t('interactive.titleRequired')}
          </Alert>
        )}
        <RadioGroup
          aria-labelledby={titleId}
          value={chosen}
          onChange={(_event, value) => {
            setChosen(Number(value));
            setFailed(false);
          }}
        >
          {sections.map((section, sectionAt) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: they never move
            <Box key={sectionAt} sx={{ paddingBottom: 2 }}>
              {section.title !== '' && (
                <Typography variant="caption" component="h3" sx={{ color: 'primary.text' }}>
                  {section.title}
                </Typography>
              )}
              {section.rows.map((row) => {
                count += 1;
                return onAnswer === null ? (
                  <Row key={count} {...row} />
                ) : (
                  <FormControlLabel
                    key={count}
                    value={count}
                    control={<Radio autoFocus={count === 0} />}
                    label={<Row {...row} />}
                    sx={{ display: 'flex', marginInlineEnd: 0 }}
                  />
                );
              })}
            </Box>
          ))}
        </RadioGroup>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{t('close')}</Button>
        {onAnswer !== null && (
          <Button variant="contained" onClick={answer}>
            {t('interactive.answer')}
          </Button>
        )}
      </DialogActions>
    </ResponsiveDialog>
  );
};

export default ChoicesDialog;
