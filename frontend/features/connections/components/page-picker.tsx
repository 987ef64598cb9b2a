import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import Typography from '@mui/material/Typography';
import { SwitchField } from '../../../components/switch-field.tsx';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import type { PageChoice, PageLink } from '../page-choices.ts';

const Detail = ({ text }: { text: string }) => (
  <Typography variant="caption" sx={{ display: 'block', color: 'text.secondary', overflowWrap: 'anywhere' }}>
    {text}
  </Typography>
);

const PageRow = ({
  choice,
  checked,
  onChange,
}: {
  choice: PageChoice;
  checked: boolean;
  onChange: (checked: boolean) => void;
}) => {
  const { t } = useTranslation('connections');
  const { name, instagram, isLinked, mayMessage } = choice;
  return (
    <FormControlLabel
      disabled={!mayMessage}
      control={<Checkbox checked={checked} onChange={(event) => onChange(event.target.checked)} />}
      sx={{ alignItems: 'flex-start', marginRight: 0 }}
      label={
        <Box sx={{ minWidth: 0, paddingBlock: 2 }}>
          <Typography sx={{ overflowWrap: 'anywhere' }}>{name}</Typography>
          {instagram !== null && <Detail text={instagram} />}
          {!mayMessage && <Detail text={t('link.pages.forbidden')} />}
          {mayMessage && isLinked && <Detail text={t('link.pages.linked')} />}
        </Box>
      }
    />
  );
};

interface PagePickerProps {
  links: PageLink;
  choices: readonly PageChoice[];
  /** Ids of the chosen pages. */
  chosen: readonly string[];
  onChoose: (pageIds: string[]) => void;
  /** Whether the Instagram accounts of the chosen pages are linked, too; null if that is not offered. */
  addInstagram: boolean | null;
  onAddInstagram: (add: boolean) => void;
}

/** The accounts of a login, to be chosen by checkboxes. */
export const PagePicker = ({
  links,
  choices,
  chosen,
  onChoose,
  addInstagram,
  onAddInstagram,
}: PagePickerProps) => {
  const { t } = useTranslation('connections');
  return (
    <Box sx={{ display: 'grid', gap: 3 }}>
      <Box component="fieldset" sx={{ border: 0, margin: 0, padding: 0, display: 'grid' }}>
        <Typography component="legend" variant="subtitle1">
          {t(`link.pages.choose.${links}`)}
        </Typography>
        {choices.map((choice) => (
          <PageRow
            key={choice.pageId}
            choice={choice}
            checked={chosen.includes(choice.pageId)}
            onChange={(checked) =>
              onChoose(
                checked ? [...chosen, choice.pageId] : chosen.filter((pageId) => pageId !== choice.pageId),
              )
            }
          />
        ))}
      </Box>
      {addInstagram !== null && (
        <SwitchField
          label={t('link.pages.addInstagram')}
          help={t('link.pages.addInstagramHelp')}
          checked={addInstagram}
          onChange={onAddInstagram}
        />
      )}
    </Box>
  );
};
