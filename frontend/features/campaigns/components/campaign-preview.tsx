import AttachFileRounded from '@mui/icons-material/AttachFileRounded';
import Autocomplete from '@mui/material/Autocomplete';
import Box from '@mui/material/Box';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { fillCampaignText } from '@prosa/shared/rules/campaign-text.ts';
import { writtenText } from '@prosa/shared/rules/written-text.ts';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { useChoiceTexts } from '../../../components/use-choice-texts.ts';
import { useDebounced } from '../../../lib/screen/use-debounced.ts';
import { formatPhone } from '../../../lib/texts/format.ts';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { PreviewBubble } from '../../messages/components/composer/card-preview.tsx';
import { MarkedText } from '../../messages/components/message/message-text.tsx';
import { useOwnVariables } from '../hooks/use-own-variables.ts';
import { type PreviewPerson, usePreviewPeople } from '../hooks/use-preview-people.ts';

const idOf = (value: unknown): number | null => (typeof value === 'number' ? value : null);

/** The field that chooses one of the people who would get the campaign. */
const PersonField = ({
  people,
  person,
  onSearch,
  onChange,
}: {
  people: readonly PreviewPerson[];
  person: PreviewPerson | null;
  onSearch: (text: string) => void;
  onChange: (person: PreviewPerson | null) => void;
}) => {
  const { t } = useTranslation('campaigns');
  const texts = useChoiceTexts();
  return (
    <Autocomplete
      options={[...people]}
      // The server has searched.
      filterOptions={(found) => found}
      getOptionLabel={({ name }) => name}
      getOptionKey={({ id }) => id}
      isOptionEqualToValue={(a, b) => a.id === b.id}
      value={person}
      onChange={(_event, chosen) => onChange(chosen)}
      onInputChange={(_event, text, reason) => onSearch(reason === 'input' ? text : '')}
      {...texts}
      renderOption={({ key, ...props }, { name, number }) => (
        <Box component="li" key={key} {...props}>
          <Box sx={{ minWidth: 0 }}>
            <Typography noWrap>{name}</Typography>
            <Typography variant="caption" sx={{ color: 'text.secondary' }}>
              {formatPhone(number)}
            </Typography>
          </Box>
        </Box>
      )}
      renderInput={(params) => <TextField {...params} label={t('preview.for')} />}
    />
  );
};

/** The name of the file that is sent with the text; nothing without one. */
const FileLine = ({ mediaName }: { mediaName: string | null }) => {
  const media: unknown = useWatch({ name: 'media' });
  const name = media instanceof File ? media.name : media === 'keep' ? mediaName : null;
  return name === null ? null : (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, marginBottom: 1, color: 'text.secondary' }}>
      <AttachFileRounded fontSize="small" />
      <Typography variant="body2" noWrap>
        {name}
      </Typography>
    </Box>
  );
};

interface CampaignPreviewProps {
  /** The field of the shown text. */
  name: string;
  /** Whether the campaign's file is sent with it. */
  hasFile: boolean;
  /** The name of the saved file; null without one. */
  mediaName: string | null;
}

/**
 * Shows a text of the edited campaign as a person of its list, tag or filter will get it. The server fills texts by the same
 * function.
 */
export const CampaignPreview = ({ name, hasFile, mediaName }: CampaignPreviewProps) => {
  const { t } = useTranslation('campaigns');
  const own = useOwnVariables();
  const contactListId = idOf(useWatch({ name: 'contactListId' }));
  const tagListId = idOf(useWatch({ name: 'tagListId' }));
  const filter: unknown = useWatch({ name: 'ticketFilter' });
  const ticketFilter = typeof filter === 'string' ? filter : '';
  const text: unknown = useWatch({ name });
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState<{ person: PreviewPerson; audience: string } | null>(null);
  const people = usePreviewPeople({ contactListId, tagListId, ticketFilter }, useDebounced(typed.trim()));
  const audience = `${contactListId} ${tagListId} ${ticketFilter}`;
  const person = chosen?.audience === audience ? chosen.person : (people[0] ?? null);
  const receiver = person ?? { name: t('preview.sample'), number: '5511999990000', email: '' };
  const shown = typeof text === 'string' ? writtenText(text).trim() : '';
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', gap: 4, minHeight: 0, overflowY: { lg: 'auto' } }}>
      <PersonField
        people={people}
        person={person}
        onSearch={setTyped}
        onChange={(next) => setChosen(next === null ? null : { person: next, audience })}
      />
      <PreviewBubble label={t('preview.title')} caption={t('preview.caption', { name: receiver.name })}>
        {hasFile && <FileLine mediaName={mediaName} />}
        {shown === '' ? (
          <Typography sx={{ color: 'text.secondary' }}>{t('preview.empty')}</Typography>
        ) : (
          <MarkedText
            text={fillCampaignText(shown, receiver, new Map(own.map(({ key, value }) => [key, value])))}
          />
        )}
      </PreviewBubble>
    </Box>
  );
};
