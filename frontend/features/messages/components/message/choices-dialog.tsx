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
import { ResponsiveDialog } from '../../../../components/responsive-dialog.tsx';
import { useTranslation } from '../../../../lib/texts/use-translation.ts';

interface ChoicesDialogProps {
  content: InteractiveContent;
  onClose: () => void;
  /** Sends a choice as answer; null where answering is impossible, as for the user's own message. */
  onAnswer: ((title: string) => void) | null;
}

interface Choice {
  /** Running number across all sections. */
  id: number;
  title: string;
  description: string;
}

const sectionsOf = (content: InteractiveContent): { id: number; title: string; rows: Choice[] }[] => {
  let count = 0;
  const choices = (rows: readonly Omit<Choice, 'id'>[]): Choice[] =>
    rows.map(({ title, description }) => {
      count += 1;
      return { id: count, title, description };
    });
  if (content.kind === 'list')
    return content.sections.map(({ title, rows }, id) => ({ id, title, rows: choices(rows) }));
  if (content.kind === 'pix') return [];
  const replies = content.buttons.filter(({ action }) => action === 'reply');
  return [{ id: 0, title: '', rows: choices(replies.map(({ title }) => ({ title, description: '' }))) }];
};

const Row = ({ title, description }: Omit<Choice, 'id'>) => (
  <Box sx={{ paddingBlock: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
    <Typography variant="body1">{title}</Typography>
    {description !== '' && (
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {description}
      </Typography>
    )}
  </Box>
);

/** Shows the choices of a message; choosing one answers a contact's message. */
const ChoicesDialog = ({ content, onClose, onAnswer }: ChoicesDialogProps) => {
  const { t } = useTranslation('messages');
  const titleId = useId();
  const sections = sectionsOf(content);
  const rows = sections.flatMap((section) => section.rows);
  const [chosen, setChosen] = useState<number | null>(null);
  const [failed, setFailed] = useState(false);
  const answer = () => {
    const row = rows.find(({ id }) => id === chosen);
    setFailed(row === undefined);
    if (row === undefined || onAnswer === null) return;
    onAnswer(row.title);
    onClose();
  };
  const heading = content.kind === 'list' ? content.button : t('interactive.answer');
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
          {sections.map((section) => (
            <Box key={section.id} sx={{ paddingBottom: 2 }}>
              {section.title !== '' && (
                <Typography variant="caption" component="h3" sx={{ color: 'primary.text' }}>
                  {section.title}
                </Typography>
              )}
              {section.rows.map(({ id, ...row }) =>
                onAnswer === null ? (
                  <Row key={id} {...row} />
                ) : (
                  <FormControlLabel
                    key={id}
                    value={id}
                    control={<Radio autoFocus={id === 1} />}
                    label={<Row {...row} />}
                    sx={{ display: 'flex', marginInlineEnd: 0 }}
                  />
                ),
              )}
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
