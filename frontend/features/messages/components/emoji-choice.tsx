import Box from '@mui/material/Box';
import MenuItem from '@mui/material/MenuItem';
import MenuList from '@mui/material/MenuList';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';

/** The id of the n-th emoji, for the field to point at. */
export const emojiOptionId = (index: number): string => `emoji-choice-${index}`;

interface EmojiChoiceProps {
  id: string;
  found: readonly { emoji: string; name: string }[];
  active: number;
  onPick: (index: number) => void;
}

/** Emoji that fit what is being typed, above the field; the keyboard stays in the field. */
export const EmojiChoice = ({ id, found, active, onPick }: EmojiChoiceProps) => {
  const { t } = useTranslation('messages');
  if (found.length === 0) return null;
  return (
    <Box sx={{ position: 'relative' }}>
      <Paper
        sx={{
          position: 'absolute',
          bottom: 4,
          insetInlineStart: 0,
          zIndex: 'modal',
          width: 'min(320px, 100%)',
          bgcolor: 'background.raised',
          boxShadow: 'var(--mui-palette-floatShadow)',
        }}
      >
        <MenuList id={id} role="listbox" aria-label={t('emoji.choice')} dense autoFocusItem={false}>
          {found.map(({ emoji, name }, index) => (
            <MenuItem
              key={emoji}
              id={emojiOptionId(index)}
              role="option"
              selected={index === active}
              aria-selected={index === active}
              tabIndex={-1}
              // The field keeps the cursor.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => onPick(index)}
              sx={{ gap: 3 }}
            >
              <span>{emoji}</span>
              <Typography variant="body2" noWrap>
                {name}
              </Typography>
            </MenuItem>
          ))}
        </MenuList>
      </Paper>
    </Box>
  );
};
